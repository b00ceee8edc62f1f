import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { MAIN_LINE } from '../../content/store/line-state.js';
import { currentPlaces } from '../../content/store/page-rows.js';
import type { RedirectDestination } from '../dto/site-redirect.dto.js';
import { type ProfileStructure, siteSpacesOf } from '../published/profile-structure.js';
import type { ReadSite } from '../read-site.js';
import { SiteUrls } from '../site-urls.js';
import { SiteSectionEntity } from '../structure/site-section.entity.js';
import { SiteSpaceEntity } from '../structure/site-space.entity.js';
import type { DestinationColumns } from './site-redirect.entity.js';

/** A site as one reader sees it. */
export interface SeenSite {
  readonly site: ReadSite;
  /** That its addresses have to have for this reader. */
  readonly shareKey: string | undefined;
  readonly shown: ProfileStructure;
}

/** Where redirects lead to. */
@Injectable()
export class RedirectTargets {
  constructor(
    private readonly db: Database,
    private readonly siteUrls: SiteUrls,
  ) {}

  /** Within the transaction that has locked the site. @throws BadInputError for what isn't in it */
  async columns(siteId: string, destination: RedirectDestination): Promise<DestinationColumns> {
    if (destination.kind === 'site-section') {
      const sectionId = destination.siteSectionId;
      if (!(await this.db.repo(SiteSectionEntity).existsBy({ siteId, id: sectionId }))) throw BadInputError.ofField('destination.siteSectionId', 'must name a section of this site');
      return { sectionId, siteSpaceId: null, pageId: null };
    }
    const { siteSpaceId } = destination;
    const siteSpace = await this.db.repo(SiteSpaceEntity).findOneBy({ siteId, id: siteSpaceId });
    if (siteSpace === null) throw BadInputError.ofField('destination.siteSpaceId', 'must name a site space of this site');
    const pageId = destination.kind === 'site-page' ? destination.pageId : null;
    if (pageId !== null && (await this.pagePath(siteSpace.spaceId, pageId)) === undefined) throw BadInputError.ofField('destination.pageId', 'must name a page of this site space');
    return { sectionId: null, siteSpaceId, pageId };
  }

  /**
   * The address that a redirect leads to, for a reader who sees this of the site; undefined when its destination is
   * none of that. A page that is gone leads to its site space.
   */
  async address({ site, shareKey, shown }: SeenSite, redirect: DestinationColumns): Promise<string | undefined> {
    const { sectionId, siteSpaceId, pageId } = redirect;
    if (sectionId !== null) {
      const section = shown.sections.find(({ id }) => id === sectionId);
      return section && this.siteUrls.of(site, shareKey, section.path);
    }
    const siteSpace = siteSpacesOf(shown).find(({ id }) => id === siteSpaceId);
    if (siteSpace === undefined) return undefined;
    const path = pageId === null ? undefined : await this.pagePath(siteSpace.spaceId, pageId);
    const paths = [...(siteSpace.sectionPath === null ? [] : [siteSpace.sectionPath]), siteSpace.path, ...(path?.split('/') ?? [])];
    return this.siteUrls.of(site, shareKey, ...paths);
  }

  private async pagePath(spaceId: string, pageId: string): Promise<string | undefined> {
    const [place] = await currentPlaces(this.db, MAIN_LINE, [{ spaceId, pageId }]);
    return place?.path;
  }
}
