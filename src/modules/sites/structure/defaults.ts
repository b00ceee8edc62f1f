import type { Database } from '../../../kernel/database/database.js';

/** Makes a section the default one of its site, instead of the one that is; within a transaction that has locked the site. */
export async function makeDefaultSection(db: Database, siteId: string, sectionId: string): Promise<void> {
  // One after the other: there are never two.
  await db.query('UPDATE site_sections SET is_default = false WHERE site_id = $1 AND is_default AND id <> $2', [siteId, sectionId]);
  await db.query('UPDATE site_sections SET is_default = true WHERE site_id = $1 AND id = $2 AND NOT is_default', [siteId, sectionId]);
}

/** Makes a site space the default one of its section, or of the root, as `makeDefaultSection` does. */
export async function makeDefaultSiteSpace(db: Database, siteId: string, siteSpaceId: string): Promise<void> {
  await db.query(
    `UPDATE site_spaces SET is_default = false WHERE site_id = $1 AND is_default AND id <> $2
       AND section_id IS NOT DISTINCT FROM (SELECT section_id FROM site_spaces WHERE site_id = $1 AND id = $2)`,
    [siteId, siteSpaceId],
  );
  await db.query('UPDATE site_spaces SET is_default = true WHERE site_id = $1 AND id = $2 AND NOT is_default', [siteId, siteSpaceId]);
}
