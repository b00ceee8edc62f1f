import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Statement } from '../../src/kernel/database/database.js';
import { prepareBinaries } from '../../src/kernel/database/embedded-postgres-binaries.js';
import { createClusterIfMissing, databaseName, readPassword } from '../../src/kernel/database/embedded-postgres-cluster.js';
import { locateHome } from '../../src/kernel/database/embedded-postgres-home.js';
import { type RunningServer, startServer } from '../../src/kernel/database/embedded-postgres-server.js';
import { isAlive, temporaryFolder, until } from '../support/processes.js';
import { freePort } from '../support/test-app.js';

const MAX_CONNECTIONS = 40;

/** A PostgreSQL of a test's own, always at the same address, that can be stopped, killed and frozen. */
export class OwnPostgres {
  private frozen: number[] = [];

  private constructor(
    readonly url: string,
    private server: RunningServer,
    private readonly begin: () => Promise<RunningServer>,
    private readonly removeFolder: () => Promise<void>,
  ) {}

  static async start(): Promise<OwnPostgres> {
    const [folder, port] = await Promise.all([temporaryFolder(), freePort()]);
    const log = (): void => undefined;
    const home = await locateHome(folder.path, log);
    const { postgres } = await prepareBinaries(home, log);
    await createClusterIfMissing(home, { postgres, initdb: postgres.replace(/postgres$/, 'initdb') }, log);
    const begin = (): Promise<RunningServer> => startServer({ postgres, data: home.data, user: home.user, maxConnections: MAX_CONNECTIONS, log }, () => Promise.resolve(port));
    const url = `postgres://${databaseName}:${await readPassword(home)}@127.0.0.1:${String(port)}/postgres`;
    return new OwnPostgres(url, await begin(), begin, folder.remove);
  }

  /** Stops it: with SIGINT in order, with SIGQUIT as in a crash. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    process.kill(this.server.pid, signal);
    await this.server.ended;
  }

  async startAgain(): Promise<void> {
    this.server = await this.begin();
  }

  /** Lets every process of it stand still: connections stay, and nothing is answered. */
  async freeze(): Promise<void> {
    process.kill(this.server.pid, 'SIGSTOP');
    const { pid } = this.server;
    const children = (await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')).trim().split(' ').map(Number);
    this.frozen = [pid, ...children];
    for (const child of children) process.kill(child, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.frozen.splice(0).reverse()) if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  }

  query<Row extends pg.QueryResultRow>(sql: string | Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return queryAt(this.url, sql, values);
  }

  connected<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    return connectedTo(this.url, work);
  }

  async end(): Promise<void> {
    this.thaw();
    if (isAlive(this.server.pid)) process.kill(this.server.pid, 'SIGQUIT');
    await until(() => Promise.resolve(!isAlive(this.server.pid)));
    await this.removeFolder();
  }
}

/** Runs a statement over a connection of its own. */
export function queryAt<Row extends pg.QueryResultRow>(url: string, sql: string | Statement, values: readonly unknown[] = []): Promise<Row[]> {
  const text = typeof sql === 'string' ? sql : sql.text;
  return connectedTo(url, async (client) => (await client.query<Row>(text, [...values])).rows);
}

export async function connectedTo<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}
