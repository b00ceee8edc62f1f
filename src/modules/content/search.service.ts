import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { Database } from '../../kernel/database/database.js';
import { SpaceAccess } from '../spaces/space.access.js';
import type { PlacedSpace } from '../spaces/placed-space.js';
import { ContentPresenter } from './content.presenter.js';
import type { SearchQuery } from './dto/content-queries.dto.js';
import type { SearchResultDto, SearchResultListDto } from './dto/search-result.dto.js';
import { type SearchHit, SearchIndex, SEARCH_ORDER } from './search/search-index.js';
import { MAIN_LINE } from './store/content-changes.js';
import { currentPages, currentPaths } from './store/page-rows.js';

/** Searches the newest main content of spaces. */
@Injectable()
export class SearchService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly index: SearchIndex,
    private readonly presenter: ContentPresenter,
    private readonly cursors: Cursors,
    private readonly db: Database,
  ) {}

  async search(actor: Actor, spaceId: string, { query, page, limit }: SearchQuery): Promise<SearchResultListDto> {
    const space = await this.access.load(actor, spaceId, 'view');
    const scope = cursorScope('space-search', { space: spaceId, query });
    const after = page === undefined ? undefined : this.cursors.decode(scope, page, SEARCH_ORDER);
    const found = await this.index.search(spaceId, query, { limit, after });
    const items = await this.present(space, found.hits);
    return { ...(found.next === undefined ? {} : { next: { page: this.cursors.encode(scope, found.next) } }), count: found.count, items };
  }

  private async present(space: PlacedSpace, hits: readonly SearchHit[]): Promise<SearchResultDto[]> {
    const ids = hits.map((hit) => hit.pageId);
    const [pages, paths] = await Promise.all([currentPages(this.db, space.id, MAIN_LINE, ids), currentPaths(this.db, space.id, MAIN_LINE, ids)]);
    return hits.flatMap(({ pageId, sections }) => {
      const title = pages.get(pageId)?.title;
      const path = paths.get(pageId);
      if (title === undefined || path === undefined) return [];
      const shown = sections.map((section) => ({
        id: section.anchor,
        title: section.title,
        path: section.anchor === '' ? path : `${path}#${section.anchor}`,
        body: section.body,
        urls: { app: this.presenter.app(space, path, section.anchor) },
      }));
      return [{ id: pageId, title, path, sections: shown, urls: { app: this.presenter.app(space, path) } }];
    });
  }
}
