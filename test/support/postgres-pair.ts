import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './processes.js';
import { freePort } from './test-app.js';

const DEBIAN = '/usr/lib/postgresql';

/** A PostgreSQL server of the system's own programs. */
export interface SystemPostgres {
  url: string;
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  start(): Promise<void>;
  /** Ends it at once, as a machine that is lost. */
  kill(): Promise<void>;
}

export interface PostgresPair {
  primary: SystemPostgres;
  /** Follows the primary. */
  replica: SystemPostgres;
  remove(): Promise<void>;
}

/** A primary and a replica of Debian's package, or of the programs in POSTGRES_BIN. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const [bin, account, ports, folder] = [programs(), serverAccount(), await Promise.all([freePort(), freePort()]), await mkdtemp(join(tmpdir(), 'docspine-pair-'))];
  await chmod(folder, 0o711);
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  const run = (program: string, parameters: readonly string[]): void => {
    execFileSync(join(bin, program), parameters, { ...account, cwd: folder, stdio: 'pipe' });
  };
  const data = (name: string): string => join(folder, name);
  const primary = server({ bin, account, folder: data('primary'), port: ports[0] });
  const replica = server({ bin, account, folder: data('replica'), port: ports[1] });
  const remove = async (): Promise<void> => {
    await Promise.all([primary.kill(), replica.kill()]);
    // The rest of a killed server still writes for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
  try {
    run('initdb', ['-D', data('primary'), '-U', 'docspine', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
    await primary.start();
    run('pg_basebackup', ['-h', '127.0.0.1', '-p', String(ports[0]), '-U', 'docspine', '-D', data('replica'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
    await replica.start();
    return { primary, replica, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface ServerOptions {
  bin: string;
  account: { uid: number; gid: number } | undefined;
  folder: string;
  port: number;
}

function server({ bin, account, folder, port }: ServerOptions): SystemPostgres {
  const url = `postgres://docspine@127.0.0.1:${String(port)}/postgres`;
  let running: { child: ChildProcess; ended: Promise<void> } | undefined;
  const query = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const start = async (): Promise<void> => {
    const settings = [`port=${String(port)}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'jit=off', 'wal_keep_size=256MB', 'wal_retrieve_retry_interval=200ms'];
    const child = spawn(join(bin, 'postgres'), ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])], { ...account, cwd: folder, stdio: 'ignore' });
    running = { child, ended: new Promise((resolve) => child.on('exit', () => resolve())) };
    await until(() => query('SELECT 1').then(() => true, () => false));
  };
  const kill = async (): Promise<void> => {
    // Its processes end as soon as they notice that the first one did.
    running?.child.kill('SIGKILL');
    await running?.ended;
    running = undefined;
  };
  return { url, query, start, kill };
}

/** The folder of the programs of the system. */
export function programs(): string {
  const given = process.env['POSTGRES_BIN'];
  if (given !== undefined) return given;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one)) : [];
  const [newest] = versions.filter((version) => existsSync(join(DEBIAN, version, 'bin/postgres')));
  if (newest === undefined) throw new Error('These tests need PostgreSQL (Debian: apt-get install postgresql), or POSTGRES_BIN.');
  return join(DEBIAN, newest, 'bin');
}

/** PostgreSQL refuses to run as root: the account that Debian's package makes for it. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
