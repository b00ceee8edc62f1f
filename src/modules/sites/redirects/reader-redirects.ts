import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { ContentReader } from '../../content/store/content-reader.js';
import { mainState } from '../../content/store/line-state.js';
import type { ResolvedSiteRedirectDto, SiteRedirectQuery } from '../dto/site-redirect.dto.js';
import { Admissions } from '../published/admissions.js';
import { ProfileStructures } from '../published/profile-structures.js';
import type { Visitor } from '../published/visitor.js';
import { NO_REDIRECT, presentRedirect } from './present-redirect.js';
import { redirectPath, sourcePath } from './redirect-path.js';
import { RedirectTargets, type SeenSite } from './redirect-targets.js';
import { SiteRedirectEntity } from './site-redirect.entity.js';

/** Redirects as those follow them who read a site. */
@Injectable()
export class ReaderRedirects {
  constructor(
    private readonly db: Database,
    private readonly admissions: Admissions,
    private readonly structures: ProfileStructures,
    private readonly targets: RedirectTargets,
    private readonly content: ContentReader,
  ) {}

  async findBySource(actor: Actor, organizationId: string, siteId: string, { source, shareKey }: SiteRedirectQuery, visitor: Visitor): Promise<ResolvedSiteRedirectDto> {
    const { site, claims, shareKey: key } = await this.admissions.require(actor, { organizationId, siteId, shareKey }, visitor);
    const redirect = await this.find(site.id, sourcePath(source));
    const target = redirect && (await this.targets.address({ site, shareKey: key, shown: await this.structures.shown(site, claims) }, redirect));
    if (redirect === null || target === undefined || target === null) throw new NotFoundError(NO_REDIRECT);
    return { redirect: presentRedirect(redirect), target };
  }

  /** The address that a path of the site leads to, whose last parts would name a page of the space; undefined where they do, or nothing leads away. */
  async addressFrom(seen: SeenSite, parts: readonly string[], { spaceId, slugs }: { spaceId: string; slugs: readonly string[] }): Promise<string | undefined> {
    if (slugs.length === 0) return undefined;
    const redirect = await this.find(seen.site.id, redirectPath(parts));
    if (redirect === null) return undefined;
    const page = await this.content.findAlongPath(mainState(spaceId), slugs);
    return page?.depth === slugs.length ? undefined : this.targets.address(seen, redirect);
  }

  private find(siteId: string, path: string): Promise<SiteRedirectEntity | null> {
    return this.db.repo(SiteRedirectEntity).findOneBy({ siteId, path });
  }
}
