import { expect } from '@jest/globals';
import { chmod, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from './embedded-postgres.js';
import { inspectProcess } from './embedded-postgres-process.js';

/** A folder for the databases of a spec, and the servers that are started in it. */
export class EmbeddedStage {
  private readonly running = new Set<EmbeddedPostgres>();
  private readonly pids = new Set<number>();

  private constructor(readonly top: string) {}

  static async open(): Promise<EmbeddedStage> {
    const top = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-')));
    // The folder is the spec's own: PostgreSQL's account may pass through it.
    await chmod(top, 0o711);
    return new EmbeddedStage(top);
  }

  async start(dataDirectory: string, messages: string[] = []): Promise<EmbeddedPostgres> {
    const database = await EmbeddedPostgres.start({ dataDirectory, log: (message) => messages.push(message) });
    this.running.add(database);
    this.watch(await serverPid(dataDirectory));
    return database;
  }

  async stop(database: EmbeddedPostgres): Promise<void> {
    this.running.delete(database);
    await database.stop();
  }

  async stopAll(): Promise<void> {
    for (const database of this.running) await this.stop(database);
  }

  /** Has the end of the spec find out whether this server has ended. */
  watch(pid: number): void {
    this.pids.add(pid);
  }

  async close(): Promise<void> {
    for (const pid of this.pids) expect(await inspectProcess(pid)).toBeUndefined();
    await rm(this.top, { recursive: true, force: true });
  }
}

/** The values of all rows, one after the other. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
}

export async function serverPid(dataDirectory: string): Promise<number> {
  return Number((await readFile(join(dataDirectory, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Makes the lock look as after `kill -9` of the service, whose id another process may have got since. */
export async function loseHolder(dataDirectory: string, pid: number): Promise<void> {
  for (const name of await lockFiles(dataDirectory)) await rm(join(dataDirectory, name));
  await writeFile(join(dataDirectory, `postgres.lock.${pid}.0123456789abcdef.0123`), '');
}

export async function lockFiles(dataDirectory: string): Promise<string[]> {
  return (await readdir(dataDirectory)).filter((name) => name.startsWith('postgres.lock.'));
}
