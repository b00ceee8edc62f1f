import type { Statement } from '../../../kernel/database/database.js';
import { type KeysetColumn, keysetCondition, keysetOrder } from '../../../kernel/pagination/keyset.js';

export const SEARCH_ORDER: readonly KeysetColumn[] = [
  { sql: 'rank', direction: 'desc', kind: 'number' },
  { sql: 'page_id', direction: 'asc' },
];

/** Stands for a key in the text of a query: in a space, what texts start with that were written there or in another. */
export const ANY_KEY = '\u0001';

/** SQL: the text by which a page of a space is found is the one of this alias. */
export function isTextOf(place: string, text: string): string {
  return `${place}.home_id = ${text}.home_id AND ${place}.page_id = ${text}.page_id AND ${place}.version = ${text}.version`;
}

/**
 * SQL: the places of a text, each by a look-up of its own.
 * @param condition on the place
 */
export function placesOf(text: string, condition: string): string {
  // OFFSET 0 keeps the planner from turning the look-ups into one scan of the whole table; these columns are in the index.
  return `CROSS JOIN LATERAL (SELECT space_id, home_id, page_id, version FROM search_places place WHERE ${condition} AND ${isTextOf('place', text)} OFFSET 0) AS place`;
}

/** $1 space, $2 pages */
export const REMOVE: Statement = { name: 'search-remove', text: 'SELECT search_remove($1, $2)' };

/** $1 space, $2..$6 columns of `search_pages` (terms as words parted by spaces), $7..$13 columns of `search_sections`; the pages have no place */
export const INSERT: Statement = {
  name: 'search-insert',
  text: `
    WITH texts AS MATERIALIZED (
      -- The last text of the page may be found in other spaces, and stays.
      SELECT page_id, split, coalesce((SELECT max(version) + 1 FROM search_pages known WHERE known.home_id = $1 AND known.page_id = page.page_id), 0) AS version
      FROM (SELECT DISTINCT page_id, split FROM unnest($2::text[], $4::boolean[]) AS row (page_id, split)) AS page
    ), places AS (
      INSERT INTO search_places (space_id, page_id, home_id, version, split) SELECT $1, page_id, $1, version, split FROM texts
    ), sections AS (
      INSERT INTO search_sections (home_id, page_id, version, ordinal, section, anchor, title, body, terms)
      SELECT $1, page_id, version, ordinal, section, anchor, title, body, array_to_tsvector(string_to_array(terms, ' '))
      FROM unnest($7::text[], $8::integer[], $9::integer[], $10::text[], $11::text[], $12::text[], $13::text[])
        AS row (page_id, ordinal, section, anchor, title, body, terms) JOIN texts USING (page_id)
    )
    INSERT INTO search_pages (home_id, page_id, version, part, split, runs, terms)
    SELECT $1, page_id, version, part, row.split, runs, search_terms(string_to_array(terms, ' '), $1, target.organization_id)
    FROM unnest($2::text[], $3::integer[], $4::boolean[], $5::text[], $6::text[]) AS row (page_id, part, split, runs, terms)
    JOIN texts USING (page_id) JOIN targets target ON target.id = $1`,
};

/**
 * One row at least, with the number of all matching pages; as many as there are hits after ($8 rank, $9 page), at most $7.
 * $1 space, $2 tsquery of all pieces, $3 tsqueries of each, $4 runs that have to stand in the page,
 * $5 and $6 queries of the scores and their points
 */
export const FIND_PAGES: Statement = {
  name: 'search-find-pages',
  text: `
    WITH homes AS MATERIALIZED (
      SELECT $1 AS id UNION SELECT home_id FROM search_homes WHERE space_id = $1
    ), matched AS MATERIALIZED (
      SELECT place.home_id, place.page_id, place.version
      FROM homes, search_pages_matching(replace($2, '${ANY_KEY}', right(homes.id, 8))::tsquery) AS page
      ${placesOf('page', 'place.space_id = $1')}
      WHERE page.home_id = homes.id AND NOT page.split
        AND NOT EXISTS (SELECT FROM unnest($4::text[]) AS run WHERE strpos(page.runs, run) = 0)
      UNION ALL
      SELECT place.home_id, place.page_id, place.version
      FROM search_places AS place JOIN search_pages AS page ON ${isTextOf('place', 'page')}, unnest($3::text[]) WITH ORDINALITY AS piece (query, number)
      WHERE place.space_id = $1 AND place.split AND page.terms @@ replace(piece.query, '${ANY_KEY}', right(place.home_id, 8))::tsquery
        AND NOT EXISTS (SELECT FROM unnest($4::text[]) AS run WHERE strpos(page.runs, run) = 0)
      GROUP BY place.home_id, place.page_id, place.version
      HAVING count(DISTINCT piece.number) = cardinality($3::text[])
    ), points AS (
      SELECT home_id, page_id, version, 0 AS points, true AS is_match FROM matched
      UNION ALL
      SELECT page.home_id, page.page_id, page.version, score.points, false
      FROM homes, unnest($5::text[], $6::integer[]) AS score (query, points),
        search_pages_matching(replace(score.query, '${ANY_KEY}', right(homes.id, 8))::tsquery) AS page
      WHERE page.home_id = homes.id
    ), ranked AS (
      SELECT page_id, sum(points)::integer AS rank FROM points GROUP BY home_id, page_id, version HAVING bool_or(is_match)
    )
    SELECT total.count, hit.page_id, hit.rank
    FROM (SELECT count(*)::integer AS count FROM matched) AS total
    LEFT JOIN (
      SELECT page_id, rank FROM ranked
      WHERE $8::integer IS NULL OR ${keysetCondition(SEARCH_ORDER, 8)}
      ORDER BY ${keysetOrder(SEARCH_ORDER)}
      LIMIT $7
    ) AS hit ON true
    ORDER BY ${keysetOrder(SEARCH_ORDER)}`,
};

/**
 * The best sections of pages: those with all pieces first, then those with one in the heading; of a long section
 * the first such row. $1 spaces, $2 pages, each pair one page; $3..$5 tsqueries: any piece, all pieces, any in the heading; $6 sections a page
 */
export const FIND_SECTIONS: Statement = {
  name: 'search-find-sections',
  text: `
    SELECT best.number::integer, row.anchor, row.title, row.body
    FROM (
      SELECT number, home_id, page_id, version, ordinal, row_number() OVER (PARTITION BY number ORDER BY complete DESC, headed DESC, ordinal) AS place
      FROM (
        SELECT DISTINCT ON (number, section) wanted.number, place.home_id, place.page_id, place.version, section, ordinal, complete, headed
        FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (space_id, page_id, number)
        -- OFFSET 0 keeps the planner from turning the look-ups by page into one scan of the whole table.
        CROSS JOIN LATERAL (SELECT * FROM search_places AS own WHERE own.space_id = wanted.space_id AND own.page_id = wanted.page_id OFFSET 0) AS place
        CROSS JOIN LATERAL (
          SELECT section, ordinal, terms @@ $4::text::tsquery AS complete, terms @@ $5::text::tsquery AS headed
          FROM search_sections AS own
          WHERE ${isTextOf('own', 'place')} AND terms @@ $3::text::tsquery
          OFFSET 0
        ) AS matched
        ORDER BY number, section, complete DESC, ordinal
      ) AS matching
    ) AS best
    CROSS JOIN LATERAL (
      SELECT ordinal, anchor, title, body FROM search_sections AS own
      WHERE ${isTextOf('own', 'best')} AND own.ordinal = best.ordinal
      OFFSET 0
    ) AS row
    WHERE best.place <= $6
    ORDER BY best.number, row.ordinal`,
};
