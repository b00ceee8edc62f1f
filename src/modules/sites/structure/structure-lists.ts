import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import { readPage } from '../../../kernel/pagination/list.js';
import type { Page } from '../../../kernel/pagination/page.js';
import type { PageQuery } from '../../../kernel/pagination/page-query.js';
import type { ReadSite } from '../read-site.js';
import { ShareKeys } from '../share-links/share-keys.js';
import { SiteAccess } from '../site.access.js';
import type { SiteSectionGroupDto } from './dto/site-section-group.dto.js';
import type { SiteSectionDto } from './dto/site-section.dto.js';
import type { SiteSpaceDto } from './dto/site-space.dto.js';
import type { SiteSectionListQuery, SiteSpaceListQuery } from './dto/structure-requests.dto.js';
import { StructureReader } from './structure-reader.js';
import { countGroups, countSections, countSiteSpaces, GROUP_ORDER, SECTION_ORDER, SITE_SPACE_ORDER } from './structure-rows.js';
import { type SiteReading, StructurePresenter } from './structure.presenter.js';

/** Lists of the parts of a site, in order. */
@Injectable()
export class StructureLists {
  constructor(
    private readonly db: Database,
    private readonly access: SiteAccess,
    private readonly shareKeys: ShareKeys,
    private readonly reader: StructureReader,
    private readonly presenter: StructurePresenter,
    private readonly cursors: Cursors,
  ) {}

  async sections(actor: Actor, organizationId: string, siteId: string, { shareKey, ...query }: SiteSectionListQuery): Promise<Page<SiteSectionDto>> {
    const reading = await this.reading(actor, await this.access.load(actor, organizationId, siteId, 'view'), shareKey);
    return readPage(this.cursors, query, {
      scope: cursorScope('site-sections', { site: siteId, shareKey }),
      order: SECTION_ORDER,
      find: (stretch) => this.reader.sections(siteId, {}, stretch),
      count: () => countSections(this.db, siteId),
      positionOf: ({ topPosition, topId, position, id }) => [topPosition, topId, position, id],
      present: (section) => this.presenter.section(reading, section),
    });
  }

  async groups(actor: Actor, organizationId: string, siteId: string, query: PageQuery): Promise<Page<SiteSectionGroupDto>> {
    const site = await this.access.load(actor, organizationId, siteId, 'view');
    return readPage(this.cursors, query, {
      scope: cursorScope('site-section-groups', { site: siteId }),
      order: GROUP_ORDER,
      find: (stretch) => this.reader.groups(siteId, {}, stretch),
      count: () => countGroups(this.db, siteId),
      positionOf: ({ position, id }) => [position, id],
      present: (group) => this.presenter.group({ site }, group),
    });
  }

  async siteSpaces(actor: Actor, organizationId: string, siteId: string, query: SiteSpaceListQuery): Promise<Page<SiteSpaceDto>> {
    const { shareKey, default: isDefault } = query;
    const reading = await this.reading(actor, await this.access.load(actor, organizationId, siteId, 'view'), shareKey);
    return readPage(this.cursors, query, {
      scope: cursorScope('site-spaces', { site: siteId, shareKey, isDefault }),
      order: SITE_SPACE_ORDER,
      find: (stretch) => this.reader.siteSpaces(siteId, { isDefault }, stretch),
      count: () => countSiteSpaces(this.db, siteId, isDefault),
      positionOf: (item) => [item.topPosition, item.topId, item.sectionPosition, item.sectionId ?? '', item.position, item.id],
      present: (item) => this.presenter.siteSpace(reading, item),
    });
  }

  private async reading(actor: Actor, site: ReadSite, shareKey: string | undefined): Promise<SiteReading> {
    return { site, shareKey: await this.shareKeys.admitted(actor, site, shareKey) };
  }
}
