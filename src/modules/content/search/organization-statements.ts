import type { Statement } from '../../../kernel/database/database.js';
import { type KeysetColumn, keysetCondition, keysetOrder } from '../../../kernel/pagination/keyset.js';

/** Stands for a space's key in the text of a query that is meant for many spaces. */
export const ANY_KEY = '\u0001';

/** A tsquery may not have more parts than this; PostgreSQL's own limit is 32,767. */
export const MOST_PARTS = 30_000;

export const SPACE_ORDER: readonly KeysetColumn[] = [
  { sql: 'rank', direction: 'desc', kind: 'number' },
  { sql: 'space_id', direction: 'asc' },
];

/** SQL: one tsquery for up to `size` spaces at once, from the text of a query with a key to be filled in. */
function queriesFor(spaces: string, template: string, size: string): string {
  return `(
    SELECT string_agg('(' || replace(${template}, '${ANY_KEY}', right(id, 8)) || ')', ' | ')::tsquery AS query
    FROM unnest(${spaces}::text[]) WITH ORDINALITY AS numbered (id, number) GROUP BY (number - 1) / ${size})`;
}

/** SQL: pages of the spaces that hold every piece, those in several parts included. */
function matchedPages(spaces: string, all: string, each: string, runs: string, size: string): string {
  return `
    SELECT page.space_id, page.page_id
    FROM ${queriesFor(spaces, all, size)} AS chunk, search_pages_matching(chunk.query) AS page
    WHERE page.space_id = ANY (${spaces}::text[]) AND NOT page.split
      AND NOT EXISTS (SELECT FROM unnest(${runs}::text[]) AS run WHERE strpos(page.runs, run) = 0)
    UNION
    SELECT page.space_id, page.page_id
    FROM search_pages AS page, unnest(${each}::text[]) WITH ORDINALITY AS piece (query, number)
    WHERE page.space_id = ANY (${spaces}::text[]) AND page.split
      AND page.terms @@ replace(piece.query, '${ANY_KEY}', right(page.space_id, 8))::tsquery
      AND NOT EXISTS (SELECT FROM unnest(${runs}::text[]) AS run WHERE strpos(page.runs, run) = 0)
    GROUP BY page.space_id, page.page_id
    HAVING count(DISTINCT piece.number) = cardinality(${each}::text[])`;
}

/**
 * One row at least, with the number of all spaces that have matching pages. Spaces with all words in a title come
 * first, then those with more matching pages. $1 spaces to look in, $2 all pieces, $3 each piece, $4 runs,
 * $5 all pieces in a title, $6 spaces in one tsquery, $7 limit, $8 rank and $9 space of the cursor
 */
export const FIND_SPACES: Statement = {
  name: 'search-find-spaces',
  text: `
    WITH matched AS MATERIALIZED (${matchedPages('$1', '$2', '$3', '$4', '$6')}),
    titled AS (
      SELECT DISTINCT page.space_id FROM ${queriesFor('$1', '$5', '$6')} AS chunk, search_pages_matching(chunk.query) AS page
      WHERE page.space_id = ANY ($1::text[])
    ), ranked AS (
      SELECT space_id, (count(*) + CASE WHEN space_id IN (SELECT space_id FROM titled) THEN 1000000000 ELSE 0 END)::integer AS rank
      FROM matched GROUP BY space_id
    )
    SELECT total.count, hit.space_id, hit.rank
    FROM (SELECT count(*)::integer AS count FROM ranked) AS total
    LEFT JOIN (
      SELECT space_id, rank FROM ranked WHERE $8::integer IS NULL OR ${keysetCondition(SPACE_ORDER, 8)}
      ORDER BY ${keysetOrder(SPACE_ORDER)} LIMIT $7
    ) AS hit ON true
    ORDER BY ${keysetOrder(SPACE_ORDER)}`,
};

/**
 * The best pages of each space. $1 spaces, $2 all pieces, $3 each piece, $4 runs, $5 spaces in one tsquery,
 * $6 and $7 queries of the scores and their points, $8 pages a space
 */
export const FIND_PAGES_OF_SPACES: Statement = {
  name: 'search-find-pages-of-spaces',
  text: `
    WITH matched AS MATERIALIZED (${matchedPages('$1', '$2', '$3', '$4', '$5')}),
    points AS (
      SELECT space_id, page_id, 0 AS points, true AS is_match FROM matched
      UNION ALL
      SELECT page.space_id, page.page_id, score.points, false
      FROM unnest($6::text[], $7::integer[]) AS score (query, points),
        LATERAL ${queriesFor('$1', 'score.query', '$5')} AS chunk, search_pages_matching(chunk.query) AS page
      WHERE page.space_id = ANY ($1::text[])
    ), ranked AS (
      SELECT space_id, page_id, row_number() OVER (PARTITION BY space_id ORDER BY sum(points) DESC, page_id) AS place
      FROM points GROUP BY space_id, page_id HAVING bool_or(is_match)
    )
    SELECT space_id, page_id FROM ranked WHERE place <= $8 ORDER BY space_id, place`,
};
