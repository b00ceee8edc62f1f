import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Json } from '../support/client.js';
import { killProcesses, type RunningService, SLOW, startService, temporaryFolder } from '../support/processes.js';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.js';
import { visitorToken } from '../support/visitors.js';

const SETTINGS = {
  BOOTSTRAP_TOKEN: 'given-by-the-operator-1234',
  SIGNING_SECRET: 'signing-secret-of-this-test-0123456789',
  VISITOR_CLAIMS_SECRET: 'claims-secret-of-this-test-0123456789',
  ENCRYPTION_KEY: 'encryption-key-of-this-test-0123456789',
  METRICS_TOKEN: 'metrics-token-of-this-test',
} as const;
const SENT = { integration: 'secret-of-an-integration', password: 'pass-word-in-an-address', malformed: 'secret-in-a-broken-body', cookie: 'secret-in-a-cookie' } as const;

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: RunningService;

jest.setTimeout(SLOW);

beforeAll(async () => {
  [database, folder] = await Promise.all([createEmptyDatabase(), temporaryFolder()]);
  service = await startService({ ...SETTINGS, DATA_DIR: folder.path, DATABASE_URL: database.url, DATABASE_POOL_SIZE: '4', LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  killProcesses();
  await folder.remove();
});

it('no secret is in the log or in an error, wherever clients put it, also while the database is away', async () => {
  const admin = SETTINGS.BOOTSTRAP_TOKEN;
  const { organizations, token } = await makeToken(admin);
  const site = await makeSite(organizations, token);
  const secrets = [...Object.values(SETTINGS), ...Object.values(SENT), new URL(database.url).password, token, ...Object.values(site.secrets)];
  expect(secrets.filter((secret) => secret.length < 12)).toEqual([]);

  const errors: string[] = [];
  const fail = async (...request: Parameters<typeof send>): Promise<void> => {
    const { status, text } = await send(...request);
    expect({ request, isError: status >= 400 }).toEqual({ request, isError: true });
    errors.push(text);
  };
  for (const secret of [token, site.secrets.share, site.secrets.visit]) {
    await send('GET', `${organizations}?access_token=${secret}`, token);
    await fail('GET', `/v1/orgs/${secret}`, token);
    await fail('GET', `/v1/spaces/${secret}/content`);
    await fail('GET', organizations, `${secret}x`);
  }
  await send('GET', `${site.path}/published`, token, undefined, { 'x-visitor-token': site.secrets.signedIn });
  await fail('GET', '/metrics', `${SETTINGS.METRICS_TOKEN}x`);
  expect((await send('GET', '/metrics', SETTINGS.METRICS_TOKEN)).status).toBe(200);
  await fail('PUT', `${organizations}/openapi/pets`, token, { source: { url: `https://user:${SENT.password}@example.com/` } });
  await fail('POST', '/v1/user/tokens', token, `{"label": "${SENT.malformed}`);
  await fail('GET', '/v1/nothing', token, undefined, { cookie: SENT.cookie });
  await database.drop();
  await fail('GET', organizations, token);
  await fail('POST', '/v1/integrations/other', token, publication(site.organization));

  const { stdout, stderr } = await service.stop();
  expect(stdout.split('\n').filter((line) => line.startsWith('{') && line.includes('"path"')).length).toBeGreaterThan(20);
  for (const text of [stdout, stderr, ...errors]) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

async function makeToken(admin: string): Promise<{ organizations: string; token: string }> {
  const [organization] = (await send('GET', '/v1/orgs', admin)).body.items;
  const made = await send('POST', '/v1/user/tokens', admin, { label: 'test' });
  expect(made.status).toBe(201);
  return { organizations: `/v1/orgs/${String(organization.id)}`, token: made.body.token };
}

/** A site that is read by share keys, with every secret that it can have. */
async function makeSite(organizations: string, token: string): Promise<{ organization: string; path: string; secrets: Record<'share' | 'visitor' | 'visit' | 'signedIn', string> }> {
  const organization = organizations.split('/').at(-1) ?? '';
  const post = async (path: string, body?: object): Promise<Json> => {
    const answer = await send('POST', path, token, body);
    expect({ path, isDone: answer.status < 300 }).toEqual({ path, isDone: true });
    return answer.body;
  };
  await post('/v1/integrations/test', publication(organization));
  const space = await post(`${organizations}/spaces`, { title: 'Guides' });
  const path = `${organizations}/sites/${String((await post(`${organizations}/sites`, { title: 'Docs', visibility: 'share-link', spaces: [space.id] })).id)}`;
  await post(`${path}/publish`);
  const { published } = (await post(`${path}/share-links`, { name: 'test' })).urls;
  const { privateKey } = (await send('GET', `${path}/publishing/auth`, token)).body;
  const { apiToken } = await post('/v1/urls/published', { url: published });
  return { organization, path, secrets: { share: String(published).split('/').at(-1) ?? '', visitor: privateKey, visit: apiToken, signedIn: await visitorToken(privateKey) } };
}

function publication(organization: string): object {
  return { organization, title: 'Test', description: 'For tests', script: 'export default {};', secrets: { KEY: SENT.integration } };
}

async function send(method: string, path: string, token?: string, body?: object | string, headers: Record<string, string> = {}): Promise<{ status: number; text: string; body: Json }> {
  const response = await fetch(service.url + path, {
    method,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: typeof body === 'object' ? JSON.stringify(body) : body,
  });
  const text = await response.text();
  return { status: response.status, text, body: response.headers.get('content-type')?.startsWith('application/json') === true ? JSON.parse(text) : undefined };
}
