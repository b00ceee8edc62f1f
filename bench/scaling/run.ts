import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import pg from 'pg';
import { openBenchDatabase } from '../bench-database.js';
import { OPERATIONS } from '../operations/measured-operations.js';
import { makeReadSpace } from '../operations/operations-data.js';
import { Load } from '../processes/load.js';
import { postgresCpu, treeCpu } from '../processes/process-cpu.js';
import type { ServerProcess } from '../processes/server-process.js';
import { startService } from '../processes/service-process.js';
import { machine } from '../report.js';
import { median, rounded } from '../statistics.js';
import { type SampleSpace, Workbench } from '../workbench.js';

/*
 * What more workers gain on this machine, and what a replica takes off the primary: the same reads sent to services that
 * differ in nothing else, turn by turn. The replica is measured where DATABASE_URL names a server, and
 * DATABASE_REPLICA_URL one that follows it.
 */

const RESULT = 'artifacts/scaling.json';
const CONNECTIONS = 32;
const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_REQUESTS = 4_000;
const READS = OPERATIONS.filter(({ name }) => ['read a page', 'list 50 comments', 'search, first asked'].includes(name));
const SIZE = { members: 200, spaces: 300, pages: 1_000, comments: 10_000 };

/** Medians over the rounds; CPU in microseconds for a request, absent where it can't be seen. */
interface Figures {
  requestsPerSecond: number;
  /** Of all processes of the service. */
  service?: number;
  load?: number;
  primary?: number;
  replica?: number;
}

interface Setup {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
}

interface Running extends Setup {
  readonly url: string;
  readonly process: ServerProcess;
}

interface Backends {
  readonly primary: number;
  readonly replica: number;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docspine-scaling-'));
  // PostgreSQL runs as another user where the benchmark runs as root.
  await chmod(folder, 0o711);
  const database = await openBenchDatabase(process.env['DATABASE_URL'], join(folder, 'database'));
  try {
    const before = machine();
    const figures = await measure(database.url, replicaOf(database.url), folder);
    await mkdir('artifacts', { recursive: true });
    await writeFile(RESULT, `${JSON.stringify({ machine: before, connections: CONNECTIONS, figures }, null, 2)}\n`);
    process.stdout.write(`${lines(figures).join('\n')}\n\nWritten to ${RESULT}\n`);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The database of this run on the server that follows. */
function replicaOf(databaseUrl: string): string | undefined {
  const server = process.env['DATABASE_REPLICA_URL'];
  if (server === undefined) return undefined;
  const url = new URL(server);
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
}

type Report = Record<string, Record<string, Figures>>;

async function measure(databaseUrl: string, replicaUrl: string | undefined, folder: string): Promise<Report> {
  const token = randomBytes(24).toString('base64url');
  const bench = await Workbench.open(databaseUrl, folder, token);
  const read = await makeReadSpace(bench, SIZE);
  const { organizationId } = bench;
  await bench.close();
  const clients = await Promise.all([databaseUrl, ...(replicaUrl === undefined ? [] : [replicaUrl])].map(connect));
  const [primary = 0, replica = 0] = await Promise.all(clients.map(backendOf));
  await clients[0]?.query('ANALYZE');
  const setups: Setup[] = [
    { name: '1 worker', environment: {} },
    { name: '2 workers', environment: { WORKERS: '2' } },
    ...(replicaUrl === undefined ? [] : [{ name: '1 worker, replica', environment: { DATABASE_REPLICA_URL: replicaUrl } }]),
  ];
  const load = Load.start();
  const running: Running[] = [];
  try {
    for (const setup of setups) running.push(await start(setup, databaseUrl, join(folder, setup.name.replaceAll(/\W+/g, '-')), token, read));
    const report: Report = {};
    for (const operation of READS) {
      const requests = operation.requests({ organizationId, read, written: { ...read, drafts: [], toMerge: [] } }, { connections: CONNECTIONS, merges: 0 });
      const each = requests.map((own) => own.map((request) => ({ ...request, headers: { Authorization: `Bearer ${token}` } })));
      report[operation.name] = await rounds(running, load, each, { primary, replica });
    }
    return report;
  } finally {
    load.stop();
    for (const { process } of running) await process.stop();
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function backendOf(client: pg.Client): Promise<number> {
  return (await client.query<{ id: number }>('SELECT pg_backend_pid() AS id')).rows[0]?.id ?? 0;
}

async function start(setup: Setup, databaseUrl: string, data: string, token: string, { id }: SampleSpace): Promise<Running> {
  const { process, url } = await startService({ databaseUrl, data, environment: { RATE_LIMIT_REQUESTS: '0', ...setup.environment } });
  await process.answers(`${url}/v1/spaces/${id}`, { Authorization: `Bearer ${token}` });
  return { ...setup, url, process };
}

async function rounds(running: readonly Running[], load: Load, each: NonNullable<Parameters<Load['run']>[0]['each']>, backends: Backends): Promise<Record<string, Figures>> {
  const found = new Map<string, Figures[]>(running.map(({ name }) => [name, []]));
  for (const { url } of running) await load.run({ url, connections: CONNECTIONS, each, amount: WARM_UP_REQUESTS });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < running.length; turn += 1) {
      const server = running[(round + turn) % running.length];
      if (server !== undefined) found.get(server.name)?.push(await figuresOf(server, load, each, backends));
    }
  }
  return Object.fromEntries([...found].map(([name, own]) => [name, medians(own)]));
}

async function figuresOf({ url, process }: Running, load: Load, each: NonNullable<Parameters<Load['run']>[0]['each']>, { primary, replica }: Backends): Promise<Figures> {
  const used = async (): Promise<(number | undefined)[]> => Promise.all([treeCpu(process.pid), treeCpu(load.pid), postgresCpu(primary), replica === 0 ? undefined : postgresCpu(replica)]);
  const before = await used();
  const result = await load.run({ url, connections: CONNECTIONS, each, duration: SECONDS });
  const after = await used();
  const [service, generator, first, second] = after.map((time, place) => (time === undefined ? undefined : (time - (before[place] ?? NaN)) / result['2xx']));
  return { requestsPerSecond: result['2xx'] / result.duration, service, load: generator, primary: first, replica: second };
}

function medians(figures: readonly Figures[]): Figures {
  const middle = (pick: (one: Figures) => number | undefined): number | undefined => {
    const values = figures.flatMap((one) => pick(one) ?? []);
    return values.length === 0 ? undefined : rounded(median(values));
  };
  return {
    requestsPerSecond: middle((one) => one.requestsPerSecond) ?? 0,
    service: middle((one) => one.service),
    load: middle((one) => one.load),
    primary: middle((one) => one.primary),
    replica: middle((one) => one.replica),
  };
}

function lines(report: Report): string[] {
  const cells = (values: readonly (string | number | undefined)[]): string => values.map((value) => String(value ?? '-').padStart(14)).join('');
  return [
    `${String(CONNECTIONS)} connections; CPU µs for a request`,
    `  ${''.padEnd(20)}${''.padEnd(20)}${cells(['requests/s', 'service', 'load', 'primary', 'replica'])}`,
    ...Object.entries(report).flatMap(([operation, setups]) =>
      Object.entries(setups).map(
        ([name, { requestsPerSecond, service, load, primary, replica }], place) =>
          `  ${(place === 0 ? operation : '').padEnd(20)}${name.padEnd(20)}${cells([Math.round(requestsPerSecond), service, load, primary, replica])}`,
      ),
    ),
  ];
}

await main();
