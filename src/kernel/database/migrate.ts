import type { DataSource } from 'typeorm';
import { isQueueMigrated, migrateQueue } from '../jobs/migrate-queue.js';

/** Any number that nothing else in the database locks by; spells "docs". */
const MIGRATION_LOCK = 0x64_6f_63_73;

/**
 * Brings the schema up to date. Nodes that start at the same time wait for each other, so each
 * migration runs once.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.connect();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await dataSource.runMigrations();
    if (!(await isQueueMigrated((text) => lock.query(text)))) await migrateQueue(urlOf(dataSource));
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await lock.release();
  }
}

/** Whether every migration of this version has run. */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  return !(await dataSource.showMigrations());
}

function urlOf({ options }: DataSource): string {
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('The database is named by its address.');
  return options.url;
}
