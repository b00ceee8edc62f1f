import { Module, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import { AccessModule } from '../access/access.module.js';
import { CollectionTransferred } from '../collections/collection-transferred.event.js';
import { CollectionsModule } from '../collections/collections.module.js';
import { ContentModule } from '../content/content.module.js';
import { MembersModule } from '../members/members.module.js';
import { DefaultSiteChosen } from '../organizations/default-site-chosen.event.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { NewSiteSpace } from './new-site-space.js';
import { findSite } from './read-site.js';
import { ShareKeys } from './share-links/share-keys.js';
import { SiteAccess } from './site.access.js';
import { SiteLists } from './site-lists.js';
import { SitePresenter } from './site.presenter.js';
import { SiteStore } from './site-store.js';
import { SiteUrls } from './site-urls.js';
import { SitesController } from './sites.controller.js';
import { SitesService } from './sites.service.js';
import { refuseSpacesInSites } from './spaces-in-sites.js';

@Module({
  imports: [MembersModule, AccessModule, OrganizationsModule, CollectionsModule, SpacesModule, ContentModule],
  controllers: [SitesController],
  providers: [NewSiteSpace, ShareKeys, SiteAccess, SiteLists, SitePresenter, SiteStore, SitesService, SiteUrls],
  exports: [SiteAccess, SitePresenter, SiteStore],
})
export class SitesModule implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  /** Sites take part when an organization chooses one, and when spaces leave the organization. */
  onModuleInit(): void {
    this.events.on(DefaultSiteChosen, async (chosen) => {
      chosen.known = (await findSite(this.db, chosen.organizationId, chosen.siteId)) !== undefined;
    });
    this.events.on(CollectionTransferred, ({ ids }) => refuseSpacesInSites(this.db, ids));
  }
}
