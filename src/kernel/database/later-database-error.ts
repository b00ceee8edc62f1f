import { VERSION } from '../version.js';

/** The database is ahead of this version. */
export class LaterDatabaseError extends Error {
  /** @param migration that this version doesn't know */
  constructor(migration: string) {
    super(`The database was made or migrated by a later version than this one (${VERSION}): it has the migration ${migration}. Start that version, or bring back a backup of before.`);
    this.name = 'LaterDatabaseError';
  }
}
