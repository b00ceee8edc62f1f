import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { type DocumentSite, startDocumentSite } from '../support/document-site.js';
import { cli, isAlive, killProcesses, launchService, pause, type RunningService, SLOW, startService, temporaryFolder, until } from '../support/processes.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.js';

const TOKEN = 'given-by-the-operator-1234';

jest.setTimeout(SLOW);

afterAll(() => {
  killProcesses();
});

describe('on the embedded PostgreSQL', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let site: DocumentSite;
  let service: RunningService;
  let token: string;
  let pages: string;

  beforeAll(async () => {
    [folder, site] = await Promise.all([temporaryFolder(), startDocumentSite()]);
  });
  afterAll(async () => {
    if (isAlive(service.pid)) await service.stop();
    await folder.remove();
    await site.close();
  });

  const start = (): Promise<RunningService> => startService({ DATA_DIR: folder.path, SAMPLE_CONTENT: 'true', FETCH_ALLOW_HOSTS: '127.0.0.1' });
  const postgresPid = async (): Promise<number> => Number((await readFile(join(folder.path, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

  it('the first start greets with a token and a line that works, on a space to read', async () => {
    service = await start();
    await until(async () => service.written().stdout.includes('Explore it'));
    const [, header = '', address = ''] = /Try it\s+curl -H "([^"]+)" (\S+)/.exec(service.written().stdout) ?? [];
    expect(header).toMatch(/^Authorization: Bearer dsp_[0-9A-Za-z]{36}$/);
    token = header.replace('Authorization: Bearer ', '');
    pages = address.replace(service.url, '');
    const answer = await read(service.url + pages, token);
    expect(answer.status).toBe(200);
    const [welcome] = answer.body.pages;
    const page = await read(`${service.url}${pages.replace('/pages', '/page')}/${String(welcome.id)}`, token);
    expect(page.body).toMatchObject({ title: 'Welcome', markdown: expect.stringContaining('Docspine') });
  });

  it('a second service on the same folder is refused, and told by whom', async () => {
    const second = await launchService({ DATA_DIR: folder.path });
    const { code, stderr } = await second.ended;
    expect(code).toBe(1);
    expect(stderr).toContain(String(service.pid));
    expect(stderr).toContain(folder.path);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect((await read(service.url + pages, token)).status).toBe(200);
  });

  it('a start after kill -9 has everything, and prints no token', async () => {
    await service.stop('SIGKILL');
    service = await start();
    expect((await read(service.url + pages, token)).status).toBe(200);
    expect(service.written().stdout).not.toMatch(/dsp_|Access token/);
  });

  it('a stop lets running requests finish, then ends PostgreSQL and itself with 0', async () => {
    const database = await postgresPid();
    expect(isAlive(database)).toBe(true);
    site.delayMilliseconds = 1_500;
    const slow = fetch(`${service.url}${pages.replace('/pages', '/import')}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: site.url, source: 'markdown' }),
    });
    await pause(400);
    const stopped = service.stop('SIGTERM');
    const answer = await slow;
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ importedResources: 1, totalResources: 1 });
    expect((await stopped).code).toBe(0);
    expect(isAlive(database)).toBe(false);
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
  });
});

describe('on a database of the operator', () => {
  let database: TestDatabase;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const services: RunningService[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    for (const service of services.splice(0)) if (isAlive(service.pid)) await service.stop();
    await database.drop();
  });
  afterAll(() => folder.remove());

  const settings = (): Record<string, string> => ({ DATA_DIR: folder.path, DATABASE_URL: database.url, DATABASE_POOL_SIZE: '4' });
  const start = async (more: Record<string, string> = {}): Promise<RunningService> => {
    const service = await startService({ ...settings(), ...more });
    services.push(service);
    return service;
  };

  it('takes the token that the operator gives, never writes it, and asks for none where health is told', async () => {
    database = await createEmptyDatabase();
    const service = await start({ BOOTSTRAP_TOKEN: TOKEN, BOOTSTRAP_EMAIL: 'First.Admin@Example.com', LOG_LEVEL: 'trace' });
    const organization = await organizationId(database.url);
    const answer = await read(`${service.url}/v1/orgs/${organization}`, TOKEN);
    expect(answer).toMatchObject({ status: 200, body: { id: organization, permissions: { admin: true } } });
    expect(await users(database.url)).toEqual(['First.Admin@Example.com']);
    await answersHealthToAll(service.url);
    const { stdout, stderr } = await service.stop();
    expect(stdout).toContain('the one given as BOOTSTRAP_TOKEN');
    expect(stdout + stderr).not.toContain(TOKEN);
  });

  it('makes one admin when two nodes start on an empty database; their tokens end on both, and are never in a log', async () => {
    database = await createEmptyDatabase();
    const [one, other] = await Promise.all([start({ SAMPLE_CONTENT: 'true', LOG_LEVEL: 'trace' }), start({ SAMPLE_CONTENT: 'true', LOG_LEVEL: 'trace' })]);
    await until(async () => `${one.written().stdout}${other.written().stdout}`.includes('Explore it'));
    await pause(100);
    const greetings = [one, other].filter((node) => node.written().stdout.includes('Access token'));
    expect(greetings.length).toBe(1);
    expect(await users(database.url)).toEqual(['admin@example.com']);
    expect(await count(database.url, 'organizations')).toBe(1);
    expect(await count(database.url, 'spaces')).toBe(1);

    const token = /dsp_\w+/.exec(greetings[0]?.written().stdout ?? '')?.[0] ?? '';
    const organization = `/v1/orgs/${await organizationId(database.url)}`;
    for (const node of [one, other]) expect((await read(node.url + organization, token)).status).toBe(200);
    await putWhereItDoesNotBelong(one.url, organization, token);
    const busy = { isOver: false };
    // Keeps what the nodes remember fresh: a token that is in use must end as well.
    const use = async (): Promise<void> => {
      while (!busy.isOver) await Promise.all([one, other].map((node) => read(node.url + organization, token)));
    };
    const using = use();
    const pool = new pg.Client({ connectionString: database.url });
    await pool.connect();
    await pool.query('UPDATE api_tokens SET revoked_at = now()');
    await pool.end();
    for (const node of [one, other]) await until(async () => (await read(node.url + organization, token)).status === 401);
    busy.isOver = true;
    await using;

    const ended = await Promise.all([one.stop(), other.stop()]);
    const lines = ended.flatMap(({ stdout }) => stdout.split('\n')).filter((line) => line.startsWith('{'));
    expect(lines.filter((line) => line.includes('"path"')).length).toBeGreaterThanOrEqual(8);
    expect(lines.join('\n') + ended.map(({ stderr }) => stderr).join('')).not.toContain(token);
  });
});

describe('what is told at the start', () => {
  it('names stores and replicas that can not be used, without their passwords; the service works without them', async () => {
    const [database, folder] = await Promise.all([createEmptyDatabase(), temporaryFolder()]);
    const away = 'postgres://docs:hunter2@127.0.0.1:9/docs';
    const service = await startService({
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
      DATABASE_REPLICA_URL: `${away},${database.url}`,
      STORAGE_URL: 's3://KEY:hunter2@docs?endpoint=http://127.0.0.1:9&forcePathStyle=true',
      SAMPLE_CONTENT: 'true',
    });
    const told = (...patterns: RegExp[]): boolean => patterns.every((pattern) => pattern.test(service.written().stdout));
    await until(async () => told(/ECONNREFUSED.*"replica":1,"msg":"a replica/, /It follows no server.*"replica":2,"msg":"a replica/, /ECONNREFUSED.*"msg":"the storage of files/));
    expect(service.written().stdout).toContain('the sample content could not be made');
    const token = /Access token {2}(dsp_\w+)/.exec(service.written().stdout)?.[1];
    expect((await read(`${service.url}/v1/orgs`, token)).status).toBe(200);
    const { stdout, stderr } = await service.stop();
    expect(stdout + stderr).not.toContain('hunter2');
    await Promise.all([database.drop(), folder.remove()]);
  });

  it('nothing is left running by a stop in the middle of it', async () => {
    const folder = await temporaryFolder();
    const service = await launchService({ DATA_DIR: folder.path });
    const postgres = async (): Promise<number> => Number((await readFile(join(folder.path, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    await until(async () => (await postgres()) > 0);
    const pid = await postgres();
    const { code, stdout, stderr } = await service.stop();
    expect([code, stderr, stdout.includes('Docspine answers')]).toEqual([0, '', false]);
    expect(isAlive(pid)).toBe(false);
    await folder.remove();
  });
});

describe('what can not start', () => {
  it('ends with 1 and names every bad setting at once, without its secrets', async () => {
    const settings = {
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      SAMPLE_CONTENT: 'yes',
      PUBLIC_URL: 'docs.example.com',
      DATABASE_URL: 'mysql://root:hunter2@localhost/docs',
      BOOTSTRAP_TOKEN: 'hunter2',
      SIGNING_SECRET: 'hunter2',
      DATABASE_POOL_SIZE: '1',
      EXTENSIONS: '1',
    };
    const { code, stderr } = await (await launchService(settings)).ended;
    expect(code).toBe(1);
    for (const name of Object.keys(settings)) expect(stderr).toContain(`${name} must be`);
    expect(stderr.trim().split('\n').length).toBe(1 + Object.keys(settings).length);
    expect(stderr).not.toMatch(/hunter2|\n\s+at /);
  });

  it('tells that the database can not be reached, without its password', async () => {
    const { code, stdout, stderr } = await (await launchService({ DATABASE_URL: 'postgres://docs:hunter2@127.0.0.1:9/docs' })).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database can't be reached: .*\n$/);
    expect(stdout + stderr).not.toContain('hunter2');
    expect(stdout).toBe('');
  });

  it('tells in a line or two what files can not be kept in', async () => {
    const database = await createEmptyDatabase();
    const faults = {
      'STORAGE_URL can\'t be used: the bucket ': { STORAGE_URL: 's3://KEY:hunter2@b' },
      'DATA_DIR can\'t be used: the folder ': { DATA_DIR: '/etc/passwd' },
      'DATA_DIR can\'t be used: the folder /proc/docspine': { DATA_DIR: '/proc/docspine/data' },
    };
    for (const [fault, setting] of Object.entries(faults)) {
      const { code, stdout, stderr } = await (await launchService({ DATABASE_URL: database.url, ...setting })).ended;
      expect(code).toBe(1);
      expect(stderr).toContain(fault);
      expect(stderr.trim().split('\n')).toHaveLength(2);
      expect(stdout + stderr).not.toContain('hunter2');
      expect(stdout).toBe('');
    }
    await database.drop();
  });

  it('tells that the host can not be listened on', async () => {
    const database = await createEmptyDatabase();
    const { code, stderr } = await (await launchService({ HOST: 'nowhere.invalid', DATABASE_URL: database.url })).ended;
    await database.drop();
    expect(code).toBe(1);
    expect(stderr).toMatch(/can't listen: .*nowhere\.invalid\. Choose another PORT or HOST/);
  });

  it('tells that the port is taken, and the token that it has made before', async () => {
    const database = await createEmptyDatabase();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    for (const workers of ['1', '2']) {
      const { code, stdout, stderr } = await (await launchService({ PORT: port, DATABASE_URL: database.url, WORKERS: workers })).ended;
      expect(code).toBe(1);
      expect(stderr).toContain(port);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(stdout.includes('Access token  dsp_')).toBe(workers === '1');
    }
    await new Promise((resolve) => taken.close(resolve));
    await database.drop();
  });

  it('tells that a later version has migrated the database', async () => {
    const database = await createTestDatabase();
    await rows(database.url, "INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'Later9000000000000')");
    for (const { code, stderr } of [await (await launchService({ DATABASE_URL: database.url })).ended, await cli(['check'], { DATABASE_URL: database.url })]) {
      expect(code).toBe(1);
      expect(stderr).toMatch(/^The database was made or migrated by a later version than this one .*Later9000000000000.*\n$/);
    }
    await database.drop();
  });
});

async function read(url: string, token?: string): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }> {
  const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

/** Health without a token, everything else with one. */
async function answersHealthToAll(url: string): Promise<void> {
  expect(await read(`${url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await read(`${url}/readyz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect((await fetch(`${url}/docs`)).status).toBe(200);
  expect((await read(`${url}/v1/spaces/x/content`)).status).toBe(401);
}

/** Sends the token in addresses, too, as clients do by mistake. */
async function putWhereItDoesNotBelong(url: string, organization: string, token: string): Promise<void> {
  await read(`${url}${organization}?access_token=${token}`, token);
  await read(`${url}/v1/orgs/${token}`, token);
  await read(`${url}/v1/orgs/${token}/${token}`);
  await read(`${url}${organization}`, `${token}x`);
}

async function rows<Row extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const result = await client.query<Row>(sql).finally(() => client.end());
  return result.rows;
}

async function organizationId(databaseUrl: string): Promise<string> {
  return (await rows<{ id: string }>(databaseUrl, 'SELECT id FROM organizations'))[0]?.id ?? '';
}

async function users(databaseUrl: string): Promise<string[]> {
  return (await rows<{ email: string }>(databaseUrl, 'SELECT email FROM users')).map(({ email }) => email);
}

async function count(databaseUrl: string, table: string): Promise<number> {
  return (await rows(databaseUrl, `SELECT 1 FROM ${table}`)).length;
}
