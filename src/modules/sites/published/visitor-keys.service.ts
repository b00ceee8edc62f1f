import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { SitePublishingAuthDto, UpdateSitePublishingAuthDto } from '../dto/site-publishing-auth.dto.js';
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

  /** Where visitors sign in who aren't yet; null: nowhere. */
  async update(actor: Actor, organizationId: string, siteId: string, { fallbackURL }: UpdateSitePublishingAuthDto): Promise<SitePublishingAuthDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.db.transaction(async () => {
      const { id } = await lockSite(this.db, site);
      const known = await this.read(site);
      if (fallbackURL === undefined || fallbackURL === (known.fallbackURL ?? null)) return known;
      await this.db.repo(SiteEntity).update({ id }, { visitorFallbackUrl: fallbackURL });
      return this.read(site);
    });
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
    const found = await this.db.repo(SiteEntity).findOne({ select: { visitorKey: true, visitorFallbackUrl: true }, where: { id } });
    if (found === null) throw new NotFoundError(NO_SITE);
    const { visitorKey, visitorFallbackUrl } = found;
    return { backend: 'custom', privateKey: visitorKey, ...(visitorFallbackUrl === null ? {} : { fallbackURL: visitorFallbackUrl }) };
  }
}
