import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import type { CursorValue } from '../../../kernel/pagination/keyset.js';
import { FIND_SPACES_AMONG, FIND_SPACES_SEEN } from './organization-statements.js';
import { ContentCopy } from '../store/content-copy.js';
import type { Sight } from '../../access/sight.js';
import { FIND_HITS_OF_SPACES } from './hit-statements.js';
import { ParsedQuery } from './parsed-query.js';
import { findHits, type SearchHit } from './search-hits.js';
import type { SearchOptions } from './search-index.js';
import { ANY_KEY, keysAtOnce } from './search-statements.js';

/** The order of spaces: the values of a cursor are the rank, a whole number, and the space's id. */
export { SPACE_ORDER } from './organization-statements.js';

export interface SpaceHits {
  readonly spaceId: string;
  /** Its best pages, at most `PAGES_A_SPACE`. */
  readonly hits: readonly SearchHit[];
}

export interface OrganizationSearchResult {
  /** All spaces that have a matching page. */
  readonly count: number;
  readonly spaces: readonly SpaceHits[];
  readonly next?: readonly CursorValue[];
}

export const PAGES_A_SPACE = 10;

/** Where to look: in these spaces, or wherever in an organization the caller sees. */
export type SearchedSpaces = { readonly among: readonly string[] } | { readonly organizationId: string; readonly sight: Sight };

/**
 * Searches many spaces at once, with results grouped by space. Few spaces are looked through one by one, so that
 * what it costs doesn't follow from any other; a whole organization by what it has of the words.
 */
@Injectable()
export class OrganizationSearch {
  constructor(
    private readonly db: Database,
    private readonly copies: ContentCopy,
  ) {}

  async search(spaces: SearchedSpaces, text: string, { limit, after = [] }: SearchOptions): Promise<OrganizationSearchResult> {
    const query = ParsedQuery.parse(text);
    if (query === undefined || ('among' in spaces && spaces.among.length === 0)) return { count: 0, spaces: [] };
    const { count, found } = await this.findSpaces(spaces, query, limit + 1, after);
    const shown = found.slice(0, limit);
    const hits = await this.findPages(shown.map(({ spaceId }) => spaceId), query);
    const last = shown.at(-1);
    return found.length > limit && last !== undefined ? { count, spaces: hits, next: [last.rank, last.spaceId] } : { count, spaces: hits };
  }

  private async findSpaces(spaces: SearchedSpaces, query: ParsedQuery, limit: number, after: readonly CursorValue[]): Promise<{ count: number; found: { spaceId: string; rank: number }[] }> {
    const pieces = [query.all(ANY_KEY), query.each(ANY_KEY), query.runsToVerify, query.allInTitle(ANY_KEY)];
    const [rank = null, spaceId = null] = after;
    const page = [limit, rank, spaceId];
    const rows = await ('among' in spaces
      ? this.db.read<FoundRow>(FIND_SPACES_AMONG, [spaces.among, ...pieces, keysAtOnce(query), ...page])
      : this.db.read<FoundRow>(FIND_SPACES_SEEN, [spaces.organizationId, ...pieces, ...seen(spaces.sight), ...page]));
    const unfinished = rows[0]?.unfinished ?? [];
    if (unfinished.length > 0) {
      await this.copies.finish(unfinished);
      return this.findSpaces(spaces, query, limit, after);
    }
    const found = rows.flatMap(({ space_id: spaceId, rank }) => (spaceId === null || rank === null ? [] : [{ spaceId, rank }]));
    return { count: rows[0]?.count ?? 0, found };
  }

  private async findPages(spaceIds: readonly string[], query: ParsedQuery): Promise<SpaceHits[]> {
    if (spaceIds.length === 0) return [];
    const { hits } = await findHits(this.db, FIND_HITS_OF_SPACES, spaceIds, query, [PAGES_A_SPACE]);
    return spaceIds.map((spaceId) => ({ spaceId, hits: hits.filter((hit) => hit.spaceId === spaceId) }));
  }
}

interface FoundRow {
  count: number;
  /** Copies that aren't finished: what is found in them isn't known yet. */
  unfinished: readonly string[] | null;
  space_id: string | null;
  rank: number | null;
}

function seen({ sees, granted }: Sight): readonly unknown[] {
  return [sees === 'all', sees !== 'granted', granted];
}
