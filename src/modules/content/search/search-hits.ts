import type { Database, Statement } from '../../../kernel/database/database.js';
import type { ParsedQuery } from './parsed-query.js';
import { excerpts } from './search-excerpt.js';
import { ANY_KEY, keysAtOnce } from './search-statements.js';

export interface SearchHit {
  readonly spaceId: string;
  readonly pageId: string;
  /** Matching sections in the order of the page, ten at most; none when the words are in the title or the description only. */
  readonly sections: readonly SectionHit[];
  /** Of the page in the newest main content. */
  readonly place?: { readonly title: string; readonly path: string };
}

export interface SectionHit {
  readonly anchor: string;
  readonly title: string;
  /** An excerpt of at most 300 UTF-16 units in one line, around the first word of the query. */
  readonly body: string;
}

export interface FoundHits {
  /** All matching pages. */
  readonly count: number;
  readonly hits: readonly SearchHit[];
  /** Of each hit. */
  readonly ranks: readonly number[];
  /** Of the first space. */
  readonly revisionId?: string;
}

/** The row that a statement of hits answers; a list without rows is null. Numbers are places in the hits, from 1. */
interface HitRow {
  count: number;
  revision_id: string | null;
  hits: [spaceId: string, pageId: string, rank: number][] | null;
  sections: [number: number, anchor: string, title: string, body: string][] | null;
  places: [number: number, title: string, path: string][] | null;
}

const SECTIONS_A_PAGE = 10;

/** @param own parameters that the statement has beyond those of every statement of hits */
export async function findHits(db: Database, statement: Statement, spaceIds: readonly string[], query: ParsedQuery, own: readonly unknown[]): Promise<FoundHits> {
  const scores = [{ query: query.all(ANY_KEY), points: 0 }, ...query.scores(ANY_KEY)];
  const [row] = await db.read<HitRow>(statement, [
    spaceIds,
    scores.map((score) => score.query),
    scores.map((score) => score.points),
    query.each(ANY_KEY),
    query.runsToVerify,
    keysAtOnce(query),
    query.any(''),
    query.all(''),
    query.anyInHeading(''),
    SECTIONS_A_PAGE,
    ...own,
  ]);
  const found = row?.hits ?? [];
  const sections = found.map((): SectionHit[] => []);
  const places = new Array<SearchHit['place']>(found.length);
  const excerpt = excerpts(query);
  for (const [number, anchor, title, body] of row?.sections ?? []) sections[number - 1]?.push({ anchor, title, body: excerpt(body) });
  for (const [number, title, path] of row?.places ?? []) places[number - 1] = { title, path };
  const hits = found.map(([spaceId, pageId], index) => ({ spaceId, pageId, sections: sections[index] ?? [], place: places[index] }));
  return { count: row?.count ?? 0, hits, ranks: found.map(([, , rank]) => rank), revisionId: row?.revision_id ?? undefined };
}
