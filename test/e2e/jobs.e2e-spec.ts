import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Tracing } from '../../src/kernel/tracing/tracing.js';
import { Database } from '../../src/kernel/database/database.js';
import { GraphileJobs } from '../../src/kernel/jobs/graphile-jobs.js';
import { JobKind, type RunningJob } from '../../src/kernel/jobs/jobs.js';
import { startDatabaseProxy } from '../support/database-proxy.js';
import { until } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

interface Greeting {
  text: string;
}

const GREET = new JobKind<Greeting>('test-greet', 3);

let service: TestApp;
let nodes: GraphileJobs[] = [];
/** What the queue of a node tells of as an error. */
let errors: string[] = [];

beforeAll(async () => {
  service = await startTestApp();
});
afterEach(stopNodes);
afterAll(() => service.close());

async function stopNodes(): Promise<void> {
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
  errors = [];
}

/** A node of its own on the service's database. */
function node(handler?: (job: RunningJob<Greeting>) => Promise<void>, databaseUrl = service.databaseUrl): GraphileJobs {
  const jobs = new GraphileJobs(service.app.get(Database), pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }), { databaseUrl, concurrency: handler === undefined ? 0 : 1, silentMilliseconds: 60_000 }, service.app.get(Tracing));
  if (handler !== undefined) jobs.handle(GREET, handler);
  jobs.start();
  nodes.push(jobs);
  return jobs;
}

async function jobsLeft(): Promise<number> {
  const [row] = await service.make.db.query<{ count: number }>("SELECT count(*)::integer AS count FROM graphile_worker.jobs WHERE task_identifier = 'test-greet'");
  return row?.count ?? 0;
}

describe('jobs', () => {
  it('are done once their transaction has committed, and never where it has not', async () => {
    const done: string[] = [];
    const jobs = node(async ({ payload }) => void done.push(payload.text));
    const failing = service.make.db.transaction(async () => {
      await jobs.add(GREET, { text: 'rolled back' });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    let seenWithin: string[] | undefined;
    await service.make.db.transaction(async () => {
      await jobs.add(GREET, { text: 'committed' });
      seenWithin = [...done];
    });
    await until(async () => done.length > 0);
    expect([seenWithin, done]).toEqual([[], ['committed']]);
    await until(async () => (await jobsLeft()) === 0);
  });

  it('are done by any node, each by one', async () => {
    const done: string[] = [];
    for (let count = 0; count < 3; count += 1) node(async ({ payload }) => void done.push(payload.text));
    const adding = node();
    const texts = Array.from({ length: 60 }, (_, index) => String(index));
    for (const text of texts) await adding.add(GREET, { text });
    await until(async () => (await jobsLeft()) === 0);
    expect(done.sort()).toEqual(texts.sort());
    await stopNodes();
  });

  it('are tried again when they fail, as often as their kind says', async () => {
    const attempts: [number, boolean][] = [];
    const jobs = node(async ({ attempt, isLastAttempt }) => {
      attempts.push([attempt, isLastAttempt]);
      throw new Error('on purpose');
    });
    await jobs.add(GREET, { text: 'fails' });
    await until(async () => {
      // The waiting between attempts is the queue's own business.
      await service.make.db.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE attempts < max_attempts');
      return attempts.length === 3;
    });
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    await service.make.db.query('DELETE FROM graphile_worker._private_jobs');
  });

  it('that are added once are left alone while they wait or are under way, and add the next themselves', async () => {
    const later = new Date(Date.now() + 3_600_000);
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const begun: string[] = [];
    node(async ({ payload, addNext }) => {
      begun.push(payload.text);
      await finished;
      await addNext(later);
    });
    const adding = node();
    await adding.addOnce(GREET, { text: 'first' }, new Date());
    await until(async () => begun.length === 1);
    await adding.addOnce(GREET, { text: 'second' }, new Date());
    const left = (): Promise<object[]> => service.make.db.query("SELECT attempts, locked_by IS NOT NULL AS begun, run_at > now() AS later FROM graphile_worker.jobs WHERE task_identifier = 'test-greet'");
    expect(await left()).toEqual([{ attempts: 1, begun: true, later: false }]);
    finish();
    await until(async () => (await left()).every((job) => 'begun' in job && job.begun === false));
    await adding.addOnce(GREET, { text: 'third' }, new Date());
    expect([await left(), begun]).toEqual([[{ attempts: 0, begun: false, later: true }], ['first']]);
    await service.make.db.query('DELETE FROM graphile_worker._private_jobs');
  });

  it('are told to end when the service stops, and are taken up by another node', async () => {
    const begun: string[] = [];
    const stopped = node(async ({ signal }) => {
      begun.push('first');
      await new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended early'))));
    });
    await stopped.add(GREET, { text: 'long' });
    await until(async () => begun.length === 1);
    await stopNodes();
    expect(await jobsLeft()).toBe(1);
    await service.make.db.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    node(async () => void begun.push('second'));
    await until(async () => (await jobsLeft()) === 0);
    expect(begun).toEqual(['first', 'second']);
    await stopNodes();
  });

  it('that a living process was never told it has taken are free after a while', async () => {
    const done: string[] = [];
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    node(async ({ payload }) => {
      if (payload.text === 'under way') await finished;
      done.push(payload.text);
    });
    const adding = node();
    await adding.add(GREET, { text: 'under way' });
    const takers = (): Promise<{ locked_by: string }[]> => service.make.db.query("SELECT locked_by FROM graphile_worker.jobs WHERE task_identifier = 'test-greet' AND locked_by IS NOT NULL");
    await until(async () => (await takers()).length === 1);
    const [taker] = await takers();
    // As a lost answer leaves it.
    await service.make.db.transaction(async () => {
      await adding.add(GREET, { text: 'lost' });
      await service.make.db.query("UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now(), attempts = max_attempts WHERE locked_by IS NULL", [taker?.locked_by]);
      await service.make.db.query("UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '5 minutes' WHERE locked_by = $1", [taker?.locked_by]);
    });
    await until(async () => (await service.make.db.query("SELECT FROM graphile_worker.jobs WHERE locked_by IS NULL AND attempts < max_attempts AND task_identifier = 'test-greet'")).length === 1);
    finish();
    await until(async () => (await jobsLeft()) === 0);
    expect(done).toEqual(['under way', 'lost']);
  });

  it('of a process that is gone are free at once, those of one that lives are not', async () => {
    const begun: string[] = [];
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    node(async ({ signal }) => {
      begun.push('living');
      signal.addEventListener('abort', () => finish());
      await finished;
    });
    const adding = node();
    await adding.add(GREET, { text: 'of the living' });
    await until(async () => begun.length === 1);
    await adding.add(GREET, { text: 'of the dead' });
    // As a process leaves it that was killed: locked by a taker that nobody tells of.
    await service.make.db.query("UPDATE graphile_worker._private_jobs SET locked_by = 'pool-gone' WHERE locked_by IS NULL");
    await service.make.db.query("UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute'");
    const taken: string[] = [];
    node(async ({ payload }) => void taken.push(payload.text));
    await until(async () => taken.length > 0);
    expect([taken, begun]).toEqual([['of the dead'], ['living']]);
    finish();
    await until(async () => (await jobsLeft()) === 0);
  });

  it.each([
    ['done', async (): Promise<void> => undefined],
    ['failed', async (): Promise<void> => Promise.reject(new Error('on purpose'))],
  ])('that were %s while the database is away end nothing, and are taken up once it is back', async (_, end) => {
    const proxy = await startDatabaseProxy(service.databaseUrl);
    try {
      let begun = 0;
      node(async () => {
        begun += 1;
        if (begun > 1) return;
        await proxy.cut();
        await end();
      }, proxy.url);
      await node().add(GREET, { text: 'cut off' });
      await until(async () => errors.some((line) => line.includes('the job queue ended')));
      await proxy.restore();
      await until(async () => {
        await service.make.db.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL');
        return (await jobsLeft()) === 0;
      });
      expect(begun).toBeGreaterThan(1);
    } finally {
      await stopNodes();
      await proxy.cut();
    }
  });

  it('leave no connection behind', async () => {
    const url = new URL(service.databaseUrl);
    // Told apart from the service's own queue, whose connections come and go.
    url.searchParams.set('application_name', 'passing node');
    node(async () => undefined, url.href);
    await until(async () => (await connections()) > 0);
    await stopNodes();
    await until(async () => (await connections()) === 0);
  });
});

async function connections(): Promise<number> {
  const [row] = await service.make.db.query<{ count: number }>("SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'passing node'");
  return row?.count ?? 0;
}
