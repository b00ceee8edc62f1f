import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { withNamedConflicts } from '../../../kernel/errors/database-errors.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { withLocation } from '../../../kernel/http/answer.js';
import { isId, newId } from '../../../kernel/ids/id.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetPage } from '../../../kernel/pagination/keyset.js';
import { readPage } from '../../../kernel/pagination/list.js';
import type { Page } from '../../../kernel/pagination/page.js';
import { patch } from '../../../kernel/validation/patch.js';
import { Urls } from '../../../kernel/urls/urls.js';
import type { CreateSiteRedirectDto, SiteRedirectDto, SiteRedirectListQuery, UpdateSiteRedirectDto } from '../dto/site-redirect.dto.js';
import { lockSite, type ReadSite } from '../read-site.js';
import { SiteAccess } from '../site.access.js';
import { NO_REDIRECT, presentRedirect } from './present-redirect.js';
import { sourcePath } from './redirect-path.js';
import { RedirectTargets } from './redirect-targets.js';
import { SiteRedirectEntity } from './site-redirect.entity.js';

/** By creation, oldest first. */
const ORDER: readonly KeysetColumn[] = [
  { sql: 'redirect.created_at', direction: 'asc' },
  { sql: 'redirect.id', direction: 'asc' },
];

const TAKEN = { site_redirects_path_unique: 'Another redirect of this site has this source.' };

/** Keeps what leads from one path of a site to another part of it. */
@Injectable()
export class SiteRedirectsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly urls: Urls,
    private readonly access: SiteAccess,
    private readonly targets: RedirectTargets,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, organizationId: string, siteId: string, { search, ...paging }: SiteRedirectListQuery): Promise<Page<SiteRedirectDto>> {
    const site = await this.access.load(actor, organizationId, siteId, 'view');
    const redirects = this.db.repo(SiteRedirectEntity).createQueryBuilder('redirect').where('redirect.site_id = :siteId', { siteId: site.id });
    // Sources are plain ASCII.
    if (search !== undefined) redirects.andWhere('strpos(lower(redirect.source), :search) > 0', { search: search.toLowerCase() });
    return readPage(this.cursors, paging, {
      scope: cursorScope('site-redirects', { site: site.id, search }),
      order: ORDER,
      find: (stretch) => keysetPage(redirects, ORDER, stretch).getMany(),
      count: () => redirects.getCount(),
      positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
      present: presentRedirect,
    });
  }

  async create(actor: Actor, organizationId: string, siteId: string, { source, destination }: CreateSiteRedirectDto): Promise<SiteRedirectDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.write(site, async ({ id: locked }) => {
      const redirect = { id: newId(), siteId: locked, source, path: sourcePath(source), ...(await this.targets.columns(locked, destination)), createdAt: this.clock.now() };
      await this.db.repo(SiteRedirectEntity).insert(redirect);
      return withLocation(presentRedirect(redirect), this.urls.api('orgs', organizationId, 'sites', siteId, 'redirects', redirect.id));
    });
  }

  async update(actor: Actor, organizationId: string, siteId: string, redirectId: string, { source, destination }: UpdateSiteRedirectDto): Promise<SiteRedirectDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.write(site, async (locked) => {
      const redirect = await this.get(locked, redirectId);
      const sent = { ...(source === undefined ? {} : { source, path: sourcePath(source) }), ...(destination === undefined ? {} : await this.targets.columns(locked.id, destination)) };
      const changed = patch(redirect, sent, ['source', 'path', 'sectionId', 'siteSpaceId', 'pageId']);
      if (changed.length > 0) await this.db.repo(SiteRedirectEntity).update({ id: redirect.id }, sent);
      return presentRedirect(redirect);
    });
  }

  async delete(actor: Actor, organizationId: string, siteId: string, redirectId: string): Promise<void> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    await this.write(site, async (locked) => {
      const { id } = await this.get(locked, redirectId);
      await this.db.repo(SiteRedirectEntity).delete({ id });
    });
  }

  private write<Result>(site: ReadSite, work: (locked: ReadSite) => Promise<Result>): Promise<Result> {
    return withNamedConflicts(this.db.transaction(async () => work(await lockSite(this.db, site))), TAKEN);
  }

  private async get({ id: siteId }: ReadSite, redirectId: string): Promise<SiteRedirectEntity> {
    const redirect = isId(redirectId) ? await this.db.repo(SiteRedirectEntity).findOneBy({ id: redirectId, siteId }) : null;
    if (redirect === null) throw new NotFoundError(NO_REDIRECT);
    return redirect;
  }
}
