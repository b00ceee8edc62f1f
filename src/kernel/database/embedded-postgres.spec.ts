import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { chmod, chown, cp, lstat, mkdir, readFile, readdir, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgres } from './embedded-postgres.js';
import { prepareBinaries } from './embedded-postgres-binaries.js';
import { databaseName, readPassword } from './embedded-postgres-cluster.js';
import { locateHome } from './embedded-postgres-home.js';
import { inspectProcess, pause } from './embedded-postgres-process.js';
import { type RunningServer, startServer, stopServer } from './embedded-postgres-server.js';
import { EmbeddedStage, lockFiles, loseHolder, query, serverPid } from './embedded-postgres.testing.js';
import { deadPid } from './dead-pid.testing.js';

const isRoot = process.getuid?.() === 0;
let stage: EmbeddedStage;

beforeAll(async () => {
  stage = await EmbeddedStage.open();
});
afterEach(() => stage.stopAll());
afterAll(() => stage.close());

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

describe('EmbeddedPostgres', () => {
  it('creates a database, keeps its data over a stop, and leaves neither process nor port behind', async () => {
    const dataDirectory = join(stage.top, 'fresh', 'data');
    const first = await stage.start(dataDirectory);
    await query(first.url, "create table note as select 'kept' as body");
    expect(await query(first.url, "select current_database(), upper('é'), current_setting('server_encoding')")).toEqual([
      'docspine',
      'É',
      'UTF8',
    ]);
    expect(
      await query(
        first.url,
        `select name || '=' || setting from pg_settings where name in
         ('listen_addresses', 'unix_socket_directories', 'max_connections', 'jit', 'TimeZone', 'fsync') order by name`,
      ),
    ).toEqual(['TimeZone=UTC', 'fsync=on', 'jit=off', 'listen_addresses=127.0.0.1', 'max_connections=100', 'unix_socket_directories=']);
    const withoutPassword = first.url.replace(/:[0-9a-f]+@/, ':wrong@');
    await expect(query(withoutPassword, 'select 1')).rejects.toThrow('password authentication failed');
    for (const secret of ['postgres.url', 'postgres/password', ...(await lockFiles(dataDirectory))]) {
      expect((await stat(join(dataDirectory, secret))).mode & 0o777).toBe(0o600);
    }
    await Promise.all([stage.stop(first), first.stop()]);
    await expect(query(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
    expect(await readdir(dataDirectory)).toEqual(['postgres']);

    const second = await stage.start(dataDirectory);
    expect(await query(second.url, 'select body from note')).toEqual(['kept']);
    await stage.stop(second);
  });

  describe('on a running database', () => {
    let dataDirectory: string;
    let database: EmbeddedPostgres;
    const messages: string[] = [];

    beforeAll(async () => {
      dataDirectory = join(stage.top, 'shared');
      database = await stage.start(dataDirectory);
      await query(database.url, 'create table fact (body text)');
      await stage.stop(database);
    });

    async function run(): Promise<void> {
      messages.length = 0;
      database = await stage.start(dataDirectory, messages);
    }

    /** A server without the service that would take care of it. */
    async function startAlone(findPort?: () => Promise<number>): Promise<RunningServer & { url: string }> {
      const home = await locateHome(dataDirectory, () => undefined);
      const { postgres } = await prepareBinaries(home, () => undefined);
      const server = await startServer({ postgres, data: home.data, user: home.user, maxConnections: 20, log: () => undefined }, findPort);
      stage.watch(server.pid);
      return { ...server, url: `postgres://${databaseName}:${await readPassword(home)}@127.0.0.1:${server.port}/${databaseName}` };
    }

    async function told(part: string): Promise<void> {
      while (!messages.some((message) => message.includes(part))) await pause(25);
    }

    it('starts a server that ended by itself again, at the same address, and tries until it can', async () => {
      await run();
      await query(database.url, "insert into fact values ('before the kill')");
      const control = join(dataDirectory, 'postgres/data/global/pg_control');
      await rename(control, `${control}.away`);
      process.kill(await serverPid(dataDirectory), 'SIGKILL');
      await told('tried again');
      expect(await EmbeddedPostgres.findRunning(dataDirectory)).toBeUndefined();
      await rename(`${control}.away`, control);
      await told('runs again');
      stage.watch(await serverPid(dataDirectory));
      expect(await query(database.url, 'select body from fact')).toContain('before the kill');
      expect(await EmbeddedPostgres.findRunning(dataDirectory)).toBe(database.url);
      expect(messages.filter((message) => message.includes('tried again'))).toHaveLength(1);
    });

    it('stops while the server is started again', async () => {
      await run();
      await query(database.url, "insert into fact values ('before the stop')");
      process.kill(await serverPid(dataDirectory), 'SIGKILL');
      await told('started again');
      await stage.stop(database);
      await expect(query(database.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
      await run();
      expect(await query(database.url, 'select body from fact')).toContain('before the stop');
    });

    it('starts while connections of a killed server still work off their query', async () => {
      await run();
      const busy = query(database.url, 'select count(*) from generate_series(1, 10000000)').catch(() => undefined);
      await pause(300);
      process.kill(await serverPid(dataDirectory), 'SIGKILL');
      await stage.stop(database);
      await run();
      expect(await query(database.url, 'select 1')).toEqual([1]);
      await busy;
    });

    it('stops the server of a killed service and keeps the data', async () => {
      const abandoned = await startAlone();
      await query(abandoned.url, "insert into fact values ('of a killed service')");
      await loseHolder(dataDirectory, await deadPid());
      expect(await EmbeddedPostgres.findRunning(dataDirectory)).toBeUndefined();
      await run();
      expect(messages.join()).toContain(`(pid ${abandoned.pid}): stopping it first`);
      expect(await inspectProcess(abandoned.pid)).toBeUndefined();
      expect(await query(database.url, 'select body from fact')).toContain('of a killed service');
    });

    it('says what PostgreSQL says when it does not start, and lets go of the lock', async () => {
      const failed = EmbeddedPostgres.start({ dataDirectory, log: () => undefined, maxConnections: 2 });
      await expect(failed).rejects.toThrow(/superuser_reserved_connections.*max_connections/);
      expect(await readdir(dataDirectory)).toEqual(['postgres']);
    });

    it('takes another port when the chosen one was taken in between', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const taken = portOf(other);
      const ports = [taken];
      try {
        const server = await startAlone(async () => ports.pop() ?? (await freePort()));
        await stopServer(server, () => undefined);
        expect(server.port).not.toBe(taken);
      } finally {
        other.close();
      }
    });

    it('keeps a bounded number of log files', async () => {
      const folder = join(dataDirectory, 'postgres/data/log');
      for (let day = 10; day < 30; day++) await writeFile(join(folder, `postgresql-2020-01-${day}_000000.log`), '');
      await run();
      expect((await readdir(folder)).length).toBeLessThanOrEqual(6);
    });
  });

  it('begins anew after an interrupted first start', async () => {
    const dataDirectory = join(stage.top, 'interrupted');
    await mkdir(join(dataDirectory, 'postgres.new-0123/data/base'), { recursive: true });
    await writeFile(join(dataDirectory, 'postgres.new-0123/data/PG_VERSION'), '18');
    await loseHolder(dataDirectory, await deadPid());
    const database = await stage.start(dataDirectory);
    expect(await query(database.url, 'select 1')).toEqual([1]);
    expect((await readdir(dataDirectory)).sort()).toEqual([
      'postgres',
      ...(await lockFiles(dataDirectory)),
      'postgres.url',
    ]);
    expect(await lockFiles(dataDirectory)).toHaveLength(1);
  });

  it('takes no folder for a database that holds something else, and leaves it alone', async () => {
    const dataDirectory = join(stage.top, 'occupied');
    await mkdir(join(dataDirectory, 'postgres'), { recursive: true });
    await writeFile(join(dataDirectory, 'postgres/thesis.txt'), 'mine');
    if (isRoot) await chown(join(dataDirectory, 'postgres'), 65534, 65534);
    await expect(stage.start(dataDirectory)).rejects.toThrow('holds something, but no complete database');
    expect(await readFile(join(dataDirectory, 'postgres/thesis.txt'), 'utf8')).toBe('mine');
  });

  it('works in a folder that is closed to other users', async () => {
    const closed = join(stage.top, 'closed');
    const dataDirectory = join(closed, 'data');
    await mkdir(dataDirectory, { recursive: true });
    await chmod(closed, 0o700);
    const messages: string[] = [];
    const database = await stage.start(dataDirectory, messages);
    await query(database.url, "create table note as select 'kept' as body");
    const entry = join(dataDirectory, 'postgres');
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    if (!isRoot) {
      expect((await lstat(entry)).isDirectory()).toBe(true);
      return;
    }
    const home = await readlink(entry);
    try {
      expect(dirname(home)).toBe('/var/lib');
      expect(messages.join()).toContain(`kept in ${home} instead`);
      expect(await EmbeddedPostgres.findRunning(dataDirectory)).toBe(database.url);
      await stage.stop(database);
      // Also without the link, and after DATA_DIR was moved.
      await rm(entry);
      const again = await stage.start(dataDirectory);
      expect(await query(again.url, 'select body from note')).toEqual(['kept']);
      await stage.stop(again);
      const moved = join(closed, 'moved');
      await cp(dataDirectory, moved, { recursive: true, verbatimSymlinks: true });
      const there = await stage.start(moved);
      expect(await query(there.url, 'select body from note')).toEqual(['kept']);
      await expect(stage.start(dataDirectory)).rejects.toThrow(`(pid ${process.pid})`);
      await stage.stop(there);
      await rm(home, { recursive: true });
      await expect(stage.start(dataDirectory)).rejects.toThrow('that folder is gone');
    } finally {
      // The home and, where the checkout is closed too, the copy of the programs beside it.
      for (const name of await readdir(dirname(home))) {
        if (name.startsWith(basename(home))) await rm(join(dirname(home), name), { recursive: true, force: true });
      }
    }
  });
});
