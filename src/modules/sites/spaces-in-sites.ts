import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { ConflictError, PreconditionFailedError } from '../../kernel/errors/errors.js';
import { ContentCopy } from '../content/store/content-copy.js';

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

/** Spaces that come into sites. */
@Injectable()
export class SpacesForSites {
  constructor(
    private readonly db: Database,
    private readonly copies: ContentCopy,
  ) {}

  /**
   * Within the transaction that puts them into one: none of them goes into the trash before it ends. What sites tell of
   * their pages is read from rows of their own.
   * @throws ConflictError for one that is there already
   */
  async hold(ids: readonly string[]): Promise<void> {
    const wanted = [...new Set(ids)];
    const held = await this.db.query('SELECT 1 FROM targets WHERE id = ANY ($1) AND NOT trashed ORDER BY id FOR SHARE', [wanted]);
    if (held.length < wanted.length) throw new ConflictError('A space was deleted meanwhile.');
    await this.copies.finish(wanted);
  }
}
