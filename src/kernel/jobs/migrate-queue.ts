import { Logger, runMigrations } from 'graphile-worker';
import { queuePool } from './queue-pool.js';

/** Brings the queue's own tables up to date; the caller sees to it that nobody else does at the same time. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  // A lost connection ends the statement under way, too, which tells of it.
  const pgPool = queuePool(databaseUrl, 1, 0, () => undefined);
  try {
    await runMigrations({ pgPool, logger: SILENT });
  } finally {
    await pgPool.end();
  }
}

const SILENT = new Logger(() => () => undefined);
