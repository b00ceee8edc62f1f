import type { Database } from '../../kernel/database/database.js';
import { ConflictError, PreconditionFailedError } from '../../kernel/errors/errors.js';

/** For spaces that are to leave their organization. @throws PreconditionFailedError naming a site that shows one of them */
export async function refuseSpacesInSites(db: Database, ids: readonly string[]): Promise<void> {
  const [shown] = await db.query<{ spaceId: string; siteId: string }>(
    'SELECT space_id AS "spaceId", site_id AS "siteId" FROM site_spaces WHERE space_id = ANY ($1) ORDER BY id LIMIT 1',
    [ids],
  );
  if (shown !== undefined) {
    throw new PreconditionFailedError(`The space ${shown.spaceId} is in the site ${shown.siteId}. Take it out of all sites first.`);
  }
}

/**
 * For spaces that are to come into a site, within the transaction that puts them there: none of them goes into the
 * trash before it ends.
 * @throws ConflictError for one that is there already
 */
export async function holdSpaces(db: Database, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const held = await db.query('SELECT 1 FROM targets WHERE id = ANY ($1) AND NOT trashed ORDER BY id FOR SHARE', [wanted]);
  if (held.length < wanted.length) throw new ConflictError('A space was deleted meanwhile.');
}
