import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { fromDatabase } from '../../src/kernel/errors/database-errors.js';
import { UnavailableError } from '../../src/kernel/errors/errors.js';
import { newId } from '../../src/kernel/ids/id.js';
import type { Client } from '../support/client.js';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.js';
import { until } from '../support/processes.js';
import { type RawAnswer, requestBytes, sendRaw } from '../support/raw-http.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let proxy: DatabaseProxy;
let client: Client;
let token: string;
let spaceId: string;
let pageId: string;

beforeAll(async () => {
  service = await startTestApp({}, async (databaseUrl) => {
    proxy = await startDatabaseProxy(databaseUrl);
    return proxy.url;
  });
  const { space, member } = await service.make.spaceWithMember('admin');
  ({ token } = member);
  client = service.as(token);
  spaceId = space.id;
  pageId = await service.make.page(spaceId, { markdown: 'text\n' });
});
afterAll(async () => {
  await service.close();
  await proxy.cut();
});

const imports = (): string => `/v1/spaces/${spaceId}/content/import`;

function raw(path: string, headers: readonly (readonly [string, string])[] = [], method = 'GET'): Promise<RawAnswer> {
  return sendRaw(service.url, requestBytes({ method, path, headers: [['Authorization', `Bearer ${token}`], ...headers] }));
}

describe('every error', () => {
  it.each([
    ['nothing at this path', 'GET', '/v1/nothing', 404],
    ['nothing outside of the interface', 'GET', '/', 404],
    ['no such space', 'GET', `/v1/spaces/${newId()}/content`, 404],
    ['a method that the path does not take', 'DELETE', '/v1/spaces/x/content', 405],
    ['a parameter that can not be', 'GET', '/v1/spaces/x/search?query=a&limit=0', 400],
  ])('%s', async (_, method, path, status) => {
    const answer = await client.send(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body.error).toMatchObject({ code: status, message: expect.stringMatching(/\S/) });
  });

  it('of the method names those that the path takes', async () => {
    expect((await client.put(`/v1/spaces/${spaceId}/content`, {})).headers.get('allow')).toBe('GET, HEAD');
    expect((await client.get(imports())).headers.get('allow')).toBe('POST');
    expect((await service.as().delete('/healthz')).status).toBe(405);
  });

  it('of the input names every field, the fault and the limit', async () => {
    const { status, body } = await client.post(imports(), { url: 'nonsense', source: 'fax', extra: 1 });
    expect(status).toBe(400);
    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual(['extra', 'source', 'url']);
    expect(body.error.message).toContain('url: must be a full http or https address');
    expect((await client.get(`/v1/spaces/${spaceId}/search?query=${'a'.repeat(513)}`)).body.error.message).toContain('1 to 512');
    expect((await client.get(`/v1/spaces/${spaceId}/content/files?limit=1001`)).body.error.message).toContain('from 1 to 1000');
  });
});

describe('bodies', () => {
  it('that are absent count as empty: the required fields are asked for', async () => {
    for (const options of [{}, { headers: { 'content-type': 'application/json' } }, { raw: '', headers: { 'content-type': 'text/plain' } }]) {
      const answer = await client.post(imports(), undefined, options);
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'url', message: 'is required' }, { field: 'source', message: 'is required' }] } } });
    }
  });

  it('that are not JSON are refused by their type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16']) {
      const answer = await send({ headers: { 'content-type': type }, raw: '{"url":"http://127.0.0.1/","source":"website"}' });
      expect(answer).toBe(415);
    }
  });

  it('that are too large are refused by the limit, however they come', async () => {
    const big = new Uint8Array(1_048_577).fill(0x20);
    for (const body of [{ raw: big }, { raw: Uint8Array.from(gzipSync(big)), headers: { 'content-encoding': 'gzip' } }]) {
      const answer = await client.post(imports(), undefined, { ...body, headers: { 'content-type': 'application/json', ...body.headers } });
      expect(answer).toMatchObject({ status: 413, body: { error: { code: 413, message: expect.stringContaining('1048576 bytes') } } });
    }
  });

  it('that are broken are refused with the place of the fault', async () => {
    const answer = await client.post(imports(), undefined, { raw: '{\n  "url": nope\n}', headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('line 2, column 10') } } });
  });

  async function send(options: { raw: string; headers: Record<string, string> }): Promise<number> {
    return (await client.post(imports(), undefined, options)).status;
  }
});

describe('addresses', () => {
  it.each(['%ff', '%', '%zz', '%c3%28', '%ED%A0%80', 'a%00'])('with %s in the query are bad input', async (query) => {
    const answer = await raw(`/v1/spaces/${spaceId}/search?query=${query}`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).error.details).toEqual([{ field: 'query', message: expect.stringMatching(/percent-encoded UTF-8|NUL/) }]);
  });

  it.each(['%ff', '%', '%00'])('with %s in the path are bad input', async (id) => {
    expect((await raw(`/v1/spaces/${id}/content`)).status).toBe(400);
  });
});

describe('X-Request-Id', () => {
  it('comes back when it is a plain word, with success and with errors', async () => {
    for (const path of [`/v1/spaces/${spaceId}/content`, '/v1/nothing', '/healthz', '/docs-json']) {
      expect((await client.get(path, { headers: { 'x-request-id': 'trace-1.2:3' } })).headers.get('x-request-id')).toBe('trace-1.2:3');
    }
  });

  it('is made where it is absent or no plain word', async () => {
    const made = new Set<string | null>();
    const sent: Record<string, string>[] = [{}, { 'x-request-id': 'a b' }, { 'x-request-id': '<script>' }, { 'x-request-id': 'x'.repeat(65) }];
    for (const headers of sent) {
      made.add((await client.get('/healthz', { headers })).headers.get('x-request-id'));
    }
    expect(made.size).toBe(4);
    for (const id of made) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('answers without a body', () => {
  it('follow 304, with the tag', async () => {
    const path = `/v1/spaces/${spaceId}/content/page/${pageId}`;
    const tag = (await raw(path)).headers.get('etag') ?? '';
    const answer = await raw(path, [['If-None-Match', tag]]);
    expect(answer).toMatchObject({ status: 304, body: '' });
    expect(answer.headers.get('etag')).toBe(tag);
    expect(answer.headers.has('content-type')).toBe(false);
  });

  it('follow HEAD, with the headers of GET', async () => {
    const path = `/v1/spaces/${spaceId}/content/page/${pageId}`;
    const [got, head] = [await raw(path), await raw(path, [], 'HEAD')];
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers.get('etag')).toBe(got.headers.get('etag'));
    expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
  });

  it('tell their length with 205', async () => {
    const { id: organizationId } = await service.make.organization();
    const admin = await service.make.user({ organizationId, role: 'admin' });
    const invite = newId();
    await service.make.db.query(`INSERT INTO link_invites (id, organization_id, role, created_at) VALUES ($1, $2, 'read', now())`, [invite, organizationId]);
    const request = requestBytes({ method: 'DELETE', path: `/v1/orgs/${organizationId}/link-invites/${invite}`, headers: [['Authorization', `Bearer ${admin.token}`]] });
    const answer = await sendRaw(service.url, request);
    expect(answer).toMatchObject({ status: 205, body: '' });
    expect(answer.headers.get('content-length')).toBe('0');
    expect(answer.headers.has('transfer-encoding')).toBe(false);
  });
});

describe('faults of the service itself', () => {
  it('answer 500 with the request id and nothing of the inside', async () => {
    await service.make.db.query('ALTER TABLE revisions RENAME TO gone');
    const answer = await raw(`/v1/spaces/${spaceId}/content?computed=false`, [['X-Request-Id', 'broken-1']]).finally(() => service.make.db.query('ALTER TABLE gone RENAME TO revisions'));
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body)).toEqual({ error: { code: 500, message: expect.stringContaining('broken-1') } });
    expect(answer.body).not.toMatch(/SELECT|revisions|relation|node_modules|\.[jt]s/);
    expect((await client.get(`/v1/spaces/${spaceId}/content?computed=false`)).status).toBe(200);
  });
});

describe('while the database is away', () => {
  it('a transaction whose connection ends between two statements is no fault of the service', async () => {
    const { db } = service.make;
    const cut = db.transaction(async () => {
      const [connection] = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await db.pool.query('SELECT pg_terminate_backend($1)', [connection?.pid]);
      await until(() => db.manager.query('SELECT 1').then(() => false, (error: unknown) => error instanceof QueryRunnerProviderAlreadyReleasedError));
      expect(fromDatabase(await db.manager.query('SELECT 1').catch((error: unknown) => error))).toBeInstanceOf(UnavailableError);
    });
    expect(fromDatabase(await cut.catch((error: unknown) => error))).toBeInstanceOf(UnavailableError);
  });

  it('requests get 503 with Retry-After, and the service is back with the database', async () => {
    const requests = (): Promise<RawAnswer>[] => [
      raw(`/v1/spaces/${spaceId}/content/pages?metadata=false`),
      raw(`/v1/spaces/${spaceId}/search?query=text`),
      raw(`/v1/spaces/${spaceId}/content/page/${pageId}/links`),
      raw('/readyz'),
    ];
    await proxy.cut();
    try {
      for (const answer of await Promise.all([...requests(), ...requests()])) {
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(JSON.parse(answer.body)).toEqual({ error: { code: 503, message: 'The database is away or too busy. Try again in a moment.' } });
      }
      const write = await client.post(imports(), { url: 'http://127.0.0.1:9/', source: 'website' });
      expect(write.status).toBe(503);
      expect((await raw('/healthz')).status).toBe(200);
      // What a client sends wrongly is told all the same.
      expect((await client.get('/v1/nothing')).status).toBe(404);
    } finally {
      await proxy.restore();
    }
    for (const answer of await Promise.all(requests())) expect(answer.status).toBe(200);
  });

  it('connections that end between two requests harm none, or only those under way', async () => {
    for (let round = 0; round < 3; round += 1) {
      const under = [1, 2, 3, 4].map(() => raw(`/v1/spaces/${spaceId}/content/files?limit=${String(round + 1)}`));
      await service.make.db
        .query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()')
        .catch(() => undefined);
      for (const { status } of await Promise.all(under)) expect([200, 503]).toContain(status);
    }
    expect((await raw(`/v1/spaces/${spaceId}/content/files`)).status).toBe(200);
  });
});
