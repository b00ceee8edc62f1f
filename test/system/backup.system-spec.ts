import { execFile } from 'node:child_process';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ImportSite } from '../../bench/soak/import-site.js';
import { EmbeddedPostgres } from '../../src/kernel/database/embedded-postgres.js';
import { Load } from '../support/load.js';
import { type PostgresPair, programs, startPostgresPair } from '../support/postgres-pair.js';
import { cli, killProcesses, type RunningService, startService, temporaryFolder, until } from '../support/processes.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOKEN = 'admin-of-what-is-kept';
const CLIENTS = 4;
/** Before anything is copied. */
const MERGES = 12;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let pair: PostgresPair;
let site: ImportSite;
let commands: readonly string[];

beforeAll(async () => {
  [pair, folder, site] = await Promise.all([startPostgresPair(), temporaryFolder(), ImportSite.start()]);
  const guide = await readFile(join(ROOT, 'docs/deployment.md'), 'utf8');
  const section = guide.slice(guide.indexOf('## Backup'), guide.indexOf('## ', guide.indexOf('## Backup') + 3));
  commands = [...section.matchAll(/```bash\n(.*?)```/gs)].map(([, block = '']) => block);
});
afterAll(async () => {
  killProcesses();
  await pair?.remove();
  await site?.close();
  await folder?.remove();
});

/** Runs what the guide tells operators, as they would. */
async function follow(block: string | undefined, settings: Readonly<Record<string, string>>): Promise<void> {
  expect(block).toBeDefined();
  await promisify(execFile)('bash', ['-euc', block ?? ''], { cwd: ROOT, env: { PATH: `${programs()}:${process.env['PATH'] ?? ''}`, ...settings } });
}

/** Clients that add pages, archives with pictures, and comments, and merge. */
async function loadOf(service: RunningService): Promise<Load> {
  const organizations = (await (await fetch(`${service.url}/v1/orgs`, { headers: { authorization: `Bearer ${TOKEN}` } })).json()) as { items: { id: string }[] };
  return new Load(service.url, TOKEN, organizations.items[0]?.id ?? '', (titles) => site.addressOf(titles));
}

async function works(load: Load, merges: number): Promise<void> {
  const before = load.merges;
  await until(() => Promise.resolve(load.merges >= before + merges));
}

describe('a backup', () => {
  it('of an own PostgreSQL under load holds together, with all that was acknowledged before', async () => {
    const [backup, dataDirectory, restoredDirectory] = ['backup', 'data', 'restored'].map((name) => join(folder.path, name)) as [string, string, string]; // as many as there are names
    await Promise.all([backup, restoredDirectory].map((path) => mkdir(path)));
    const settings = { DATABASE_URL: pair.primary.url, DATA_DIR: dataDirectory, BOOTSTRAP_TOKEN: TOKEN, FETCH_ALLOW_HOSTS: '127.0.0.1', RATE_LIMIT_REQUESTS: '0' };
    const service = await startService(settings);
    const load = (await loadOf(service)).start(CLIENTS);
    await works(load, MERGES);
    const before = load.soFar();
    // It goes on while the guide is followed, and after that.
    await follow(commands[0], { ...settings, BACKUP: backup })
      .then(() => works(load, CLIENTS))
      .finally(() => load.stop());
    await service.stop();

    await pair.primary.query('CREATE DATABASE restored');
    const url = new URL(pair.primary.url);
    url.pathname = '/restored';
    const restored = { DATABASE_URL: url.href, DATA_DIR: restoredDirectory, BACKUP: backup };
    // Its last command is the check, which ends with 1 where something is wrong.
    await follow(commands[1], restored);
    const again = await startService(restored);
    load.moveTo(again.url);
    expect(await lossesIn(url.href, load, before)).toEqual([]);
    await again.stop();
  });

  it('of a stopped DATA_DIR is a whole service', async () => {
    const [dataDirectory, backup] = [join(folder.path, 'embedded'), join(folder.path, 'copy')];
    await mkdir(backup);
    const settings = { DATA_DIR: dataDirectory, BOOTSTRAP_TOKEN: TOKEN, FETCH_ALLOW_HOSTS: '127.0.0.1' };
    const service = await startService(settings);
    const load = (await loadOf(service)).start(CLIENTS);
    await works(load, MERGES).finally(() => load.stop());
    await service.stop();
    await follow(commands[2], { ...settings, BACKUP: backup });
    await rename(dataDirectory, `${dataDirectory}-lost`);
    const copy = join(backup, 'data');
    const { code, stdout } = await cli(['check'], { DATA_DIR: copy });
    expect({ code, report: JSON.parse(stdout) }).toMatchObject({ code: 0, report: { violated: [] } });
    const again = await startService({ DATA_DIR: copy });
    load.moveTo(again.url);
    expect(await lossesIn((await EmbeddedPostgres.findRunning(copy)) ?? '', load)).toEqual([]);
    await again.stop();
  });
});

async function lossesIn(databaseUrl: string, load: Load, acknowledged?: ReturnType<Load['soFar']>): Promise<object[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const query = async (text: unknown, values: readonly unknown[] = []): Promise<never[]> => (await client.query(String(text), [...values])).rows as never[]; // of whatever is asked for
  return load.losses({ query }, acknowledged).finally(() => client.end());
}
