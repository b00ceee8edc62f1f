import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openBenchDatabase } from '../bench-database.js';
import { startService } from '../processes/service-process.js';
import { type Latency, LatencyProbe } from './latency.js';
import { Service } from './service.js';

const IDLE_MILLISECONDS = 3_000;

/** A service of its own that has answered for a while, so that its code is compiled. */
export interface Stage {
  folder: string;
  service: Service;
  /** Path of the specs of its organization. */
  specs: string;
  /** Of requests while nothing is read. */
  idle: Latency;
  /** Sends requests until it is stopped. */
  probe(): LatencyProbe;
  mostMemory(): Promise<string>;
}

/** Writes what `measure` answers to the file, and shows it. */
export async function onStage<Report extends object>(file: string, environment: Readonly<Record<string, string>>, measure: (stage: Stage) => Promise<Report>): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'docspine-bench-'));
  // PostgreSQL runs as another user where the benchmark runs as root.
  await chmod(folder, 0o711);
  try {
    const database = await openBenchDatabase(process.env['DATABASE_URL'], join(folder, 'database'));
    try {
      const report = await withService(database.url, folder, environment, measure);
      await mkdir('artifacts', { recursive: true });
      await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
      return report;
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withService<Report>(databaseUrl: string, folder: string, environment: Readonly<Record<string, string>>, measure: (stage: Stage) => Promise<Report>): Promise<Report> {
  const token = randomBytes(24).toString('base64url');
  const settings = { BOOTSTRAP_TOKEN: token, FETCH_ALLOW_HOSTS: '127.0.0.1', LOG_LEVEL: 'warn', RATE_LIMIT_REQUESTS: '1000000000', ...environment };
  const { process: server, url } = await startService({ databaseUrl, data: join(folder, 'data'), environment: settings });
  try {
    const service = new Service(url, token);
    const organizations = await server.answers(`${service.url}/v1/orgs`, service.headers);
    const specs = `/v1/orgs/${String((JSON.parse(organizations) as { items: { id: string }[] }).items[0]?.id)}/openapi`;
    const probe = (): LatencyProbe => new LatencyProbe(() => service.get(`${specs}?limit=10`));
    const idleFor = async (): Promise<Latency> => {
      const idling = probe();
      await wait(IDLE_MILLISECONDS);
      return idling.stop();
    };
    await idleFor();
    return await measure({ folder, service, specs, idle: await idleFor(), probe, mostMemory: () => mostMemory(server.pid) });
  } finally {
    await server.stop();
  }
}

/** The most that the process has held at once, as Linux tells it. */
async function mostMemory(pid: number): Promise<string> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return /^VmHWM:\s+(.+)$/m.exec(status)?.[1] ?? 'unknown';
}
