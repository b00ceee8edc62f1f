import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isAlive, until } from '../support/processes.js';
import { type SpecSite, startSpecSite } from '../support/spec-site.js';
import { beginJob } from './jobs.js';
import type { Load } from '../support/load.js';
import { childrenOf, familyOf } from './process-facts.js';
import { open, told } from './raw-clients.js';
import { recovers, report } from './recovery.js';
import { setStage, TOKEN } from './stage.js';
import { CLIENTS, underLoad } from './under-load.js';
import { waiting, WritingJobs } from './writing-jobs.js';

const METRICS = 'given-to-what-watches';
/** Requests to the worker that is left. */
const IN_A_ROW = 20;

let stage: Awaited<ReturnType<typeof setStage>>;
let site: SpecSite;

beforeAll(async () => {
  [stage, site] = await Promise.all([setStage({ WORKERS: '2', JOB_CONCURRENCY: '10', METRICS_TOKEN: METRICS, OPENAPI_DOCUMENT_TIMEOUT_SECONDS: '600', OPENAPI_TIMEOUT_SECONDS: '600' }), startSpecSite()]);
});
afterAll(async () => {
  await site.close();
  await stage.end();
});

/** The status of a request over a connection of its own: nobody has it but a worker that lives. */
async function statusOfNew(path: string): Promise<number> {
  const socket = await open(stage.service.url);
  const answer = told(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1]);
}

/** Two workers run, and each of them has answered requests. */
async function bothServe(): Promise<boolean> {
  await Promise.all(Array.from({ length: 16 }, () => statusOfNew('/v1/user').catch(() => 0)));
  const metrics = await fetch(`${stage.service.url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } }).then((answer) => answer.text(), () => '');
  const serving = [...metrics.matchAll(/^docspine_requests_total\{worker="(\d)",operation="getAuthenticatedUser",status="200"\} \d+$/gm)];
  return serving.length === 2 && (await childrenOf(stage.service.pid)).length >= 2;
}

/** Holds up every write of the load in mid-transaction while something happens: each makes an entry in the audit log. */
async function inMidWrite(happen: () => Promise<void>): Promise<void> {
  await stage.postgres.connected(async (client) => {
    await client.query('BEGIN; LOCK TABLE audit_log IN EXCLUSIVE MODE');
    await until(async () => (await waiting(client)) === CLIENTS);
    await happen();
    await client.query('ROLLBACK');
  });
}

describe('kill -9', () => {
  it('of each worker in turn, under load, costs nothing that was acknowledged; the other answers, and another takes its place', async () => {
    await until(bothServe);
    await underLoad(stage, 'both workers killed in turn', async (load) => {
      const [first, second] = await childrenOf(stage.service.pid);
      await killWorker(first ?? 0, load);
      // The load has moved to this one.
      await inMidWrite(() => killWorker(second ?? 0, load));
      expect(load.count(0)).toBeGreaterThan(0);
    });
  });
});

async function killWorker(worker: number, load: Load): Promise<void> {
  const [merges, killed] = [load.merges, performance.now()];
  process.kill(worker, 'SIGKILL');
  await until(() => Promise.resolve(!isAlive(worker)));
  for (let count = 0; count < IN_A_ROW; count += 1) expect(await statusOfNew(`/v1/orgs/${stage.organization}/spaces`)).toBe(200);
  report(`worker killed: the other has answered ${String(IN_A_ROW)} requests, while ${String((await childrenOf(stage.service.pid)).length)} ran, and ${String(load.merges - merges)} merges`);
  // How long a process takes to start is the machine's: nobody waits for it.
  await until(bothServe);
  report(`worker killed: both serve again after ${String(Math.round(performance.now() - killed))} ms`);
}

describe('kill -9 of the process that starts the workers', () => {
  it('under load and in mid-job ends them, too; a start by hand at the same port works at once, and nothing acknowledged is lost', async () => {
    const job = await beginJob(stage, site, 'front-killed');
    await underLoad(stage, 'process in front killed', async () => {
      const family = await familyOf(stage.service.pid);
      // Two workers, and the reader of a spec.
      expect(family).toHaveLength(3);
      const killed = performance.now();
      await Promise.all([stage.service.stop('SIGKILL'), stage.startAgain()]);
      report(`process in front killed: the next one is ready after ${String(Math.round(performance.now() - killed))} ms`);
      expect(family.filter(isAlive)).toEqual([]);
    }, job);
  });

  it('in the middle of what jobs of every kind write has all of it done after the next start, once', async () => {
    const jobs = new WritingJobs(stage, site);
    await jobs.caught(async () => void (await stage.service.stop('SIGKILL')));
    await stage.startAgain();
    await recovers('jobs of every kind killed', () => jobs.areComplete(), 1);
    expect(await jobs.faults()).toEqual([]);
  });

  it('has left nothing that the check of the operator finds', async () => {
    const { code, stdout, stderr } = await stage.check();
    expect([code, stderr, JSON.parse(stdout)]).toEqual([0, '', expect.objectContaining({ violated: [] })]);
  });
});
