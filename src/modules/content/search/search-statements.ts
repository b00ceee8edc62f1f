import type { Statement } from '../../../kernel/database/database.js';
import type { ParsedQuery } from './parsed-query.js';

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

/** SQL: rows (keys), with all that texts found in spaces start with, those of up to `size` in each row. */
export function keysOf(spaces: string, size: string): string {
  return `(
    SELECT array_agg(key) AS keys
    FROM (
      SELECT key, row_number() OVER () AS number
      FROM (SELECT right(id, 8) AS key FROM unnest(${spaces}::text[]) AS id UNION SELECT right(home_id, 8) FROM search_homes WHERE space_id = ANY (${spaces}::text[])) AS keys
    ) AS numbered GROUP BY (number - 1) / ${size})`;
}

/** SQL: one tsquery for all keys of a row of `keysOf` (alias `chunk`), from the text of a query with a key to be filled in. */
export function queryFor(template: string): string {
  return `(SELECT string_agg('(' || replace(${template}, '${ANY_KEY}', key) || ')', ' | ')::tsquery FROM unnest(chunk.keys) AS key)`;
}

/** A tsquery may not have more parts than this; PostgreSQL's own limit is 32,767. */
const MOST_PARTS = 30_000;

/** Each piece of the query is a part of the tsquery for each key, and so is what joins it to the next. */
export function keysAtOnce(query: ParsedQuery): number {
  return Math.max(1, Math.floor(MOST_PARTS / (2 * Math.max(query.each('').length, 1) + 2)));
}
