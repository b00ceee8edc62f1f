import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.js';
import type { BenchOptions } from './options.js';
import { Load } from './processes/load.js';
import { postgresCpu } from './processes/postgres-cpu.js';
import { ServerProcess, type ServerOptions } from './processes/server-process.js';
import { median, rounded } from './statistics.js';
import type { SampleSpace } from './workbench.js';

export const SERVERS = ['docspine', 'nest floor', 'bare floor'] as const;
export type ServerName = (typeof SERVERS)[number];

/** Medians over the rounds. */
export interface ReadingFigures {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
  /** Microseconds of the server's process. */
  cpuPerRequest: number;
  /** Microseconds of all processes of PostgreSQL; absent where they can't be seen. */
  postgresCpuPerRequest?: number;
}

export interface ReadingReport {
  servers: Record<ServerName, ReadingFigures>;
  /** The service's CPU time for a request over the floor's: the median of the rounds' ratios. */
  cpuOverNestFloor: number;
  cpuOverBareFloor: number;
}

export interface ReadingTarget {
  databaseUrl: string;
  folder: string;
  token: string;
  space: SampleSpace;
}

interface RunningServer {
  name: ServerName;
  process: ServerProcess;
  url: string;
}

/** Reads one page by its id from the service and from both floors, turn by turn, so that all see the same machine. */
export async function measureReading(target: ReadingTarget, options: BenchOptions): Promise<ReadingReport> {
  const running: RunningServer[] = [];
  const load = Load.start();
  const probe = new pg.Client({ connectionString: target.databaseUrl });
  await probe.connect();
  try {
    for (const name of SERVERS) running.push(await startServer(name, target, options));
    const { rows } = await probe.query<{ id: number }>('SELECT pg_backend_pid() AS id');
    const backend = isLocal(target.databaseUrl) ? (rows[0]?.id ?? 0) : 0;
    const rounds = await runRounds(running, load, backend, target.token, options);
    return summarize(rounds);
  } finally {
    await probe.end();
    load.stop();
    for (const { process } of running) await process.stop();
  }
}

async function startServer(name: ServerName, { databaseUrl, folder, token, space }: ReadingTarget, { profile }: BenchOptions): Promise<RunningServer> {
  const port = await freePort();
  const pageId = space.pageIds[Math.floor(space.pageIds.length / 2)] ?? '';
  const url = `http://127.0.0.1:${String(port)}/v1/spaces/${space.id}/content/page/${pageId}`;
  const common = { PORT: String(port), DATABASE_URL: databaseUrl, NODE_ENV: 'production' };
  const logFile = join(folder, `${name.replace(' ', '-')}.log`);
  const chosen: Record<ServerName, Omit<ServerOptions, 'logFile'>> = {
    docspine: {
      script: new URL('../src/main.js', import.meta.url),
      environment: { ...common, DATA_DIR: join(folder, 'service'), LOG_LEVEL: 'info', RATE_LIMIT_REQUESTS: '1000000000' },
      nodeOptions: profile ? ['--cpu-prof', '--cpu-prof-dir=artifacts'] : [],
    },
    'nest floor': { script: new URL('./floors/nest-floor.js', import.meta.url), environment: { ...common, TOKEN: token } },
    'bare floor': { script: new URL('./floors/bare-floor.js', import.meta.url), environment: { ...common, TOKEN: token } },
  };
  const process = ServerProcess.start({ ...chosen[name], logFile });
  const body = await process.answers(url, authorized(token));
  if (!body.includes('"markdown":"# Page')) throw new Error(`The ${name} doesn't answer the page: ${body.slice(0, 200)}`);
  return { name, process, url };
}

type Round = Record<ServerName, ReadingFigures>;

async function runRounds(running: readonly RunningServer[], load: Load, backend: number, token: string, options: BenchOptions): Promise<Round[]> {
  const headers = authorized(token);
  const { connections, secondsPerRound, warmUpRequests } = options;
  const measure = async ({ process, url }: RunningServer): Promise<ReadingFigures> => {
    const before = [await process.cpu(), await postgresCpu(backend)] as const;
    const result = await load.run({ url, connections, duration: secondsPerRound, headers });
    const after = [await process.cpu(), await postgresCpu(backend)] as const;
    const requests = result['2xx'];
    return {
      requestsPerSecond: requests / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
      cpuPerRequest: (after[0] - before[0]) / requests,
      ...(before[1] === undefined || after[1] === undefined ? {} : { postgresCpuPerRequest: (after[1] - before[1]) / requests }),
    };
  };
  for (const { url } of running) await load.run({ url, connections, amount: warmUpRequests, headers });
  const rounds: Round[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const figures = new Map<ServerName, ReadingFigures>();
    // Each round begins with another server: none is always the first after a pause.
    for (let turn = 0; turn < running.length; turn += 1) {
      const server = running[(round + turn) % running.length];
      if (server !== undefined) figures.set(server.name, await measure(server));
    }
    rounds.push(Object.fromEntries(figures) as Round); // every server had its turn
  }
  return rounds;
}

function summarize(rounds: readonly Round[]): ReadingReport {
  const ratio = (floor: ServerName): number => rounded(median(rounds.map((round) => round.docspine.cpuPerRequest / round[floor].cpuPerRequest)));
  const figures = (name: ServerName): ReadingFigures => {
    const own = rounds.map((round) => round[name]);
    const middle = (pick: (one: ReadingFigures) => number): number => rounded(median(own.map(pick)));
    const postgres = own.flatMap((one) => one.postgresCpuPerRequest ?? []);
    return {
      requestsPerSecond: middle((one) => one.requestsPerSecond),
      p50: middle((one) => one.p50),
      p99: middle((one) => one.p99),
      cpuPerRequest: middle((one) => one.cpuPerRequest),
      ...(postgres.length === 0 ? {} : { postgresCpuPerRequest: rounded(median(postgres)) }),
    };
  };
  return {
    servers: { docspine: figures('docspine'), 'nest floor': figures('nest floor'), 'bare floor': figures('bare floor') },
    cpuOverNestFloor: ratio('nest floor'),
    cpuOverBareFloor: ratio('bare floor'),
  };
}

function authorized(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/** Whether PostgreSQL's processes are of this machine. */
function isLocal(databaseUrl: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(databaseUrl).hostname);
}
