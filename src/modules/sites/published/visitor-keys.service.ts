import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { SitePublishingAuthDto } from '../dto/site-publishing-auth.dto.js';
import { lockSite, NO_SITE, type ReadSite } from '../read-site.js';
import { SiteAccess } from '../site.access.js';
import { newVisitorKey } from '../site-store.js';
import { SiteEntity } from '../site.entity.js';

/** Keeps the keys that sign visitors in to sites; for whoever may change the site. */
@Injectable()
export class VisitorKeysService {
  constructor(
    private readonly db: Database,
    private readonly access: SiteAccess,
  ) {}

  async get(actor: Actor, organizationId: string, siteId: string): Promise<SitePublishingAuthDto> {
    return this.read(await this.access.load(actor, organizationId, siteId, 'edit'));
  }

  /** What the key before has signed is refused from then on. */
  async regenerate(actor: Actor, organizationId: string, siteId: string): Promise<SitePublishingAuthDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.db.transaction(async () => {
      const { id } = await lockSite(this.db, site);
      await this.db.repo(SiteEntity).update({ id }, { visitorKey: newVisitorKey() });
      return this.read(site);
    });
  }

  private async read({ id }: ReadSite): Promise<SitePublishingAuthDto> {
    const found = await this.db.repo(SiteEntity).findOne({ select: { visitorKey: true }, where: { id } });
    if (found === null) throw new NotFoundError(NO_SITE);
    return { backend: 'custom', privateKey: found.visitorKey };
  }
}
