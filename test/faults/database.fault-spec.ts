import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { isAlive, pause, until } from '../support/processes.js';
import { type SpecSite, startSpecSite } from '../support/spec-site.js';
import { beginJob } from './jobs.js';
import { childrenOf } from './process-facts.js';
import { recovers } from './recovery.js';
import { setStage } from './stage.js';
import { CLIENTS, underLoad } from './under-load.js';

/** How long the database is away, and a connection on which it is silent is kept, in milliseconds. */
const AWAY = 20_000;
const SILENCE_SECONDS = 3;

const POOL = 8;

let stage: Awaited<ReturnType<typeof setStage>>;
let site: SpecSite;

beforeAll(async () => {
  // An unused connection is cut after as long as the database is away, just when a client begins to use it.
  const HEADERS_TIMEOUT_SECONDS = '120';
  [stage, site] = await Promise.all([setStage({ HEADERS_TIMEOUT_SECONDS, DATABASE_POOL_SIZE: String(POOL), DATABASE_TIMEOUT_SECONDS: String(SILENCE_SECONDS), OPENAPI_DOCUMENT_TIMEOUT_SECONDS: '600', OPENAPI_TIMEOUT_SECONDS: '600' }), startSpecSite()]);
});
afterAll(async () => {
  await site.close();
  await stage.end();
});

const spaces = (): string => `/v1/orgs/${stage.organization}/spaces`;

describe('PostgreSQL', () => {
  it.each([
    ['restarts', 'SIGINT'],
    ['crashes', 'SIGQUIT'],
  ] as const)('that %s under load costs nothing that was acknowledged', async (fault, signal) => {
    const load = await underLoad(stage, `PostgreSQL ${fault}`, async () => {
      await stage.postgres.stop(signal);
      await stage.postgres.startAgain();
    });
    expect(load.count(0)).toBe(0);
  });

  it('that is stopped makes requests answer 503, and jobs under way are done once it is back', async () => {
    const job = await beginJob(stage, site, 'while-away');
    const load = await underLoad(stage, 'PostgreSQL gone for 20 s', async (clients) => {
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
    const load = await underLoad(stage, 'PostgreSQL frozen for 20 s', async (clients) => {
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
    await underLoad(stage, 'connections of PostgreSQL exhausted', async () => {
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
    await underLoad(stage, 'pool exhausted', async () => {
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
    const job = await beginJob(stage, site, 'reader-killed');
    const readers = await childrenOf(stage.service.pid);
    expect(readers.length).toBe(1);
    for (const reader of readers) process.kill(reader, 'SIGKILL');
    await recovers('reader of a spec killed', job.isComplete, 1);
    expect(isAlive(stage.service.pid)).toBe(true);
  });

  it('of a node under load and in mid-job costs nothing that was acknowledged, and another node does the job', async () => {
    const [first, job] = [stage.service, await beginJob(stage, site, 'runner-killed')];
    const second = await stage.start();
    await underLoad(stage, 'node killed', async (load) => {
      await first.stop('SIGKILL');
      stage.service = second;
      load.moveTo(second.url);
    }, job);
  });
});
