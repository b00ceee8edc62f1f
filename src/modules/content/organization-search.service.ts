import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import type { Sight } from '../access/sight.js';
import { VisibleTargets } from '../access/visible-targets.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import { findPlacedSpaces } from '../spaces/placed-space.js';
import type { SearchQuery } from './dto/content-queries.dto.js';
import type { OrganizationSearchResultListDto } from './dto/search-result.dto.js';
import { OrganizationSearch, type SearchedSpaces, SPACE_ORDER } from './search/organization-search.js';
import { SearchPresenter } from './search.presenter.js';

/** From about so many spaces on, one look through the organization costs less than one through each. */
const FEW_SPACES = 100;

/** Searches all spaces of an organization that the caller can read. */
@Injectable()
export class OrganizationSearchService {
  constructor(
    private readonly access: OrganizationAccess,
    private readonly visible: VisibleTargets,
    private readonly spaces: OrganizationSearch,
    private readonly presenter: SearchPresenter,
    private readonly cursors: Cursors,
    private readonly db: Database,
  ) {}

  async search(actor: Actor, organizationId: string, query: SearchQuery): Promise<OrganizationSearchResultListDto> {
    await this.access.require(actor, organizationId, 'view');
    const sight = await this.visible.sight(actor.userId, organizationId);
    const scope = cursorScope('organization-search', { organization: organizationId, query: query.query });
    return this.searchIn(await this.searched(organizationId, sight), scope, query);
  }

  /** Without regard to any caller. @param scope what its cursors belong to */
  async searchIn(searched: SearchedSpaces, scope: string, { query, page, limit }: SearchQuery): Promise<OrganizationSearchResultListDto> {
    const after = this.cursors.decode(scope, page, SPACE_ORDER);
    const found = await this.spaces.search(searched, query, { limit, after });
    const spaces = await findPlacedSpaces(this.db, found.spaces.map(({ spaceId }) => spaceId));
    const hits = new Map(found.spaces.map((space) => [space.spaceId, space.hits]));
    return {
      ...(found.next === undefined ? {} : { next: { page: this.cursors.encode(scope, found.next) } }),
      count: found.count,
      items: spaces.map((space) => ({
        id: space.id,
        title: space.title,
        pages: this.presenter.pages(space, hits.get(space.id) ?? []),
      })),
    };
  }

  /** Guests mostly see a few spaces of many: these alone are looked through, not the whole organization. */
  private async searched(organizationId: string, sight: Sight): Promise<SearchedSpaces> {
    if (sight.sees !== 'granted') return { organizationId, sight };
    const readable = await this.visible.ids([sight], { organizationId, kind: 'space', parentId: '*' });
    return readable.length <= FEW_SPACES ? { among: readable } : { organizationId, sight };
  }
}
