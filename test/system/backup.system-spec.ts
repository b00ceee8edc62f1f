import { execFile } from 'node:child_process';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PostgresPair, programs, startPostgresPair } from '../support/postgres-pair.js';
import { cli, killProcesses, type RunningService, startService, temporaryFolder } from '../support/processes.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOKEN = 'admin-of-what-is-kept';
const WRITERS = 4;
const WRITTEN_BEFORE = 20;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let pair: PostgresPair;
let commands: readonly string[];

beforeAll(async () => {
  [pair, folder] = await Promise.all([startPostgresPair(), temporaryFolder()]);
  const guide = await readFile(join(ROOT, 'docs/deployment.md'), 'utf8');
  const section = guide.slice(guide.indexOf('## Backup'), guide.indexOf('## ', guide.indexOf('## Backup') + 3));
  commands = [...section.matchAll(/```bash\n(.*?)```/gs)].map(([, block = '']) => block);
});
afterAll(async () => {
  killProcesses();
  await pair?.remove();
  await folder?.remove();
});

/** Runs what the guide tells operators, as they would. */
async function follow(block: string | undefined, settings: Readonly<Record<string, string>>): Promise<void> {
  expect(block).toBeDefined();
  await promisify(execFile)('bash', ['-euc', block ?? ''], { cwd: ROOT, env: { PATH: `${programs()}:${process.env['PATH'] ?? ''}`, ...settings } });
}

async function teamsOf(service: RunningService): Promise<{ path: string; make: (title: string) => Promise<void>; titles: () => Promise<string[]> }> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const organizations: unknown = await fetch(`${service.url}/v1/orgs`, { headers }).then((answer) => answer.json());
  expect(organizations).toMatchObject({ items: [{ id: expect.any(String) }] });
  const path = `/v1/orgs/${(organizations as { items: [{ id: string }] }).items[0].id}/teams`;
  return {
    path,
    make: async (title) => {
      const { status } = await fetch(service.url + path, { method: 'PUT', headers, body: JSON.stringify({ title }) });
      if (status !== 201) throw new Error(`Making a team answered ${String(status)}.`);
    },
    titles: async () => ((await (await fetch(`${service.url}${path}?limit=1000`, { headers })).json()) as { items: { title: string }[] }).items.map(({ title }) => title),
  };
}

describe('a backup', () => {
  it('of an own PostgreSQL under load holds together, with all that was acknowledged before', async () => {
    const [backup, dataDirectory, restoredDirectory] = ['backup', 'data', 'restored'].map((name) => join(folder.path, name)) as [string, string, string]; // as many as there are names
    await Promise.all([backup, restoredDirectory].map((path) => mkdir(path)));
    const settings = { DATABASE_URL: pair.primary.url, DATA_DIR: dataDirectory, BOOTSTRAP_TOKEN: TOKEN, SAMPLE_CONTENT: 'true', RATE_LIMIT_REQUESTS: '0' };
    const service = await startService(settings);
    const { make } = await teamsOf(service);
    const before = Array.from({ length: WRITTEN_BEFORE }, (_, index) => `Before ${String(index)}`);
    for (const title of before) await make(title);
    let writing = true;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; writing; count += 1) await make(`Meanwhile ${String(writer)}.${String(count)}`);
    });
    await follow(commands[0], { ...settings, BACKUP: backup }).finally(() => {
      writing = false;
    });
    await Promise.all(writers);
    await service.stop();

    await pair.primary.query('CREATE DATABASE restored');
    const url = new URL(pair.primary.url);
    url.pathname = '/restored';
    const restored = { DATABASE_URL: url.href, DATA_DIR: restoredDirectory, BACKUP: backup };
    // Its last command is the check, which ends with 1 where something is wrong.
    await follow(commands[1], restored);
    const again = await startService(restored);
    expect(await (await teamsOf(again)).titles()).toEqual(expect.arrayContaining(before));
    await again.stop();
  });

  it('of a stopped DATA_DIR is a whole service', async () => {
    const [dataDirectory, backup] = [join(folder.path, 'embedded'), join(folder.path, 'copy')];
    await mkdir(backup);
    const settings = { DATA_DIR: dataDirectory, BOOTSTRAP_TOKEN: TOKEN, SAMPLE_CONTENT: 'true' };
    const service = await startService(settings);
    await (await teamsOf(service)).make('Kept');
    await service.stop();
    await follow(commands[2], { ...settings, BACKUP: backup });
    await rename(dataDirectory, `${dataDirectory}-lost`);
    const { code, stdout } = await cli(['check'], { DATA_DIR: join(backup, 'data') });
    expect({ code, report: JSON.parse(stdout) }).toMatchObject({ code: 0, report: { files: 1, violated: [] } });
    const again = await startService({ DATA_DIR: join(backup, 'data') });
    expect(await (await teamsOf(again)).titles()).toContain('Kept');
    await again.stop();
  });
});
