import { queuePool } from './queue-pool.js';

/** The newest of the queue's own migrations: while it has run, the queue isn't loaded for them. */
export const NEWEST = 19;

/** Whether all of them have run; `query` asks the database. */
export async function isQueueMigrated(query: (text: string) => Promise<unknown>): Promise<boolean> {
  const rows = await query('SELECT FROM graphile_worker.migrations WHERE id = ' + String(NEWEST)).catch(() => []); // no table: none has run
  return Array.isArray(rows) && rows.length > 0;
}

/** Brings the queue's own tables up to date; the caller sees to it that nobody else does at the same time. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker');
  // A lost connection ends the statement under way, too, which tells of it.
  const pgPool = queuePool(databaseUrl, 1, 0, () => undefined);
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
  } finally {
    await pgPool.end();
  }
}
