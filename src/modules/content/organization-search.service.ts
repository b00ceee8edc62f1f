import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { VisibleTargets } from '../access/visible-targets.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import { findPlacedSpaces } from '../spaces/placed-space.js';
import type { SearchQuery } from './dto/content-queries.dto.js';
import type { OrganizationSearchResultListDto } from './dto/search-result.dto.js';
import { placedHits } from './placed-hits.js';
import { OrganizationSearch, SPACE_ORDER } from './search/organization-search.js';
import { SearchPresenter } from './search.presenter.js';

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

  async search(actor: Actor, organizationId: string, { query, page, limit }: SearchQuery): Promise<OrganizationSearchResultListDto> {
    await this.access.load(actor, organizationId, 'view');
    const scope = cursorScope('organization-search', { organization: organizationId, query });
    const after = page === undefined ? undefined : this.cursors.decode(scope, page, SPACE_ORDER);
    const sight = await this.visible.sight(actor.userId, organizationId);
    const readable = await this.visible.ids([sight], { organizationId, kind: 'space', parentId: '*' });
    const found = await this.spaces.search(readable, query, { limit, after });
    const [spaces, hits] = await Promise.all([
      findPlacedSpaces(this.db, found.spaces.map(({ spaceId }) => spaceId)),
      placedHits(this.db, found.spaces.flatMap(({ spaceId, hits: own }) => own.map((hit) => ({ ...hit, spaceId })))),
    ]);
    return {
      ...(found.next === undefined ? {} : { next: { page: this.cursors.encode(scope, found.next) } }),
      count: found.count,
      items: spaces.map((space) => ({
        id: space.id,
        title: space.title,
        pages: hits.filter((hit) => hit.spaceId === space.id).map((hit) => this.presenter.page(space, hit)),
      })),
    };
  }
}
