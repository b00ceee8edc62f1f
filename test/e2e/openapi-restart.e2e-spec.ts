import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Json } from '../support/client.js';
import { smallSpec } from '../support/openapi-specs.js';
import { killProcesses, type RunningService, SLOW, startService, temporaryFolder, until } from '../support/processes.js';
import { type SpecSite, startSpecSite } from '../support/spec-site.js';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.js';

const TOKEN = 'given-by-the-operator-1234';

jest.setTimeout(SLOW);

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: SpecSite;

beforeAll(async () => {
  [database, folder, site] = await Promise.all([createEmptyDatabase(), temporaryFolder(), startSpecSite()]);
});
afterAll(async () => {
  killProcesses();
  await site.close();
  await database.drop();
  await folder.remove();
});

const start = (): Promise<RunningService> => startService({ DATABASE_URL: database.url, DATA_DIR: folder.path, BOOTSTRAP_TOKEN: TOKEN, FETCH_ALLOW_HOSTS: '127.0.0.1' });

async function send(url: string, method = 'GET', body?: object): Promise<Json> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  return (await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })).json();
}

describe('a service that ends in the middle of reading a spec', () => {
  it.each([['SIGKILL'], ['SIGTERM']] as const)('by %s takes it up again after its next start', async (signal) => {
    const first = await start();
    const path = `/v1/orgs/${String((await send(`${first.url}/v1/orgs`)).items[0].id)}/openapi/${signal.toLowerCase()}`;
    site.paths.set(`/${signal}`, () => undefined);
    await send(first.url + path, 'PUT', { source: { url: `${site.url}/${signal}` } });
    await until(async () => site.asked.includes(`/${signal}`));
    expect((await send(first.url + path)).processingState).toBe('progress');
    await first.stop(signal);
    site.paths.set(`/${signal}`, JSON.stringify(smallSpec()));
    const second = await start();
    await until(async () => (await send(second.url + path)).processingState === 'complete');
    expect(await send(second.url + path)).toMatchObject({ lastVersion: expect.any(String), lastProcessedAt: expect.any(String) });
    expect(site.asked.filter((asked) => asked === `/${signal}`).length).toBe(2);
    expect((await second.stop()).code).toBe(0);
  });
});
