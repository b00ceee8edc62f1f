import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { Page } from '../../kernel/pagination/page.js';
import type { SiteDto } from './dto/site.dto.js';
import type { SiteListQuery } from './dto/site-requests.dto.js';
import { SiteAccess } from './site.access.js';
import { SitePresenter } from './site.presenter.js';
import { countSites, findSites, SITE_ORDER } from './site-rows.js';

/** The sites of an organization, by creation, oldest first. */
@Injectable()
export class SiteLists {
  constructor(
    private readonly db: Database,
    private readonly access: SiteAccess,
    private readonly presenter: SitePresenter,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, organizationId: string, { space, title, published, ...paging }: SiteListQuery): Promise<Page<SiteDto>> {
    await this.access.requireInOrganization(actor, organizationId, 'view');
    const filter = { organizationId, space, title, published };
    return readPage(this.cursors, paging, {
      scope: cursorScope('sites', filter),
      order: SITE_ORDER,
      find: (stretch) => findSites(this.db, filter, stretch),
      count: () => countSites(this.db, filter),
      positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
      present: (site) => this.presenter.present(site),
    });
  }
}
