import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { ModuleMetrics } from '../../src/kernel/metrics/module-metrics.js';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const TOKEN = 'watcher-of-the-service';

let service: TestApp;
let proxy: DatabaseProxy;

beforeAll(async () => {
  service = await startTestApp({ METRICS_TOKEN: TOKEN }, async (databaseUrl) => {
    proxy = await startDatabaseProxy(databaseUrl);
    return proxy.url;
  });
});
afterAll(async () => {
  await service.close();
  await proxy.cut();
});

const metrics = async (): Promise<string[]> => ((await service.as(TOKEN).get('/metrics')).body as string).split('\n');

describe('GET /metrics', () => {
  it('tells requests by operation and status, and what the process and the database do', async () => {
    const user = service.as((await service.make.user()).token);
    await Promise.all([user.get('/v1/user'), user.get('/v1/user'), user.get(`/v1/spaces/${newId()}`), service.as().get('/v1/user'), user.get('/v1/nothing')]);
    const lines = await metrics();
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE docspine_requests_total counter',
        'docspine_requests_total{operation="getAuthenticatedUser",status="200"} 2',
        'docspine_requests_total{operation="getAuthenticatedUser",status="401"} 1',
        'docspine_requests_total{operation="getSpaceById",status="404"} 1',
        'docspine_requests_total{operation="other",status="404"} 1',
        'docspine_request_duration_seconds_count{operation="getAuthenticatedUser"} 3',
        'docspine_request_duration_seconds_bucket{operation="getAuthenticatedUser",le="+Inf"} 3',
        'docspine_database_up 1',
        'docspine_jobs{state="waiting"} 0',
        expect.stringMatching(/^docspine_event_loop_lag_seconds\{quantile="0\.99"\} [\d.e-]+$/),
        expect.stringMatching(/^docspine_database_connections\{state="idle"\} \d+$/),
        expect.stringMatching(/^docspine_memory_bytes\{kind="resident"\} \d+$/),
      ]),
    );
    for (const line of lines.filter((text) => text !== '')) expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? (?:-?[\d.e+-]+|NaN|\+Inf))$/);
  });

  it('tells how much is in caches, and how often what was asked for was there', async () => {
    const { space, member } = await service.make.spaceWithMember();
    const pageId = await service.make.page(space.id);
    for (let count = 0; count < 3; count += 1) {
      await service.as(member.token).get(`/v1/spaces/${space.id}/content/page/${pageId}`);
      await service.as(member.token).get(`/v1/orgs/${space.organizationId}/spaces`);
    }
    for (const query of ['one', 'two', 'two']) await service.as(member.token).get(`/v1/spaces/${space.id}/search?query=${query}`);
    const lines = await metrics();
    expect(lines).toEqual(expect.arrayContaining(['docspine_cache_entries{cache="items"} 1', 'docspine_cache_requests_total{cache="items",result="hit"} 2', 'docspine_cache_requests_total{cache="items",result="miss"} 1']));
    expect(lines).toEqual(expect.arrayContaining(['docspine_cache_entries{cache="content"} 1', 'docspine_cache_requests_total{cache="content",result="hit"} 2', 'docspine_cache_requests_total{cache="content",result="miss"} 1']));
    expect(lines).toEqual(expect.arrayContaining(['docspine_cache_entries{cache="searches"} 2', 'docspine_cache_requests_total{cache="searches",result="hit"} 1', 'docspine_cache_requests_total{cache="searches",result="miss"} 2']));
    expect(lines.filter((line) => line.startsWith('docspine_cache_entries{')).length).toBe(5);
  });

  it('tells what modules have to tell, as it is at each look', async () => {
    let value = 1;
    service.app.get(ModuleMetrics).tell('gauge', 'docspine_lamps', 'Lamps that are lit.', () => [{ labels: { floor: 2 }, value }]);
    const lines = ['# HELP docspine_lamps Lamps that are lit.', '# TYPE docspine_lamps gauge'];
    expect(await metrics()).toEqual(expect.arrayContaining([...lines, 'docspine_lamps{floor="2"} 1']));
    value = 3;
    expect(await metrics()).toEqual(expect.arrayContaining([...lines, 'docspine_lamps{floor="2"} 3']));
  });

  it('names nothing that clients make up', async () => {
    const user = service.as((await service.make.user()).token);
    for (const path of ['/v1/made-up-one', '/v1/orgs/made-up-two', '/made-up-three?made=up']) await user.get(path);
    expect((await metrics()).join('\n')).not.toMatch(/made-up|made=up/);
  });

  it('answers when the database is away, and says so', async () => {
    await proxy.cut();
    expect(await metrics().finally(() => proxy.restore())).toContain('docspine_database_up 0');
  });

  it('is closed to whoever lacks the token, also to users', async () => {
    const user = await service.make.user();
    for (const token of [undefined, user.token, 'watcher-of-the-servicf', `${TOKEN}x`]) expect((await service.as(token).get('/metrics')).status).toBe(401);
  });

  it('is not there without the setting', async () => {
    const other = await startTestApp();
    try {
      for (const token of [undefined, TOKEN, 'undefined']) expect((await other.as(token).get('/metrics')).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});
