import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgres, EmbeddedPostgresError } from './embedded-postgres.js';
import { DatabaseLock } from './embedded-postgres-lock.js';
import { EmbeddedStage, loseHolder, query, serverPid } from './embedded-postgres.testing.js';
import { deadPid } from './dead-pid.testing.js';

let stage: EmbeddedStage;
let dataDirectory: string;

beforeAll(async () => {
  stage = await EmbeddedStage.open();
  dataDirectory = join(stage.top, 'data');
  await stage.stop(await stage.start(dataDirectory));
});
afterEach(() => stage.stopAll());
afterAll(() => stage.close());

describe('the lock on an embedded database', () => {
  it('refuses a second service, naming the process, and the first one goes on', async () => {
    const database = await stage.start(dataDirectory);
    const refused = EmbeddedPostgres.start({ dataDirectory, log: () => undefined });
    await expect(refused).rejects.toThrow(EmbeddedPostgresError);
    await expect(refused).rejects.toThrow(`(pid ${process.pid})`);
    expect(await query(database.url, 'select 1')).toEqual([1]);
  });

  it('lets one of many simultaneous takers of the lock win, also over the lock of a dead process', async () => {
    const prefix = join(stage.top, 'contended');
    for (let round = 0; round < 3; round++) {
      await writeFile(`${prefix}.${await deadPid()}.0123456789abcdef.0123`, '');
      const takers = Array.from({ length: 12 }, () => DatabaseLock.acquire(prefix, stage.top));
      const won = (await Promise.allSettled(takers)).flatMap((taker) => (taker.status === 'fulfilled' ? taker.value : []));
      expect(won).toHaveLength(1);
      await won[0]?.release();
    }
    expect((await readdir(stage.top)).filter((name) => name.startsWith('contended'))).toEqual([]);
  });

  it('lets one of many simultaneous starts win', async () => {
    await loseHolder(dataDirectory, await deadPid());
    const starts = await Promise.allSettled([1, 2, 3, 4].map(() => stage.start(dataDirectory)));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of starts) {
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain(`(pid ${process.pid})`);
    }
  });

  it('tells other processes the url while it runs', async () => {
    expect(await EmbeddedPostgres.findRunning(dataDirectory)).toBeUndefined();
    expect(await EmbeddedPostgres.findRunning(join(stage.top, 'nowhere'))).toBeUndefined();
    const database = await stage.start(dataDirectory);
    expect(await EmbeddedPostgres.findRunning(dataDirectory)).toBe(database.url);
    await stage.stop(database);
    expect(await EmbeddedPostgres.findRunning(dataDirectory)).toBeUndefined();
  });

  it('is not held up by another process that got the id of the lock or of the server', async () => {
    const database = await stage.start(dataDirectory);
    const pidFile = join(dataDirectory, 'postgres/data/postmaster.pid');
    process.kill(await serverPid(dataDirectory), 'SIGKILL');
    await stage.stop(database);
    const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
    try {
      const lines = (await readFile(pidFile, 'utf8')).split('\n');
      await writeFile(pidFile, [String(stranger.pid), ...lines.slice(1)].join('\n'));
      await loseHolder(dataDirectory, stranger.pid ?? 0);
      await stage.start(dataDirectory);
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill('SIGKILL');
    }
  });
});
