import type { Config } from '../config/config.js';

/** What a worker's environment says that differs from the node's: the database, and its share of what the settings give to the whole node. */
export function workerSettings({ workers, jobConcurrency, databasePoolSize }: Pick<Config, 'workers' | 'jobConcurrency' | 'databasePoolSize'>, databaseUrl: string, place: number): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(Math.max(2, share(databasePoolSize, workers, place))),
    JOB_CONCURRENCY: String(share(jobConcurrency, workers, place)),
  };
}

/** Shares differ by one at most, and sum up to the whole. */
function share(whole: number, workers: number, place: number): number {
  return Math.floor(whole / workers) + (place < whole % workers ? 1 : 0);
}
