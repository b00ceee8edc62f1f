import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { isId, newId } from '../../../kernel/ids/id.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetPage } from '../../../kernel/pagination/keyset.js';
import { readPage } from '../../../kernel/pagination/list.js';
import type { Page } from '../../../kernel/pagination/page.js';
import type { PageQuery } from '../../../kernel/pagination/page-query.js';
import { patch } from '../../../kernel/validation/patch.js';
import type { CreateShareLinkDto, ShareLinkDto, UpdateShareLinkDto } from '../dto/share-link.dto.js';
import { lockSite, type ReadSite } from '../read-site.js';
import { SiteAccess } from '../site.access.js';
import { ShareLinkEntity } from './share-link.entity.js';
import { newShareKey } from './share-keys.js';
import { ShareLinkPresenter } from './share-link.presenter.js';

/** By creation, oldest first. */
const ORDER: readonly KeysetColumn[] = [
  { sql: 'link.created_at', direction: 'asc' },
  { sql: 'link.id', direction: 'asc' },
];

/** Keeps the links by which whoever has one reads a site. */
@Injectable()
export class ShareLinksService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: SiteAccess,
    private readonly presenter: ShareLinkPresenter,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, organizationId: string, siteId: string, query: PageQuery): Promise<Page<ShareLinkDto>> {
    const site = await this.access.load(actor, organizationId, siteId, 'view');
    const links = this.db.repo(ShareLinkEntity).createQueryBuilder('link').where('link.site_id = :siteId', { siteId: site.id });
    return readPage(this.cursors, query, {
      scope: cursorScope('share-links', { site: site.id }),
      order: ORDER,
      find: (stretch) => keysetPage(links, ORDER, stretch).getMany(),
      count: () => links.getCount(),
      positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
      present: (link) => this.presenter.present(site, link),
    });
  }

  /** An active link with a key of its own. */
  async create(actor: Actor, organizationId: string, siteId: string, { name }: CreateShareLinkDto): Promise<ShareLinkDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    const link: ShareLinkEntity = { id: newId(), siteId: site.id, name, key: newShareKey(), active: true, createdAt: this.clock.now() };
    return this.db.transaction(async () => {
      const locked = await lockSite(this.db, site);
      await this.db.repo(ShareLinkEntity).insert(link);
      return this.presenter.presentNew(locked, link);
    });
  }

  async update(actor: Actor, organizationId: string, siteId: string, linkId: string, body: UpdateShareLinkDto): Promise<ShareLinkDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.db.transaction(async () => {
      const locked = await lockSite(this.db, site);
      const link = await this.get(locked, linkId);
      const changed = patch(link, body, ['name', 'active']);
      if (changed.length > 0) await this.db.repo(ShareLinkEntity).update({ id: link.id }, { name: link.name, active: link.active });
      return this.presenter.present(locked, link);
    });
  }

  async delete(actor: Actor, organizationId: string, siteId: string, linkId: string): Promise<void> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    await this.db.transaction(async () => {
      const link = await this.get(await lockSite(this.db, site), linkId);
      await this.db.repo(ShareLinkEntity).delete({ id: link.id });
    });
  }

  private async get(site: ReadSite, linkId: string): Promise<ShareLinkEntity> {
    const link = isId(linkId) ? await this.db.repo(ShareLinkEntity).findOneBy({ id: linkId, siteId: site.id }) : null;
    if (link === null) throw new NotFoundError('There is no such share link.');
    return link;
  }
}
