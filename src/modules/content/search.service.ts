import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import type { WrittenAnswer } from '../../kernel/http/answer.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import type { CursorValue } from '../../kernel/pagination/keyset.js';
import { SpaceAccess, type ViewedSpace } from '../spaces/space.access.js';
import { SearchAnswers } from './content-answers.js';
import type { SearchQuery } from './dto/content-queries.dto.js';
import type { SearchResultListDto } from './dto/search-result.dto.js';
import type { ReadAnswer } from './revision-answers.js';
import { SEARCH_ORDER, SearchIndex } from './search/search-index.js';
import { ContentCopy } from './store/content-copy.js';
import { SearchPresenter } from './search.presenter.js';
import { NO_SPACE } from '../spaces/placed-space.js';

/** Searches the newest main content of a space. */
@Injectable()
export class SearchService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly index: SearchIndex,
    private readonly presenter: SearchPresenter,
    private readonly cursors: Cursors,
    private readonly copies: ContentCopy,
    private readonly answers: SearchAnswers,
  ) {}

  async search(actor: Actor, spaceId: string, { query, page, limit }: SearchQuery): Promise<WrittenAnswer> {
    const space = await this.access.loadContent(actor, spaceId);
    const scope = cursorScope('space-search', { space: spaceId, query });
    const after = this.cursors.decode(scope, page, SEARCH_ORDER);
    // Only the last part may hold what parts are joined by.
    return this.answers.get(space, [limit, page, query], NO_SPACE, () => this.read(space, scope, query, limit, after));
  }

  /** The index changes with the revision, in one transaction, so what it finds is the revision's as well. */
  private async read(space: ViewedSpace, scope: string, query: string, limit: number, after: readonly CursorValue[]): Promise<ReadAnswer> {
    if (space.source) await this.copies.finish([space.id]);
    const found = await this.index.search(space.id, query, { limit, after });
    const body: SearchResultListDto = {
      ...(found.next === undefined ? {} : { next: { page: this.cursors.encode(scope, found.next) } }),
      count: found.count,
      items: this.presenter.pages(space, found.hits),
    };
    return { revisionId: found.revisionId ?? space.revisionId, body };
  }
}
