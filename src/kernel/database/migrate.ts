import type { DataSource } from 'typeorm';
import { isQueueMigrated, migrateQueue } from '../jobs/migrate-queue.js';
import { sqlState } from './database.js';
import { LaterDatabaseError } from './later-database-error.js';

/** Any number that nothing else in the database locks by; spells "docs". */
const MIGRATION_LOCK = 0x64_6f_63_73;

/** SQLSTATE of an empty database. */
const NO_TABLE = '42P01';

/**
 * Brings the schema up to date. Nodes that start at the same time wait for each other, so each
 * migration runs once.
 * @throws LaterDatabaseError when a later version has migrated it
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.connect();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseLater(dataSource, (text) => lock.query(text));
    await dataSource.runMigrations();
    if (!(await isQueueMigrated((text) => lock.query(text)))) await migrateQueue(urlOf(dataSource));
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await lock.release();
  }
}

/** What this version writes may not be what a later one keeps. */
async function refuseLater({ migrations }: DataSource, query: (text: string) => Promise<{ name: string }[]>): Promise<void> {
  const known = new Set(migrations.map(({ constructor: { name } }) => name));
  const ran = await query('SELECT name FROM migrations ORDER BY id').catch((error: unknown) => {
    if (sqlState(error) === NO_TABLE) return [];
    throw error;
  });
  const unknown = ran.filter(({ name }) => !known.has(name)).at(-1);
  if (unknown !== undefined) throw new LaterDatabaseError(unknown.name);
}

/** Whether every migration of this version has run. */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  return !(await dataSource.showMigrations());
}

function urlOf({ options }: DataSource): string {
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('The database is named by its address.');
  return options.url;
}
