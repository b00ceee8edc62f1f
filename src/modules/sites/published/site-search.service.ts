import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { cursorScope } from '../../../kernel/pagination/cursors.js';
import type { PageQuery } from '../../../kernel/pagination/page-query.js';
import type { OrganizationSearchResultListDto } from '../../content/dto/search-result.dto.js';
import { OrganizationSearchService } from '../../content/organization-search.service.js';
import type { SearchSiteContentDto } from '../dto/site-search.dto.js';
import { Admissions } from './admissions.js';
import { ProfileStructures } from './profile-structures.js';
import { scopeOf, spacesInScope } from './search-scope.js';
import type { Visitor } from './visitor.js';

/** Searches the spaces of a site that a visitor sees. */
@Injectable()
export class SiteSearchService {
  constructor(
    private readonly admissions: Admissions,
    private readonly structures: ProfileStructures,
    private readonly searching: OrganizationSearchService,
  ) {}

  async search(actor: Actor, organizationId: string, siteId: string, body: SearchSiteContentDto, { paging, visitor, shareKey }: { paging: PageQuery; visitor: Visitor; shareKey: string | undefined }): Promise<OrganizationSearchResultListDto> {
    const scope = scopeOf(body);
    const admission = await this.admissions.require(actor, { organizationId, siteId, shareKey }, visitor);
    const { site, claims } = admission;
    const [shown, readable] = [await this.structures.shown(site, claims), new Set(await this.admissions.spaceIds(actor, admission))];
    const among = [...new Set(spacesInScope(shown, scope))].filter((id) => readable.has(id));
    const { query } = body;
    return this.searching.searchIn({ among }, cursorScope('site-search', { site: site.id, query, scope }), { query, ...paging });
  }
}
