import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { type Page, toPage } from '../../kernel/pagination/page.js';
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

  async list(actor: Actor, organizationId: string, { page, limit, space, title, published }: SiteListQuery): Promise<Page<SiteDto>> {
    await this.access.requireInOrganization(actor, organizationId, 'view');
    const filter = { organizationId, space, title, published };
    const scope = cursorScope('sites', filter);
    const after = this.cursors.decode(scope, page, SITE_ORDER);
    const [rows, count] = await Promise.all([findSites(this.db, filter, { after, limit: limit + 1 }), countSites(this.db, filter)]);
    return toPage({
      rows,
      limit,
      count,
      cursorOf: ({ createdAt, id }) => this.cursors.encode(scope, [createdAt.toISOString(), id]),
      present: (site) => this.presenter.present(site),
    });
  }
}
