import type { Statement } from '../../../kernel/database/database.js';
import { type KeysetColumn, keysetCondition, keysetOrder } from '../../../kernel/pagination/keyset.js';
import { MAIN_LINE } from '../store/line-state.js';
import { waysUp } from '../store/page-rows.js';
import { ANY_KEY, isTextOf, keysOf, placesOf, queryFor } from './search-statements.js';

/**
 * A statement that answers one row: how many pages of spaces match, which of them are `hits`, and what is told of those,
 * each a JSON list of rows; and the newest revision of the first space, in the same moment. So much in one statement
 * because asking costs more than what is asked.
 * $1 spaces, $2 and $3 queries of the scores and their points, all pieces first, $4 each piece, $5 runs, $6 spaces in one
 * tsquery, $7..$9 tsqueries of sections: any piece, all pieces, any in the heading; $10 sections a page
 * @param hits SQL: rows (number, space_id, page_id, home_id, version, rank) of `matched`, which has all but the number
 */
function hitStatement(name: string, hits: string): Statement {
  return {
    name,
    text: `
    WITH RECURSIVE scored AS MATERIALIZED (
      SELECT text.* FROM ${keysOf('$1', '$6')} AS chunk,
        search_pages_scored(array(SELECT ${queryFor('template')} FROM unnest($2::text[]) WITH ORDINALITY AS asked (template, number) ORDER BY number), $3::integer[], $5::text[]) AS text
    ), matched AS MATERIALIZED (
      SELECT place.*, text.rank
      FROM scored AS text ${placesOf('text', 'place.space_id = ANY ($1::text[])')}
      WHERE text.is_match AND NOT text.split
      UNION ALL
      SELECT place.*, coalesce((SELECT sum(rank) FROM scored AS text WHERE ${isTextOf('place', 'text')}), 0)::integer
      FROM (
        SELECT place.space_id, place.home_id, place.page_id, place.version
        FROM search_places AS place JOIN search_pages AS page ON ${isTextOf('place', 'page')}, unnest($4::text[]) WITH ORDINALITY AS piece (query, number)
        WHERE place.space_id = ANY ($1::text[]) AND place.split AND page.terms @@ replace(piece.query, '${ANY_KEY}', right(place.home_id, 8))::tsquery
          AND NOT EXISTS (SELECT FROM unnest($5::text[]) AS run WHERE strpos(page.runs, run) = 0)
        GROUP BY place.space_id, place.home_id, place.page_id, place.version
        HAVING count(DISTINCT piece.number) = cardinality($4::text[])
      ) AS place
    ), hits AS MATERIALIZED (${hits}
    ), best AS (
      -- Of a long section the first row that has the most. Those with all pieces first, then those with one in the heading.
      SELECT number, ordinal, row, row_number() OVER (PARTITION BY number ORDER BY complete DESC, headed DESC, ordinal) AS place
      FROM (
        SELECT DISTINCT ON (number, section) number, section, ordinal, row, complete, headed
        FROM hits
        -- OFFSET 0 keeps the planner from turning the look-ups by page into one scan of the whole table.
        CROSS JOIN LATERAL (
          SELECT section, ordinal, ctid AS row, terms @@ $8::tsquery AS complete, terms @@ $9::tsquery AS headed
          FROM search_sections AS own
          WHERE ${isTextOf('own', 'hits')} AND terms @@ $7::tsquery
          OFFSET 0
        ) AS matching
        ORDER BY number, section, complete DESC, ordinal
      ) AS sections
    ), up AS (${waysUp('hits AS wanted', `'${MAIN_LINE}'`)}
    )
    SELECT
      (SELECT count(*)::integer FROM matched) AS count,
      (SELECT revision_id FROM spaces WHERE id = ($1::text[])[1]) AS revision_id,
      (SELECT json_agg(json_build_array(space_id, page_id, rank) ORDER BY number) FROM hits) AS hits,
      (
        SELECT json_agg(json_build_array(number, anchor, title, body) ORDER BY number, ordinal)
        FROM best CROSS JOIN LATERAL (SELECT anchor, title, body FROM search_sections AS own WHERE own.ctid = best.row OFFSET 0) AS text
        WHERE place <= $10
      ) AS sections,
      (SELECT json_agg(json_build_array(number, title, path)) FROM up WHERE parent_id IS NULL) AS places`,
  };
}

export const SEARCH_ORDER: readonly KeysetColumn[] = [
  { sql: 'rank', direction: 'desc', kind: 'number' },
  { sql: 'page_id', direction: 'asc' },
];

/** The best pages of all. $11 limit, $12 rank and $13 page of the cursor */
export const FIND_HITS: Statement = hitStatement(
  'search-find-hits',
  `
      SELECT row_number() OVER (ORDER BY ${keysetOrder(SEARCH_ORDER)}) AS number, * FROM matched
      WHERE $12::integer IS NULL OR ${keysetCondition(SEARCH_ORDER, 12)}
      ORDER BY number LIMIT $11`,
);

/** The best pages of each space. $11 pages a space */
export const FIND_HITS_OF_SPACES: Statement = hitStatement(
  'search-find-hits-of-spaces',
  `
      SELECT row_number() OVER (ORDER BY space_id, place) AS number, *
      FROM (SELECT *, row_number() OVER (PARTITION BY space_id ORDER BY ${keysetOrder(SEARCH_ORDER)}) AS place FROM matched) AS ranked
      WHERE place <= $11`,
);
