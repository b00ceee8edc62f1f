import type { Database } from '../../../kernel/database/database.js';
import type { Replacement } from './outline-moves.js';

/** Of each kind of part: what writes places, given as lists of ids ($1), positions ($2) and, for sections, groups ($3). */
const WRITES = {
  group: `UPDATE site_section_groups SET position = placed.position
    FROM unnest($1::text[], $2::text[]) AS placed (id, position) WHERE site_section_groups.id = placed.id`,
  section: `UPDATE site_sections SET position = placed.position, group_id = placed.group_id
    FROM unnest($1::text[], $2::text[], $3::text[]) AS placed (id, position, group_id) WHERE site_sections.id = placed.id`,
  'site-space': `UPDATE site_spaces SET position = placed.position
    FROM unnest($1::text[], $2::text[]) AS placed (id, position) WHERE site_spaces.id = placed.id`,
} as const satisfies Record<Replacement['kind'], string>;

/** Writes other places for parts of a site, all of one kind in one statement. */
export async function replace(db: Database, replacements: readonly Replacement[]): Promise<void> {
  for (const kind of ['group', 'section', 'site-space'] as const) {
    const placed = replacements.filter((replacement) => replacement.kind === kind);
    if (placed.length === 0) continue;
    const columns = [placed.map(({ id }) => id), placed.map(({ position }) => position)];
    const groups = placed.flatMap((replacement) => (replacement.kind === 'section' ? [replacement.groupId] : []));
    await db.query(WRITES[kind], kind === 'section' ? [...columns, groups] : columns);
  }
}
