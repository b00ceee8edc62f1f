import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import type { CursorValue } from '../../../kernel/pagination/keyset.js';
import { FIND_HITS } from './hit-statements.js';
import { ParsedQuery } from './parsed-query.js';
import { findHits, type SearchHit } from './search-hits.js';
import { searchRows, type SearchablePage, type SearchRows } from './search-rows.js';
import { PART, REKEY, RELEASE, SHARE } from './search-sharing-statements.js';
import { INSERT, REMOVE } from './search-statements.js';

/** The order of hits: the values of a cursor are the rank, a whole number, and the page's id. */
export { SEARCH_ORDER } from './hit-statements.js';

export interface SearchResult {
  /** All matching pages. */
  readonly count: number;
  readonly hits: readonly SearchHit[];
  /** There while more hits follow: `after` of the next search. */
  readonly next?: readonly CursorValue[];
  /** The newest revision of the space, in which this was found; absent when there was nothing to look for. */
  readonly revisionId?: string;
}

export interface SearchOptions {
  /** 1 or more. */
  readonly limit: number;
  /** `next` of an earlier search. */
  readonly after?: readonly CursorValue[];
}

/** Bounds the memory that one statement takes on both sides, in UTF-16 units. */
const LARGEST_BATCH = 8_000_000;

/** Finds the pages of a space by the words in their titles, descriptions, headings and bodies. */
@Injectable()
export class SearchIndex {
  constructor(private readonly db: Database) {}

  /** Puts pages into the index, in place of what it had of them. Each page once; inside the caller's transaction. */
  async replace(spaceId: string, pages: readonly SearchablePage[]): Promise<void> {
    await Promise.all([this.remove(spaceId, pages.map((page) => page.pageId)), this.insertAll(spaceId, pages)]);
  }

  /** Takes pages out of the index; ids that it doesn't have are fine. */
  async remove(spaceId: string, pageIds: readonly string[]): Promise<void> {
    if (pageIds.length > 0) await this.db.query(REMOVE, [spaceId, pageIds]);
  }

  /** Follows spaces to the organization in which they are now. Inside a transaction that keeps their content from changing. */
  async follow(spaceIds: readonly string[]): Promise<void> {
    // Whoever is writing to them now writes under the old organization's key: that is waited for.
    await this.db.query('SELECT FROM spaces WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [spaceIds]);
    await this.db.query(REKEY, [spaceIds]);
    const parted = await this.db.query<{ home_id: string; page_id: string; version: number }>(PART, [spaceIds]);
    // Whoever had them may have given them up meanwhile.
    if (parted.length > 0) await this.db.query(RELEASE, [parted.map((text) => text.home_id), parted.map((text) => text.page_id), parted.map((text) => text.version)]);
  }

  /** Lets a space that has nothing find what another one finds. Inside a transaction that keeps the other's content from changing. */
  async share(spaceId: string, newSpaceId: string): Promise<void> {
    await this.db.query(SHARE, [spaceId, newSpaceId]);
  }

  /**
   * The pages that hold every word of the query, best first; the order is total, and `after` works whatever
   * happened to the page that it names. Any text is a query; one without letters and digits finds nothing.
   */
  async search(spaceId: string, text: string, { limit, after = [] }: SearchOptions): Promise<SearchResult> {
    const query = ParsedQuery.parse(text);
    if (query === undefined) return { count: 0, hits: [] };
    const [rank = null, pageId = null] = after;
    const { count, hits, ranks, revisionId } = await findHits(this.db, FIND_HITS, [spaceId], query, [limit + 1, rank, pageId]);
    if (hits.length <= limit) return { count, hits, revisionId };
    const last = hits[limit - 1];
    return { count, hits: hits.slice(0, limit), revisionId, next: [ranks[limit - 1] ?? 0, last?.pageId ?? ''] };
  }

  private async insertAll(spaceId: string, pages: readonly SearchablePage[]): Promise<void> {
    let batch: IndexedPage[] = [];
    let size = 0;
    for (const page of pages) {
      const rows = searchRows(spaceId, page);
      batch.push({ pageId: page.pageId, rows });
      size += sizeOf(rows);
      if (size >= LARGEST_BATCH) {
        await this.insert(spaceId, batch);
        batch = [];
        size = 0;
      }
    }
    await this.insert(spaceId, batch);
  }

  private async insert(spaceId: string, batch: readonly IndexedPage[]): Promise<void> {
    if (batch.length === 0) return;
    const pages = batch.flatMap(({ pageId, rows }) =>
      rows.parts.map((terms, part) => ({ pageId, part, split: rows.parts.length > 1, runs: rows.runs, terms })),
    );
    const sections = batch.flatMap(({ pageId, rows }) => rows.sections.map((row, ordinal) => ({ pageId, ordinal, ...row })));
    await this.db.query(INSERT, [
      spaceId,
      pages.map((page) => page.pageId),
      pages.map((page) => page.part),
      pages.map((page) => page.split),
      pages.map((page) => page.runs),
      pages.map((page) => page.terms),
      sections.map((row) => row.pageId),
      sections.map((row) => row.ordinal),
      sections.map((row) => row.section),
      sections.map((row) => row.anchor),
      sections.map((row) => row.title),
      sections.map((row) => row.body),
      sections.map((row) => row.lexemes),
    ]);
  }
}

interface IndexedPage {
  readonly pageId: string;
  readonly rows: SearchRows;
}

function sizeOf({ parts, runs, sections }: SearchRows): number {
  let size = runs.length;
  for (const part of parts) size += part.length;
  for (const row of sections) size += row.body.length + row.lexemes.length;
  return size;
}
