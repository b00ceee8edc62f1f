import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { requireOne } from '../../../kernel/errors/database-errors.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { TaggedAnswer } from '../../../kernel/http/answer.js';
import { isId } from '../../../kernel/ids/id.js';
import type { OverrideSiteSpaceCustomizationDto, SiteCustomizationDto } from '../dto/customization.dto.js';
import { lockSite, type ReadSite } from '../read-site.js';
import { SiteAccess } from '../site.access.js';
import { NO_SITE_SPACE } from '../structure/structure-answers.js';
import { SiteSpaceEntity } from '../structure/site-space.entity.js';
import { ContentTargets } from './content-targets.js';
import { type Customization, defaultCustomization } from './customization.js';
import { Customizations } from './customizations.js';
import { changedOverrides } from './overrides.js';
import { SiteCustomizationEntity } from './site-customization.entity.js';
import { SiteSpaceCustomizationEntity } from './site-space-customization.entity.js';

/** Keeps how sites look, and in what single ones of their spaces look otherwise. */
@Injectable()
export class CustomizationsService {
  constructor(
    private readonly db: Database,
    private readonly access: SiteAccess,
    private readonly customizations: Customizations,
    private readonly targets: ContentTargets,
  ) {}

  async getOfSite(actor: Actor, organizationId: string, siteId: string): Promise<TaggedAnswer> {
    const site = await this.access.load(actor, organizationId, siteId, 'view');
    return new TaggedAnswer((await this.customizations.looks(site)).site);
  }

  /** In place of what is there. */
  async replace(actor: Actor, organizationId: string, siteId: string, body: SiteCustomizationDto): Promise<Customization> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    const settings: Customization = { ...body };
    return this.db.transaction(async () => {
      const locked = await lockSite(this.db, site);
      const customizations = this.db.repo(SiteCustomizationEntity);
      // As they were sent, not as they look: a title of its own may be that of the site now, and not after the next change of that.
      const known = (await customizations.findOneBy({ siteId: locked.id }))?.settings ?? defaultCustomization();
      if (!isDeepStrictEqual(known, settings)) {
        await this.targets.check(locked, settings);
        await customizations.save({ siteId: locked.id, settings });
      }
      return { title: locked.title, ...settings };
    });
  }

  async getOfSiteSpace(actor: Actor, organizationId: string, siteId: string, siteSpaceId: string): Promise<TaggedAnswer> {
    const site = await this.access.load(actor, organizationId, siteId, 'view');
    await this.requireSiteSpace(site, siteSpaceId);
    return new TaggedAnswer(await this.effective(site, siteSpaceId));
  }

  /** What is null looks as on the site again. */
  async override(actor: Actor, organizationId: string, siteId: string, siteSpaceId: string, body: OverrideSiteSpaceCustomizationDto): Promise<Customization> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.db.transaction(async () => {
      const locked = await lockSite(this.db, site);
      await this.requireSiteSpace(locked, siteSpaceId);
      const own = this.db.repo(SiteSpaceCustomizationEntity);
      const known = (await own.findOneBy({ siteSpaceId }))?.overrides ?? {};
      const overrides = changedOverrides(known, body);
      if (!isDeepStrictEqual(known, overrides)) {
        await this.targets.check(locked, body);
        if (Object.keys(overrides).length === 0) await own.delete({ siteSpaceId });
        else await own.save({ siteSpaceId, siteId: locked.id, overrides });
      }
      return this.effective(locked, siteSpaceId);
    });
  }

  /** From then on the site space looks as its site. */
  async takeBack(actor: Actor, organizationId: string, siteId: string, siteSpaceId: string): Promise<void> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    await this.db.transaction(async () => {
      const locked = await lockSite(this.db, site);
      await this.requireSiteSpace(locked, siteSpaceId);
      requireOne(await this.db.repo(SiteSpaceCustomizationEntity).delete({ siteSpaceId }), 'This site space has no customization of its own.');
    });
  }

  private async effective(site: ReadSite, siteSpaceId: string): Promise<Customization> {
    const looks = await this.customizations.looks(site);
    return looks.siteSpaces.get(siteSpaceId) ?? looks.site;
  }

  private async requireSiteSpace({ id: siteId }: ReadSite, siteSpaceId: string): Promise<void> {
    const found = isId(siteSpaceId) && (await this.db.repo(SiteSpaceEntity).existsBy({ id: siteSpaceId, siteId }));
    if (!found) throw new NotFoundError(NO_SITE_SPACE);
  }
}
