import type { Statement } from '../../../kernel/database/database.js';
import { type KeysetColumn, keysetCondition, keysetOrder } from '../../../kernel/pagination/keyset.js';
import { ANY_KEY, isTextOf, keysOf, placesOf, queryFor } from './search-statements.js';

export const SPACE_ORDER: readonly KeysetColumn[] = [
  { sql: 'rank', direction: 'desc', kind: 'number' },
  { sql: 'space_id', direction: 'asc' },
];

/** SQL: rows (query), with one tsquery for up to `size` spaces in each, from the text of a query with a key to be filled in. */
function queriesFor(spaces: string, template: string, size: string): string {
  return `(SELECT ${queryFor(template)} AS query FROM ${keysOf(spaces, size)} AS chunk)`;
}

interface Matching {
  /** SQL: rows (query), each a tsquery to ask the index with. */
  chunks: string;
  /** SQL: rows of `search_places` in which pages of several parts are looked for. */
  split: string;
  /** SQL: condition on a place. */
  wanted: string;
  each: string;
  runs: string;
}

/** SQL: pages that hold every piece, those in several parts included. */
function matchedPages({ chunks, split, wanted, each, runs }: Matching): string {
  return `
    SELECT place.space_id, place.page_id
    FROM ${chunks} AS chunk, search_pages_matching(chunk.query) AS page
    ${placesOf('page', wanted)}
    WHERE NOT page.split
      AND NOT EXISTS (SELECT FROM unnest(${runs}::text[]) AS run WHERE strpos(page.runs, run) = 0)
    UNION
    SELECT place.space_id, place.page_id
    FROM ${split} AS place JOIN search_pages AS page ON ${isTextOf('place', 'page')}, unnest(${each}::text[]) WITH ORDINALITY AS piece (query, number)
    WHERE ${wanted} AND place.split
      AND page.terms @@ replace(piece.query, '${ANY_KEY}', right(place.home_id, 8))::tsquery
      AND NOT EXISTS (SELECT FROM unnest(${runs}::text[]) AS run WHERE strpos(page.runs, run) = 0)
    GROUP BY place.space_id, place.page_id
    HAVING count(DISTINCT piece.number) = cardinality(${each}::text[])`;
}

interface SpaceSearch {
  /** SQL: rows (space_id, page_id) */
  matched: string;
  /** SQL: rows (space_id) of spaces with all words in a title. */
  titled: string;
  /** SQL: condition on what is found (alias `found`). */
  isSeen: string;
  /** SQL: condition on spaces that are looked in. */
  isAsked: string;
  limit: string;
  /** Number of the parameter with the first value of the cursor. */
  cursor: number;
}

/**
 * SQL: one row at least, with the number of all spaces found, and those of which it isn't known yet what is found in them;
 * those with all words in a title come first, then those with more matching pages.
 */
function findSpaces({ matched, titled, isSeen, isAsked, limit, cursor }: SpaceSearch): string {
  return `
    WITH matched AS MATERIALIZED (${matched}),
    titled AS (${titled}),
    ranked AS (
      SELECT space_id, (pages + CASE WHEN space_id IN (SELECT space_id FROM titled) THEN 1000000000 ELSE 0 END)::integer AS rank
      FROM (SELECT space_id, count(*) AS pages FROM matched GROUP BY space_id) AS found WHERE ${isSeen}
    )
    SELECT total.*, hit.space_id, hit.rank
    FROM (SELECT count(*)::integer AS count, (SELECT array_agg(id) FROM spaces WHERE source_id IS NOT NULL AND ${isAsked}) AS unfinished FROM ranked) AS total
    LEFT JOIN (
      SELECT space_id, rank FROM ranked WHERE $${String(cursor)}::integer IS NULL OR ${keysetCondition(SPACE_ORDER, cursor)}
      ORDER BY ${keysetOrder(SPACE_ORDER)} LIMIT ${limit}
    ) AS hit ON true
    ORDER BY ${keysetOrder(SPACE_ORDER)}`;
}

/**
 * Among few spaces: each is asked for by its own key. $1 spaces to look in, $2 all pieces, $3 each piece, $4 runs,
 * $5 all pieces in a title, $6 spaces in one tsquery, $7 limit, $8 rank and $9 space of the cursor
 */
export const FIND_SPACES_AMONG: Statement = {
  name: 'search-find-spaces-among',
  text: findSpaces({
    matched: matchedPages({ chunks: queriesFor('$1', '$2', '$6'), split: 'search_places', wanted: 'place.space_id = ANY ($1::text[])', each: '$3', runs: '$4' }),
    titled: `SELECT DISTINCT place.space_id FROM ${queriesFor('$1', '$5', '$6')} AS chunk, search_pages_matching(chunk.query) AS page
      ${placesOf('page', 'place.space_id = ANY ($1::text[])')}`,
    isSeen: 'true',
    isAsked: 'id = ANY ($1::text[])',
    limit: '$7',
    cursor: 8,
  }),
};

/**
 * In a whole organization: what is found is then cut to what the caller sees. Pages of several parts are the very
 * large ones, few anywhere. $1 organization, $2 all pieces, $3 each piece, $4 runs, $5 all pieces in a title,
 * $6 whether everything is seen, $7 whether what is open is seen, $8 what is granted, $9 limit, $10 rank and $11 space of the cursor
 */
export const FIND_SPACES_SEEN: Statement = {
  name: 'search-find-spaces-seen',
  text: findSpaces({
    matched: matchedPages({
      chunks: `(SELECT replace($2, '${ANY_KEY}', right($1, 8))::tsquery AS query)`,
      split: '(SELECT large.* FROM search_places large JOIN targets ON targets.id = large.space_id WHERE large.split AND targets.organization_id = $1 OFFSET 0)',
      wanted: 'true',
      each: '$3',
      runs: '$4',
    }),
    titled: `SELECT DISTINCT place.space_id FROM search_pages_matching(replace($5, '${ANY_KEY}', right($1, 8))::tsquery) AS page ${placesOf('page', 'true')}`,
    isSeen: `EXISTS (SELECT FROM targets WHERE targets.id = found.space_id AND targets.organization_id = $1 AND NOT trashed
      AND ($6::boolean OR ($7::boolean AND (NOT default_fixed OR default_level IS NOT NULL)) OR ancestors && $8::text[]) OFFSET 0)`,
    isAsked: 'EXISTS (SELECT FROM targets WHERE targets.id = spaces.id AND targets.organization_id = $1)',
    limit: '$9',
    cursor: 10,
  }),
};
