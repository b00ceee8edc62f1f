import type { Statement } from '../../../kernel/database/database.js';
import { type KeysetColumn, keysetCondition, keysetOrder } from '../../../kernel/pagination/keyset.js';

export const SEARCH_ORDER: readonly KeysetColumn[] = [
  { sql: 'rank', direction: 'desc', kind: 'number' },
  { sql: 'page_id', direction: 'asc' },
];

/** $1 space, $2 pages */
export const REMOVE: Statement = {
  name: 'search-remove',
  text: `
    WITH removed AS (DELETE FROM search_sections WHERE space_id = $1 AND page_id = ANY ($2))
    DELETE FROM search_pages WHERE space_id = $1 AND page_id = ANY ($2)`,
};

/** $1 space, $2..$6 columns of `search_pages` (terms as words parted by spaces), $7..$13 columns of `search_sections` */
export const INSERT: Statement = {
  name: 'search-insert',
  text: `
    WITH inserted AS (
      INSERT INTO search_sections (space_id, page_id, ordinal, section, anchor, title, body, terms)
      SELECT $1, page_id, ordinal, section, anchor, title, body, array_to_tsvector(string_to_array(terms, ' '))
      FROM unnest($7::text[], $8::integer[], $9::integer[], $10::text[], $11::text[], $12::text[], $13::text[])
        AS row (page_id, ordinal, section, anchor, title, body, terms)
    )
    INSERT INTO search_pages (space_id, page_id, part, split, runs, terms)
    SELECT $1, page_id, part, split, runs, search_terms(string_to_array(terms, ' '), $1, target.organization_id)
    FROM unnest($2::text[], $3::integer[], $4::boolean[], $5::text[], $6::text[]) AS row (page_id, part, split, runs, terms)
    JOIN targets target ON target.id = $1`,
};

/** What the index knows of spaces that have gone to another organization. $1 spaces */
export const REKEY: Statement = {
  name: 'search-rekey',
  text: `
    UPDATE search_pages page SET terms = search_terms(tsvector_to_array(page.terms), page.space_id, target.organization_id)
    FROM targets target WHERE page.space_id = ANY ($1) AND target.id = page.space_id`,
};

/**
 * One row at least, with the number of all matching pages; as many as there are hits after ($8 rank, $9 page), at most $7.
 * $1 space, $2 tsquery of all pieces, $3 tsqueries of each, $4 runs that have to stand in the page,
 * $5 and $6 queries of the scores and their points
 */
export const FIND_PAGES: Statement = {
  name: 'search-find-pages',
  text: `
    WITH matched AS MATERIALIZED (
      SELECT page_id
      FROM search_pages_matching($2::text::tsquery) AS page
      WHERE space_id = $1 AND NOT split
        AND NOT EXISTS (SELECT FROM unnest($4::text[]) AS run WHERE strpos(page.runs, run) = 0)
      UNION ALL
      SELECT page.page_id
      FROM search_pages AS page, unnest($3::text[]) WITH ORDINALITY AS piece (query, number)
      WHERE page.space_id = $1 AND page.split AND page.terms @@ piece.query::tsquery
        AND NOT EXISTS (SELECT FROM unnest($4::text[]) AS run WHERE strpos(page.runs, run) = 0)
      GROUP BY page.page_id
      HAVING count(DISTINCT piece.number) = cardinality($3::text[])
    ), points AS (
      SELECT page_id, 0 AS points, true AS is_match FROM matched
      UNION ALL
      SELECT page.page_id, score.points, false
      FROM unnest($5::text[], $6::integer[]) AS score (query, points), search_pages_matching(score.query::tsquery) AS page
      WHERE page.space_id = $1
    ), ranked AS (
      SELECT page_id, sum(points)::integer AS rank FROM points GROUP BY page_id HAVING bool_or(is_match)
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
      SELECT number, space_id, page_id, ordinal, row_number() OVER (PARTITION BY number ORDER BY complete DESC, headed DESC, ordinal) AS place
      FROM (
        SELECT DISTINCT ON (number, section) wanted.number, wanted.space_id, wanted.page_id, section, ordinal, complete, headed
        FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (space_id, page_id, number)
        -- OFFSET 0 keeps the planner from turning the look-ups by page into one scan of the whole table.
        CROSS JOIN LATERAL (
          SELECT section, ordinal, terms @@ $4::text::tsquery AS complete, terms @@ $5::text::tsquery AS headed
          FROM search_sections AS own
          WHERE own.space_id = wanted.space_id AND own.page_id = wanted.page_id AND terms @@ $3::text::tsquery
          OFFSET 0
        ) AS matched
        ORDER BY number, section, complete DESC, ordinal
      ) AS matching
    ) AS best
    CROSS JOIN LATERAL (
      SELECT ordinal, anchor, title, body FROM search_sections AS own
      WHERE own.space_id = best.space_id AND own.page_id = best.page_id AND own.ordinal = best.ordinal
      OFFSET 0
    ) AS row
    WHERE best.place <= $6
    ORDER BY best.number, row.ordinal`,
};
