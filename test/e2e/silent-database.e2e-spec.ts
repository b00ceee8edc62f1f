import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '../../src/kernel/database/database.js';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.js';
import { smallSpec, processed } from '../support/openapi-specs.js';
import { SLOW, until } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

jest.setTimeout(SLOW);

let service: TestApp;
let proxy: DatabaseProxy;

beforeAll(async () => {
  service = await startTestApp({ DATABASE_TIMEOUT_SECONDS: '1' }, async (databaseUrl) => {
    proxy = await startDatabaseProxy(databaseUrl);
    return proxy.url;
  });
});
afterAll(async () => {
  await service.close();
  await proxy.cut();
});

describe('a database that takes connections and never answers', () => {
  it('makes reads and writes answer 503 with Retry-After, and all is well again when it speaks', async () => {
    const { id: organizationId } = await service.make.organization();
    const creator = service.as((await service.make.user({ organizationId, role: 'create' })).token);
    const spaces = `/v1/orgs/${organizationId}/spaces`;
    expect((await creator.get(spaces)).status).toBe(200);
    proxy.silence(true);
    try {
      const asked = [...Array.from({ length: 12 }, () => creator.get(spaces)), creator.post(spaces, { title: 'Lost' }), service.as().get('/readyz')];
      for (const answer of await Promise.all(asked)) {
        expect({ status: answer.status, retryAfter: answer.headers.get('retry-after') }).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
      }
      expect((await service.as().get('/healthz')).status).toBe(200);
    } finally {
      proxy.silence(false);
    }
    await until(async () => (await service.as().get('/readyz')).status === 200);
    const answers = await Promise.all(Array.from({ length: 12 }, () => creator.get(spaces)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(answers[0]?.body.items).toEqual([]);
    // Jobs go on as well.
    const spec = `/v1/orgs/${organizationId}/openapi/small`;
    await creator.put(spec, { source: { text: JSON.stringify(smallSpec()) } });
    expect(await processed(creator, spec)).toMatchObject({ lastVersion: expect.any(String) });
  });

  it('is told from one that works on a statement that sends something, and from one that nobody asks', async () => {
    const { pool } = service.app.get(Database);
    const client = await pool.connect();
    client.on('error', () => undefined);
    try {
      // Each notice is a sign of life.
      const alive = `DO $$ BEGIN FOR i IN 1..5 LOOP PERFORM pg_sleep(0.4); RAISE NOTICE 'alive'; END LOOP; END $$`;
      await expect(client.query(alive)).resolves.toBeDefined();
      await expect(client.query('SELECT pg_sleep(20)')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    } finally {
      client.release(true);
    }
  });
});
