import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.js';
import type { BenchOptions } from '../options.js';
import { Load, type LoadOptions } from '../processes/load.js';
import { postgresCpu } from '../processes/process-cpu.js';
import { ServerProcess, type ServerOptions } from '../processes/server-process.js';
import { median, rounded } from '../statistics.js';
import type { SampleSpace, Workbench } from '../workbench.js';
import { type MeasuredOperation, NOT_MODIFIED, OPERATIONS, type Subject } from './measured-operations.js';
import { makeReadSpace, makeWrittenSpace } from './operations-data.js';

export const SERVERS = ['docspine', 'nest floor', 'bare floor'] as const;
export type ServerName = (typeof SERVERS)[number];

/** Medians over the rounds. */
export interface OperationFigures {
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

export interface OperationReport {
  operation: string;
  servers: Record<ServerName, OperationFigures>;
  /** The service's CPU time for a request over the floor's: the median of the rounds' ratios. */
  cpuOverNestFloor: number;
  cpuOverBareFloor: number;
  target: number;
  /** The same of a peer, over its own bare floor. */
  peerOverBareFloor?: number;
}

export interface OperationsReport {
  settings: string;
  connections: number;
  operations: readonly OperationReport[];
  notModified: { cpu: number; floor: number; ratio: number; target: number };
  /** Milliseconds from the start of the process to its first answer, on a database that is there and has data. */
  startMilliseconds: number;
  /** Megabytes of the service's process: after its first answer and a rest, and after all load; absent where they can't be seen. */
  idleMegabytes?: number;
  loadedMegabytes?: number;
}

interface RunningServer {
  name: ServerName;
  process: ServerProcess;
  url: string;
  subject: Subject;
}

/** Of the report, as it changes what is measured. */
const RATE_LIMITS = { RATE_LIMIT_REQUESTS: '0' };

/** Sends eight operations to the service and to both floors, turn by turn, so that all see the same machine. */
export async function measureOperations(bench: Workbench, databaseUrl: string, folder: string, options: BenchOptions): Promise<OperationsReport> {
  const { operations: size, connections, rounds, restSeconds } = options;
  const read = await makeReadSpace(bench, size);
  const merges = options.merges * (rounds + 1);
  const running: RunningServer[] = [];
  const load = Load.start();
  const probe = new pg.Client({ connectionString: databaseUrl });
  await probe.connect();
  try {
    let startMilliseconds = 0;
    for (const name of SERVERS) {
      const written = await makeWrittenSpace(bench, size.pages, connections, merges);
      const start = performance.now();
      running.push(await startServer(name, { organizationId: bench.organizationId, read, written }, databaseUrl, folder, bench.token, options));
      if (name === 'docspine') startMilliseconds = performance.now() - start;
    }
    await probe.query('ANALYZE');
    await sleep(restSeconds * 1_000);
    const service = running[0]?.process;
    const idle = await service?.memory();
    const { rows } = await probe.query<{ id: number }>('SELECT pg_backend_pid() AS id');
    const backend = isLocal(databaseUrl) ? (rows[0]?.id ?? 0) : 0;
    const measure = new Measurement(load, backend, bench.token, options);
    const reports: OperationReport[] = [];
    for (const operation of OPERATIONS) reports.push(summarize(operation, await measure.rounds(operation, running)));
    const notModified = await measure.notModified(running, read);
    const loaded = await service?.memory();
    return {
      settings: Object.entries(RATE_LIMITS).map((pair) => pair.join('=')).join(' '),
      connections,
      operations: reports,
      notModified,
      startMilliseconds: Math.round(startMilliseconds),
      ...(idle === undefined || loaded === undefined ? {} : { idleMegabytes: Math.round(idle), loadedMegabytes: Math.round(loaded) }),
    };
  } finally {
    await probe.end();
    load.stop();
    for (const { process } of running) await process.stop();
  }
}

async function startServer(name: ServerName, subject: Subject, databaseUrl: string, folder: string, token: string, { profile }: BenchOptions): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const common = { PORT: String(port), DATABASE_URL: databaseUrl, NODE_ENV: 'production' };
  const logFile = join(folder, `${name.replace(' ', '-')}.log`);
  const chosen: Record<ServerName, Omit<ServerOptions, 'logFile'>> = {
    docspine: {
      script: new URL('../../service/main.js', import.meta.url),
      environment: { ...common, DATA_DIR: join(folder, 'service'), LOG_LEVEL: 'info', ...RATE_LIMITS },
      nodeOptions: profile ? ['--cpu-prof', '--cpu-prof-dir=artifacts'] : [],
    },
    'nest floor': { script: new URL('../floors/nest-floor.js', import.meta.url), environment: { ...common, TOKEN: token } },
    'bare floor': { script: new URL('../floors/bare-floor.js', import.meta.url), environment: { ...common, TOKEN: token } },
  };
  const process = ServerProcess.start({ ...chosen[name], logFile });
  const body = await process.answers(url + NOT_MODIFIED.path(subject), { Authorization: `Bearer ${token}` });
  if (!body.includes('"markdown":"# Page')) throw new Error(`The ${name} doesn't answer the page: ${body.slice(0, 200)}`);
  return { name, process, url, subject };
}

type Round = Record<ServerName, OperationFigures>;

class Measurement {
  constructor(
    private readonly load: Load,
    private readonly backend: number,
    private readonly token: string,
    private readonly options: BenchOptions,
  ) {}

  async rounds(operation: MeasuredOperation, running: readonly RunningServer[]): Promise<Round[]> {
    const amount = this.amountOf(operation) ?? this.options.warmUpRequests;
    for (const server of running) await this.send(operation, server, { amount });
    const rounds: Round[] = [];
    for (let round = 0; round < this.options.rounds; round += 1) {
      const figures = new Map<ServerName, OperationFigures>();
      // Each round begins with another server: none is always the first after a pause.
      for (let turn = 0; turn < running.length; turn += 1) {
        const server = running[(round + turn) % running.length];
        if (server !== undefined) figures.set(server.name, await this.figures(operation, server));
      }
      rounds.push(Object.fromEntries(figures) as Round); // every server had its turn
    }
    return rounds;
  }

  /** Of a page that the client has, and of a route of the framework that answers nothing. */
  async notModified(running: readonly RunningServer[], read: SampleSpace): Promise<OperationsReport['notModified']> {
    const [service, floor] = running;
    if (service === undefined || floor === undefined || read.pageIds.length === 0) throw new Error('Nothing is running.');
    const url = service.url + NOT_MODIFIED.path(service.subject);
    const tag = (await fetch(url, { headers: this.headers })).headers.get('etag') ?? '';
    const targets = [
      { process: service.process, url, headers: { ...this.headers, 'If-None-Match': tag } },
      { process: floor.process, url: floor.url + NOT_MODIFIED.floor, headers: this.headers },
    ];
    const { connections, rounds, secondsPerRound: duration, warmUpRequests: amount } = this.options;
    const cpu: number[][] = [[], []];
    for (const { url, headers } of targets) await this.load.run({ url, headers, connections, amount }, '3xx');
    for (let round = 0; round < rounds; round += 1) {
      for (const [place, { process, url, headers }] of targets.entries()) {
        const before = await process.cpu();
        const result = await this.load.run({ url, headers, connections, duration }, '3xx');
        cpu[place]?.push(((await process.cpu()) - before) / result['3xx']);
      }
    }
    const [own = [], floors = []] = cpu;
    return { cpu: rounded(median(own)), floor: rounded(median(floors)), ratio: rounded(median(own.map((one, round) => one / (floors[round] ?? NaN)))), target: NOT_MODIFIED.target };
  }

  private async figures(operation: MeasuredOperation, server: RunningServer): Promise<OperationFigures> {
    const { process } = server;
    const before = [await process.cpu(), await postgresCpu(this.backend)] as const;
    const amount = this.amountOf(operation);
    const result = await this.send(operation, server, amount === undefined ? { duration: this.options.secondsPerRound } : { amount });
    const after = [await process.cpu(), await postgresCpu(this.backend)] as const;
    const requests = result['2xx'];
    return {
      requestsPerSecond: requests / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
      cpuPerRequest: (after[0] - before[0]) / requests,
      ...(before[1] === undefined || after[1] === undefined ? {} : { postgresCpuPerRequest: (after[1] - before[1]) / requests }),
    };
  }

  private send(operation: MeasuredOperation, { url, subject }: RunningServer, until: Pick<LoadOptions, 'amount' | 'duration'>): ReturnType<Load['run']> {
    const { connections } = this.options;
    const each = operation.requests(subject, this.options).map((requests) => requests.map((request) => ({ ...request, headers: { ...this.headers, ...request.headers } })));
    return this.load.run({ url, connections, each, idReplacement: true, ...until });
  }

  private amountOf({ perMerge }: MeasuredOperation): number | undefined {
    return perMerge === undefined ? undefined : perMerge * this.options.merges;
  }

  private get headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.token}` };
  }
}

function summarize({ name, target, peerOverBareFloor }: MeasuredOperation, rounds: readonly Round[]): OperationReport {
  const ratio = (floor: ServerName): number => rounded(median(rounds.map((round) => round.docspine.cpuPerRequest / round[floor].cpuPerRequest)));
  const figures = (server: ServerName): OperationFigures => {
    const own = rounds.map((round) => round[server]);
    const middle = (pick: (one: OperationFigures) => number): number => rounded(median(own.map(pick)));
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
    operation: name,
    servers: { docspine: figures('docspine'), 'nest floor': figures('nest floor'), 'bare floor': figures('bare floor') },
    cpuOverNestFloor: ratio('nest floor'),
    cpuOverBareFloor: ratio('bare floor'),
    target,
    ...(peerOverBareFloor === undefined ? {} : { peerOverBareFloor }),
  };
}

/** Whether PostgreSQL's processes are of this machine. */
function isLocal(databaseUrl: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(databaseUrl).hostname);
}
