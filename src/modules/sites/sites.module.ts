import { Module, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import { AccessModule } from '../access/access.module.js';
import { TargetsTransferred } from '../access/targets-transferred.event.js';
import { CollectionsModule } from '../collections/collections.module.js';
import { ContentModule } from '../content/content.module.js';
import { MembersModule } from '../members/members.module.js';
import { DefaultSiteChosen } from '../organizations/default-site-chosen.event.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SpaceTrashed } from '../spaces/space-trashed.event.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { SpacePublications } from '../spaces/space-facts.js';
import { AdaptiveContentController } from './adaptive/adaptive-content.controller.js';
import { AdaptiveContentService } from './adaptive/adaptive-content.service.js';
import { SiteConditions } from './adaptive/site-conditions.js';
import { ContentTargets } from './customization/content-targets.js';
import { Customizations } from './customization/customizations.js';
import { CustomizationsController } from './customization/customizations.controller.js';
import { CustomizationsService } from './customization/customizations.service.js';
import { NewSiteSpace } from './new-site-space.js';
import { findSite } from './read-site.js';
import { ReaderRedirects } from './redirects/reader-redirects.js';
import { RedirectTargets } from './redirects/redirect-targets.js';
import { SiteRedirectsController } from './redirects/site-redirects.controller.js';
import { SiteRedirectsService } from './redirects/site-redirects.service.js';
import { AddressedSites } from './resolution/addressed-sites.js';
import { PreviewsController } from './resolution/previews.controller.js';
import { PreviewsService } from './resolution/previews.service.js';
import { ResolutionController } from './resolution/resolution.controller.js';
import { ResolutionService } from './resolution/resolution.service.js';
import { Visits } from './resolution/visits.service.js';
import { Admissions } from './published/admissions.js';
import { ProfilePresenter } from './published/profile.presenter.js';
import { ProfileStructures } from './published/profile-structures.js';
import { Profiles } from './published/profiles.js';
import { PublishedSiteController } from './published/published-site.controller.js';
import { PublishedSiteService } from './published/published-site.service.js';
import { SiteSearchController } from './published/site-search.controller.js';
import { SiteSearchService } from './published/site-search.service.js';
import { VisitorKeysController } from './published/visitor-keys.controller.js';
import { VisitorKeysService } from './published/visitor-keys.service.js';
import { VisitorTokens } from './published/visitor-tokens.js';
import { VisitTokens } from './published/visit-tokens.js';
import { ShareKeyGuesses } from './share-links/share-key-guesses.js';
import { ShareKeys } from './share-links/share-keys.js';
import { ShareLinkPresenter } from './share-links/share-link.presenter.js';
import { ShareLinksController } from './share-links/share-links.controller.js';
import { ShareLinksService } from './share-links/share-links.service.js';
import { SiteAccess } from './site.access.js';
import { SiteLists } from './site-lists.js';
import { SitePublications } from './site-publications.js';
import { SitePermissionsController } from './site-permissions.controller.js';
import { SitePermissionsService } from './site-permissions.service.js';
import { SitePresenter } from './site.presenter.js';
import { SiteStore } from './site-store.js';
import { SiteUrls } from './site-urls.js';
import { SitesController } from './sites.controller.js';
import { SitesService } from './sites.service.js';
import { refuseSpacesInSites, SpacesForSites } from './spaces-in-sites.js';
import { SiteSectionGroupsController } from './structure/site-section-groups.controller.js';
import { SiteSectionGroupsService } from './structure/site-section-groups.service.js';
import { SiteSectionsController } from './structure/site-sections.controller.js';
import { SiteSectionsService } from './structure/site-sections.service.js';
import { SiteSpacesController } from './structure/site-spaces.controller.js';
import { SiteSpacesService } from './structure/site-spaces.service.js';
import { SiteStructureController } from './structure/site-structure.controller.js';
import { SiteStructureService } from './structure/site-structure.service.js';
import { StructureAnswers } from './structure/structure-answers.js';
import { StructureLists } from './structure/structure-lists.js';
import { StructureReader } from './structure/structure-reader.js';
import { StructureStore } from './structure/structure-store.js';
import { StructurePresenter } from './structure/structure.presenter.js';

@Module({
  imports: [MembersModule, AccessModule, OrganizationsModule, CollectionsModule, SpacesModule, ContentModule],
  controllers: [SitesController, SiteSectionsController, SiteSectionGroupsController, SiteSpacesController, SiteStructureController, ShareLinksController, AdaptiveContentController, PublishedSiteController, VisitorKeysController, CustomizationsController, SiteRedirectsController, ResolutionController, SiteSearchController, SitePermissionsController, PreviewsController],
  providers: [
    AdaptiveContentService,
    AddressedSites,
    Admissions,
    ContentTargets,
    Customizations,
    CustomizationsService,
    NewSiteSpace,
    PreviewsService,
    ProfilePresenter,
    Profiles,
    ProfileStructures,
    PublishedSiteService,
    ReaderRedirects,
    RedirectTargets,
    ResolutionService,
    ShareKeyGuesses,
    ShareKeys,
    ShareLinkPresenter,
    ShareLinksService,
    SiteAccess,
    SiteConditions,
    SiteLists,
    SitePermissionsService,
    SitePresenter,
    SiteRedirectsService,
    SiteSearchService,
    SiteSectionGroupsService,
    SiteSectionsService,
    SiteSpacesService,
    SiteStore,
    SpacesForSites,
    SitesService,
    SiteUrls,
    SiteStructureService,
    StructureAnswers,
    StructureLists,
    StructurePresenter,
    StructureReader,
    StructureStore,
    VisitorKeysService,
    VisitorTokens,
    Visits,
    VisitTokens,
    { provide: SpacePublications, useClass: SitePublications },
  ],
  exports: [SiteAccess, SitePresenter, SiteStore],
})
export class SitesModule implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  /** Sites take part when an organization chooses one, and when spaces leave the organization or are deleted. */
  onModuleInit(): void {
    this.events.on(DefaultSiteChosen, async (chosen) => {
      chosen.known = (await findSite(this.db, chosen.organizationId, chosen.siteId)) !== undefined;
    });
    this.events.on(TargetsTransferred, ({ ids }) => refuseSpacesInSites(this.db, ids));
    this.events.on(SpaceTrashed, ({ spaceId }) => refuseSpacesInSites(this.db, [spaceId]));
  }
}
