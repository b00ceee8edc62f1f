import type { Config } from '../config/config.js';
import { EmbeddedPostgres } from './embedded-postgres.js';

/** Connections that are left to commands and to what watches the server; and the least that it takes in all. */
const BESIDE = 40;
const LEAST = 100;

export interface OpenedDatabase {
  url: string;
  /** Ends the embedded server; nothing to do for one of the operator's own. */
  close(): Promise<void>;
}

/**
 * The database of the settings: the operator's own, or the embedded one, started for this process.
 * @throws EmbeddedPostgresError for people
 */
export async function openDatabase(config: Config, log: (message: string) => void): Promise<OpenedDatabase> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, close: () => Promise.resolve() };
  const server = await EmbeddedPostgres.start({ dataDirectory: config.dataDirectory, log, maxConnections: connectionsOf(config) });
  return { url: server.url, close: () => server.stop() };
}

/** As `openDatabase`, for a command: uses the embedded server of a running service where there is one. */
export async function joinDatabase(config: Config, log: (message: string) => void): Promise<OpenedDatabase> {
  const running = config.databaseUrl === undefined ? await EmbeddedPostgres.findRunning(config.dataDirectory) : undefined;
  return running === undefined ? openDatabase(config, log) : { url: running, close: () => Promise.resolve() };
}

/** What the settings let the service open, with room for commands beside it. */
export function connectionsOf({ databasePoolSize, workers, jobConcurrency }: Pick<Config, 'databasePoolSize' | 'workers' | 'jobConcurrency'>): number {
  // Each worker has two at least, and each that does jobs two more than jobs.
  return Math.max(LEAST, Math.max(databasePoolSize, 2 * workers) + jobConcurrency + 2 * workers + BESIDE);
}
