import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { type PostgresPair, startPostgresPair } from '../support/postgres-pair.js';
import { killProcesses, pause, type RunningService, startService, temporaryFolder, until } from '../support/processes.js';
import { requestBytes, sendRaw } from '../support/raw-http.js';

const ADMIN = 'admin-of-two-nodes';
const METRICS = 'watcher-of-two-nodes';

/** Most milliseconds that a node may take to start, or a worker to be replaced. */
const START = 200_000;

/** Most milliseconds for which a token may count on another node after its revocation was acknowledged, and room for clocks. */
const REVOKED_WITHIN = 1_000;
const ROOM = 200;
/** How long nodes are asked after it. */
const WATCHED = 4_000;
const BETWEEN_REQUESTS = 10;
/** Requests to each node before it, so that all workers remember the token. */
const ASKED_BEFORE = 30;

let pair: PostgresPair;
let nodes: readonly RunningService[];
let organization: string;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

/** One node of one process and one of two workers, on one primary with a replica. */
beforeAll(async () => {
  [pair, folder] = await Promise.all([startPostgresPair(), temporaryFolder()]);
  const settings = { DATABASE_URL: pair.primary.url, DATABASE_REPLICA_URL: pair.replica.url, DATA_DIR: folder.path, BOOTSTRAP_TOKEN: ADMIN, METRICS_TOKEN: METRICS, RATE_LIMIT_REFUSALS: '0' };
  // One after the other: together they are four processes.
  nodes = [await startService(settings, START)];
  nodes = [...nodes, await startService({ ...settings, WORKERS: '2' }, START)];
  const [row] = await pair.primary.query<{ id: string }>('SELECT id FROM organizations');
  organization = row?.id ?? '';
}, 2 * START);
afterAll(async () => {
  await Promise.allSettled((nodes ?? []).map((node) => node.stop()));
  killProcesses();
  await pair?.remove();
  await folder?.remove();
});

interface Answer {
  status: number;
  body: string;
}

/** Over a connection of its own, so that any worker may answer. */
function ask(node: RunningService, method: string, path: string, { token = ADMIN, body }: { token?: string; body?: object } = {}): Promise<Answer> {
  const headers = [['Authorization', `Bearer ${token}`], ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const])] as const;
  return sendRaw(node.url, requestBytes({ method, path, headers, ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }) }));
}

const teams = (): string => `/v1/orgs/${organization}/teams`;
const listTeams = async (node: RunningService): Promise<string[]> => {
  const answer = await ask(node, 'GET', `${teams()}?limit=1000`);
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.body) as { items: { id: string }[] }).items.map(({ id }) => id);
};
const makeTeam = async (node: RunningService, title: string): Promise<string> => {
  const answer = await ask(node, 'PUT', teams(), { body: { title } });
  expect(answer.status).toBe(201);
  return (JSON.parse(answer.body) as { id: string }).id;
};

/** Lists of teams that the replica has answered, as its own statistics tell. */
const readsOfReplica = async (): Promise<boolean> => {
  await Promise.all(nodes.map(listTeams));
  const rows = await pair.replica.query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'docspine reads' AND query LIKE '%FROM teams%'");
  return rows.length > 0;
};

/** Random changes through random nodes; after each, every node lists what is there. */
async function changeAndRead(rounds: number): Promise<void> {
  const there = new Set(await listTeams(node(0)));
  for (let round = 0; round < rounds; round += 1) {
    const oldest = [...there][0];
    if (oldest === undefined || Math.random() < 0.7) there.add(await makeTeam(node(round), `Team ${newId()}`));
    else {
      expect((await ask(node(round), 'DELETE', `${teams()}/${oldest}`)).status).toBeLessThan(300);
      there.delete(oldest);
    }
    for (const list of await Promise.all(nodes.map(listTeams))) expect(list.sort()).toEqual([...there].sort());
  }
}

function node(index: number): RunningService {
  const found = nodes[index % nodes.length];
  if (found === undefined) throw new Error('There are two nodes.');
  return found;
}

describe('two nodes on a primary and its replica', () => {
  it('read lists from the replica', async () => {
    await until(readsOfReplica);
  });

  it('read what was written through either, always', async () => {
    await changeAndRead(40);
    await until(readsOfReplica);
  });

  it('read what was written while the replica stands still, and read from it again when it goes on', async () => {
    await pair.replica.query('SELECT pg_wal_replay_pause()');
    try {
      await changeAndRead(20);
    } finally {
      await pair.replica.query('SELECT pg_wal_replay_resume()');
    }
    await until(readsOfReplica);
  });

  it('answer without the replica, and read from it again when it is back', async () => {
    const asking = changeAndRead(20);
    await pair.replica.kill();
    await asking;
    await changeAndRead(5);
    await pair.replica.start();
    await until(readsOfReplica);
  });

  it.each([0, 1])('refuse a token within a second of its revocation through node %i', async (index) => {
    const made = await ask(node(index), 'POST', '/v1/user/tokens', { body: { label: 'Revoked elsewhere' } });
    expect(made.status).toBe(201);
    const { id, token } = JSON.parse(made.body) as { id: string; token: string };
    const asked: { of: RunningService; begun: number; status: number }[] = [];
    let asking = true;
    const clients = [...nodes, ...nodes, ...nodes].map(async (of) => {
      while (asking) {
        const begun = performance.now();
        const { status } = await ask(of, 'GET', '/v1/user', { token });
        asked.push({ of, begun, status });
        await pause(BETWEEN_REQUESTS);
      }
    });
    let revoked: number;
    try {
      await until(() => Promise.resolve(nodes.every((one) => asked.filter(({ of }) => of === one).length >= ASKED_BEFORE)));
      expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
      expect((await ask(node(index), 'DELETE', `/v1/user/tokens/${id}`)).status).toBe(204);
      revoked = performance.now();
      // Each node is asked long enough for a worker that remembers the token for too long.
      await pause(WATCHED);
    } finally {
      asking = false;
      await Promise.all(clients);
    }
    const late = asked.filter(({ begun }) => begun > revoked + REVOKED_WITHIN + ROOM);
    expect(new Set(late.map(({ of }) => of)).size).toBe(nodes.length);
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([401]));
  });
});

describe('a node of two workers', () => {
  /** By worker, how many requests each has answered. */
  const counts = async (): Promise<ReadonlyMap<string, number>> => {
    const { status, body } = await ask(node(1), 'GET', '/metrics', { token: METRICS });
    expect(status).toBe(200);
    const matches = [...body.matchAll(/^docspine_requests_total\{worker="(\d)",operation="getAuthenticatedUser",status="200"\} (\d+)$/gm)];
    return new Map(matches.map(([, worker, count]) => [worker ?? '', Number(count)]));
  };
  const bothServe = async (): Promise<boolean> => {
    await Promise.all(Array.from({ length: 16 }, () => ask(node(1), 'GET', '/v1/user')));
    return (await counts()).size === 2;
  };
  const workers = (): number[] => execFileSync('ps', ['-o', 'pid=', '--ppid', String(node(1).pid)], { encoding: 'utf8' }).trim().split(/\s+/).map(Number);

  it('serves by both, and tells of both', async () => {
    await until(bothServe);
  });

  it('goes on when one is killed, and replaces it', async () => {
    const [killed, kept] = workers();
    const statuses: number[] = [];
    let asking = true;
    const asked = (async () => {
      // A killed process resets its connections; what is answered is answered well.
      while (asking) statuses.push(...(await Promise.all(Array.from({ length: 8 }, () => ask(node(1), 'GET', '/v1/user').then(({ status }) => status, () => 0)))));
    })();
    try {
      process.kill(killed ?? 0, 'SIGKILL');
      await until(() => Promise.resolve(workers().length === 2 && !workers().includes(killed ?? 0)), START);
      await until(async () => (await ask(node(1), 'GET', '/v1/user').then(({ status }) => status, () => 0)) === 200);
    } finally {
      asking = false;
      await asked;
    }
    expect(workers()).toContain(kept);
    expect(new Set(statuses.filter((status) => status !== 0))).toEqual(new Set([200]));
    await until(bothServe, START);
  });

  it('stops in order, with all its workers', async () => {
    const pids = workers();
    const { code } = await node(1).stop();
    expect(code).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  });
});
