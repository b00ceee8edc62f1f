import type { Statement } from '../../../kernel/database/database.js';
import { isTextOf } from './search-statements.js';

/** SQL: a list of the lexemes of a text, with the key of another space in place of that of its home. */
const withKeyOf = (space: string, text: string): string => `
  array(SELECT right(${space}, 8) || substr(lexeme, 9) FROM unnest(tsvector_to_array(${text}.terms)) AS lexeme WHERE left(lexeme, 8) = right(${text}.home_id, 8))`;

/** SQL: a space of another organization has the text of this place, too. */
const STAYS_BEHIND = `EXISTS (
  SELECT FROM search_places other JOIN targets ON targets.id = other.space_id
  WHERE ${isTextOf('other', 'place')} AND targets.organization_id <> target.organization_id)`;

/** Lets a space find what another one finds, by the same texts; it writes none. $1 space, $2 new space */
export const SHARE: Statement = {
  name: 'search-share',
  text: `
    WITH places AS (
      INSERT INTO search_places (space_id, page_id, home_id, version, split)
      SELECT $2, page_id, home_id, version, split FROM search_places WHERE space_id = $1 RETURNING home_id
    )
    INSERT INTO search_homes (space_id, home_id) SELECT DISTINCT $2, home_id FROM places`,
};

/** The texts of spaces that have gone to another organization are found there; not those that others keep where they are. $1 spaces */
export const REKEY: Statement = {
  name: 'search-rekey',
  text: `
    UPDATE search_pages text SET terms = search_terms(tsvector_to_array(text.terms), text.home_id, target.organization_id)
    FROM search_places place JOIN targets target ON target.id = place.space_id
    WHERE place.space_id = ANY ($1) AND ${isTextOf('place', 'text')} AND NOT ${STAYS_BEHIND}`,
};

/** Of those the spaces get texts of their own; what they had comes back. $1 spaces */
export const PART: Statement = {
  name: 'search-part',
  text: `
    WITH parted AS MATERIALIZED (
      SELECT place.*, target.organization_id,
        coalesce((SELECT max(version) + 1 FROM search_pages known WHERE known.home_id = place.space_id AND known.page_id = place.page_id), 0) AS own
      FROM search_places place JOIN targets target ON target.id = place.space_id
      WHERE place.space_id = ANY ($1) AND ${STAYS_BEHIND}
    ), pages AS (
      INSERT INTO search_pages (home_id, page_id, version, part, split, runs, terms)
      SELECT parted.space_id, text.page_id, parted.own, text.part, text.split, text.runs, search_terms(${withKeyOf('parted.space_id', 'text')}, parted.space_id, parted.organization_id)
      FROM parted JOIN search_pages text ON ${isTextOf('parted', 'text')}
    ), sections AS (
      INSERT INTO search_sections (home_id, page_id, version, ordinal, section, anchor, title, body, terms)
      SELECT parted.space_id, text.page_id, parted.own, text.ordinal, text.section, text.anchor, text.title, text.body, text.terms
      FROM parted JOIN search_sections text ON ${isTextOf('parted', 'text')}
    ), places AS (
      UPDATE search_places place SET home_id = parted.space_id, version = parted.own
      FROM parted WHERE place.space_id = parted.space_id AND place.page_id = parted.page_id
    )
    SELECT home_id, page_id, version FROM parted`,
};

/** Deletes texts that no space has any more. $1 homes, $2 pages, $3 versions */
export const RELEASE: Statement = { name: 'search-release', text: 'SELECT search_release($1, $2, $3)' };
