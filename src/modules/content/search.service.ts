import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { SpaceAccess } from '../spaces/space.access.js';
import type { SearchQuery } from './dto/content-queries.dto.js';
import type { SearchResultListDto } from './dto/search-result.dto.js';
import { SEARCH_ORDER, SearchIndex } from './search/search-index.js';
import { ContentCopy } from './store/content-copy.js';
import { SearchPresenter } from './search.presenter.js';

/** Searches the newest main content of a space. */
@Injectable()
export class SearchService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly index: SearchIndex,
    private readonly presenter: SearchPresenter,
    private readonly cursors: Cursors,
    private readonly copies: ContentCopy,
  ) {}

  async search(actor: Actor, spaceId: string, { query, page, limit }: SearchQuery): Promise<SearchResultListDto> {
    const space = await this.access.loadContent(actor, spaceId);
    if (space.source) await this.copies.finish([spaceId]);
    const scope = cursorScope('space-search', { space: spaceId, query });
    const after = page === undefined ? undefined : this.cursors.decode(scope, page, SEARCH_ORDER);
    const found = await this.index.search(spaceId, query, { limit, after });
    return {
      ...(found.next === undefined ? {} : { next: { page: this.cursors.encode(scope, found.next) } }),
      count: found.count,
      items: this.presenter.pages(space, found.hits),
    };
  }
}
