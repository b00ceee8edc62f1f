import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { smallSpec } from '../support/openapi-specs.js';
import { isAlive, pause, until } from '../support/processes.js';
import { type SpecSite, startSpecSite } from '../support/spec-site.js';
import { Load } from './load.js';
import { recovers, report, residentMegabytes } from './recovery.js';
import { setStage, type Stage, TOKEN } from './stage.js';

/** How long the database is away, and a connection on which it is silent is kept, in milliseconds. */
const AWAY = 20_000;
const SILENCE_SECONDS = 3;

const POOL = 8;
const CLIENTS = 6;
/** Far more than the service needs at this load. */
const MOST_MEGABYTES = 600;

let stage: Stage;
let site: SpecSite;

beforeAll(async () => {
  [stage, site] = await Promise.all([setStage({ DATABASE_POOL_SIZE: String(POOL), DATABASE_TIMEOUT_SECONDS: String(SILENCE_SECONDS), OPENAPI_DOCUMENT_TIMEOUT_SECONDS: '600', OPENAPI_TIMEOUT_SECONDS: '600' }), startSpecSite()]);
});
afterAll(async () => {
  await site.close();
  await stage.end();
});

const spaces = (): string => `/v1/orgs/${stage.organization}/spaces`;

/** Both a read and a write succeed. */
async function works(): Promise<boolean> {
  const answers = await Promise.all([stage.ask(spaces()), stage.ask(spaces(), 'POST', { title: 'Works' })]).catch(() => []);
  return answers.length === 2 && answers.every(({ ok }) => ok);
}

/** Load before, during and after the fault; then the service works again, a job that was under way is done, and nothing that was acknowledged is missing. */
async function underLoad(fault: string, happen: (load: Load) => Promise<void>, job?: Job): Promise<Load> {
  const load = new Load(stage.service.url, TOKEN, stage.organization).start(CLIENTS);
  try {
    await until(() => Promise.resolve(load.merges >= CLIENTS));
    await happen(load);
    const jobs = job === undefined ? [] : [recovers(`${fault}, its job`, job.isComplete, 1)];
    await Promise.all([recovers(fault, works), ...jobs]);
    const before = load.merges;
    await until(() => Promise.resolve(load.merges >= before + CLIENTS));
  } finally {
    await load.stop();
  }
  for (const { requestId } of load.wrong) report(stage.service.written().stdout.split('\n').find((line) => line.includes(requestId) && line.includes('request failed')) ?? requestId);
  expect(await load.losses(stage.postgres)).toEqual([]);
  expect(await residentMegabytes(stage.service.pid)).toBeLessThan(MOST_MEGABYTES);
  report(`${fault}: ${String(load.merges)} merges acknowledged and all there; answers by status ${JSON.stringify(Object.fromEntries(load.statuses))}`);
  return load;
}

interface Job {
  finish: () => void;
  isComplete: () => Promise<boolean>;
}

/** Sets the source of a new spec to an address that answers when it is told to. */
async function beginJob(name: string): Promise<Job> {
  const path = `/${name}`;
  const spec = `/v1/orgs/${stage.organization}/openapi/${name}`;
  const finish = new Promise<() => void>((resolve) => {
    site.paths.set(path, (response) => resolve(() => void response.end(JSON.stringify(smallSpec()))));
  });
  expect((await stage.ask(spec, 'PUT', { source: { url: site.url + path } })).status).toBe(200);
  const answer = await finish;
  site.paths.set(path, JSON.stringify(smallSpec()));
  const isComplete = async (): Promise<boolean> => {
    const answered = await stage.ask(spec).then(async (response) => (response.ok ? String(await response.text()) : ''), () => '');
    return answered.includes('"complete"') && answered.includes('"lastVersion"');
  };
  return { finish: answer, isComplete };
}

describe('PostgreSQL', () => {
  it.each([
    ['restarts', 'SIGINT'],
    ['crashes', 'SIGQUIT'],
  ] as const)('that %s under load costs nothing that was acknowledged', async (fault, signal) => {
    const load = await underLoad(`PostgreSQL ${fault}`, async () => {
      await stage.postgres.stop(signal);
      await stage.postgres.startAgain();
    });
    expect(load.count(0)).toBe(0);
  });

  it('that is stopped makes requests answer 503, and jobs under way are done once it is back', async () => {
    const job = await beginJob('while-away');
    const load = await underLoad('PostgreSQL gone for 20 s', async (clients) => {
      await stage.postgres.stop();
      const gone = pause(AWAY);
      job.finish();
      for (const [path, method] of [[spaces(), 'GET'], [spaces(), 'POST'], ['/readyz', 'GET']] as const) {
        const { status, headers } = await stage.ask(path, method, method === 'POST' ? { title: 'Lost' } : undefined);
        expect([path, status, headers.get('retry-after')]).toEqual([path, 503, expect.stringMatching(/^\d+$/)]);
      }
      expect((await stage.ask('/healthz')).status).toBe(200);
      await gone;
      expect(clients.count(503)).toBeGreaterThan(CLIENTS);
      await stage.postgres.startAgain();
    }, job);
    expect(load.count(0)).toBe(0);
    expect(isAlive(stage.service.pid)).toBe(true);
  });

  it('that stands still makes requests answer 503 in time, and all goes on when it moves', async () => {
    const load = await underLoad('PostgreSQL frozen for 20 s', async (clients) => {
      await stage.postgres.freeze();
      try {
        await pause(AWAY);
        expect(clients.count(503)).toBeGreaterThanOrEqual(CLIENTS);
        expect((await stage.ask('/healthz')).status).toBe(200);
      } finally {
        stage.postgres.thaw();
      }
    });
    expect(load.count(0)).toBe(0);
  });

  it('that has no connection left makes requests answer 503 or as ever', async () => {
    await underLoad('connections of PostgreSQL exhausted', async () => {
      const [limit] = await stage.postgres.query<{ most: number }>("SELECT setting::integer AS most FROM pg_settings WHERE name = 'max_connections'");
      // Those that the service has are taken away, so that it needs new ones while there are none.
      await stage.postgres.connected((client) => hold(client, limit?.most ?? 0));
    });
  });
});

/** Takes every connection of the server, and the service's own away, for a moment. */
async function hold(first: pg.Client, most: number): Promise<void> {
  const taken: pg.Client[] = [];
  const url = stage.postgres.url;
  try {
    await first.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'docspine%'");
    await Promise.allSettled(Array.from({ length: most }, async () => {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      taken.push(client);
    }));
    expect(taken.length).toBeGreaterThan(POOL);
    await until(async () => (await stage.ask(spaces())).status === 503);
  } finally {
    await Promise.all(taken.map((client) => client.end()));
  }
}

describe('the pool of connections', () => {
  it('that is exhausted makes requests answer 503, and works again once it is not', async () => {
    await underLoad('pool exhausted', async () => {
      await stage.postgres.connected(async (client) => {
        await client.query('BEGIN; LOCK TABLE spaces IN ACCESS EXCLUSIVE MODE');
        const asked = await Promise.all(Array.from({ length: 3 * POOL }, (_, index) => stage.ask(spaces(), index % 2 === 0 ? 'GET' : 'POST', index % 2 === 0 ? undefined : { title: 'Waits' })));
        const told = asked.map(({ status, headers }) => [status, headers.has('retry-after')]);
        expect(told).toEqual(Array(3 * POOL).fill([503, true]));
        expect((await stage.ask('/healthz')).status).toBe(200);
        await client.query('ROLLBACK');
      });
    });
  });
});

describe('kill -9', () => {
  it('of the process that reads a spec, in mid-job, has it read again', async () => {
    const job = await beginJob('reader-killed');
    const children = await readFile(`/proc/${String(stage.service.pid)}/task/${String(stage.service.pid)}/children`, 'utf8');
    const readers = children.trim().split(' ').map(Number);
    expect(readers.length).toBe(1);
    for (const reader of readers) process.kill(reader, 'SIGKILL');
    await recovers('reader of a spec killed', job.isComplete, 1);
    expect(isAlive(stage.service.pid)).toBe(true);
  });

  it('of a node under load and in mid-job costs nothing that was acknowledged, and another node does the job', async () => {
    const [first, job] = [stage.service, await beginJob('runner-killed')];
    const second = await stage.start();
    await underLoad('node killed', async (load) => {
      await first.stop('SIGKILL');
      stage.service = second;
      load.moveTo(second.url);
    }, job);
  });
});
