import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '../free-port.js';
import { childrenOf } from '../processes/process-memory.js';
import { ServerProcess } from '../processes/server-process.js';
import { Forwarder } from './forwarder.js';
import { ImportSite } from './import-site.js';
import type { Layout } from './options.js';
import { OwnDatabase } from './own-database.js';

const SERVICE = new URL('../../service/main.js', import.meta.url);
const CLI = fileURLToPath(new URL('../../service/cli.js', import.meta.url));
export const TOKEN = 'soak_first_admin_token_0123456789';
const WORKERS = 2;
/** How long a silent database is waited for, and how long it is silent. */
const SILENCE_SECONDS = 3;
const LONGEST_STILL = 6_000;
const LONGEST_REPLACEMENT = 60_000;

/** A service on a PostgreSQL of its own, parts of which can be taken away and given back. */
export class Stage {
  private readonly nodes: Node[];

  private constructor(
    private readonly folder: string,
    readonly layout: Layout,
    private readonly forwarder: Forwarder,
    private readonly database: OwnDatabase,
    readonly site: ImportSite,
    private readonly settings: Readonly<Record<string, string>>,
    ports: readonly number[],
  ) {
    const own: Readonly<Record<string, string>>[] = layout === 'workers' ? [{ WORKERS: String(WORKERS) }] : [{ JOB_CONCURRENCY: '0' }, {}];
    this.nodes = own.map((differs, index) => new Node({ ...settings, ...differs, PORT: String(ports[index] ?? 0) }, join(folder, `node-${String(index)}`)));
  }

  static async open(layout: Layout): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'docspine-soak-'));
    // The server runs as another user where the soak runs as root.
    await chmod(folder, 0o711);
    const [database, forwarder, site, ...ports] = await Promise.all([OwnDatabase.start(folder), Forwarder.start(), ImportSite.start(), freePort(), freePort()]);
    const settings = {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: forwarder.lead(database.url),
      DATABASE_TIMEOUT_SECONDS: String(SILENCE_SECONDS),
      FETCH_ALLOW_HOSTS: '127.0.0.1',
      BOOTSTRAP_TOKEN: TOKEN,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_REQUESTS: '0',
    };
    const stage = new Stage(folder, layout, forwarder, database, site, settings, ports);
    try {
      // One after the other: the first one makes the tables.
      for (const node of stage.nodes) await node.start();
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  /** Where the nodes answer. */
  get urls(): string[] {
    return this.nodes.map(({ url }) => url);
  }

  get processIds(): number[] {
    return this.nodes.map(({ pid }) => pid);
  }

  async ready(): Promise<void> {
    for (const node of this.nodes) await node.ready();
  }

  async restartDatabase(): Promise<void> {
    await this.database.restart();
    this.forwarder.lead(this.database.url);
  }

  crashDatabase(): Promise<void> {
    return this.database.crash();
  }

  async freezeDatabase(random: Random): Promise<void> {
    await this.database.freeze();
    await sleep(random(LONGEST_STILL));
    this.database.thaw();
  }

  /** Neither side notices, and what is sent arrives late: commits of requests that were told that they can't be done, for one. */
  async holdUpConnections(random: Random): Promise<void> {
    this.forwarder.standStill(true);
    await sleep(random(LONGEST_STILL));
    this.forwarder.standStill(false);
  }

  cutConnections(): Promise<void> {
    this.forwarder.cut();
    return Promise.resolve();
  }

  async killService(): Promise<void> {
    await this.nodes[0]?.killAndStart();
  }

  async killWorker(random: Random): Promise<void> {
    const parent = this.nodes[0]?.pid ?? 0;
    const workers = await childrenOf(parent);
    const victim = workers[random(workers.length)];
    if (victim === undefined) throw new Error('There is no worker to kill.');
    process.kill(victim, 'SIGKILL');
    const end = Date.now() + LONGEST_REPLACEMENT;
    for (let now = workers; now.includes(victim) || now.length < WORKERS; now = await childrenOf(parent)) {
      if (Date.now() > end) throw new Error('A killed worker is not replaced.');
      await sleep(100);
    }
  }

  /** The node that alone does the jobs. */
  async killJobRunner(): Promise<void> {
    await this.nodes[1]?.killAndStart();
  }

  /** The jobs that there are. */
  async queue(): Promise<object[]> {
    const client = new pg.Client({ connectionString: this.database.url });
    await client.connect();
    return client.query<object>('SELECT task_identifier, attempts, last_error, locked_by, run_at FROM graphile_worker.jobs ORDER BY run_at').then(({ rows }) => rows).finally(() => client.end());
  }

  /** What `check` of the command line answers, and its exit code. */
  async check(): Promise<{ code: number | null; report: string }> {
    const child = spawn(process.execPath, ['--enable-source-maps', CLI, 'check'], { env: { PATH: process.env['PATH'], ...this.settings }, stdio: ['ignore', 'pipe', 'pipe'] });
    const [report, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>]); // of a child process
    return { code, report: report + errors };
  }

  async close(): Promise<void> {
    this.forwarder.standStill(false);
    this.database.thaw();
    for (const node of this.nodes) await node.stop();
    await this.database.stop();
    await this.forwarder.close();
    await this.site.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export type Random = (below: number) => number;

/** One of the services that share the database. */
class Node {
  readonly url: string;
  private process: ServerProcess | undefined;
  private starts = 0;

  constructor(
    private readonly settings: Readonly<Record<string, string>>,
    private readonly log: string,
  ) {
    this.url = `http://127.0.0.1:${settings['PORT'] ?? ''}`;
  }

  get pid(): number {
    return this.process?.pid ?? 0;
  }

  async start(): Promise<void> {
    this.starts += 1;
    this.process = ServerProcess.start({ script: SERVICE, environment: this.settings, logFile: `${this.log}-${String(this.starts)}.log` });
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.process?.answers(`${this.url}/readyz`, {});
  }

  async killAndStart(): Promise<void> {
    await this.process?.kill();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }
}
