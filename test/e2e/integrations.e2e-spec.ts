import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Client, Json } from '../support/client.js';
import { PUBLICATION, publishIntegration } from '../support/integrations.js';
import { png } from '../support/pictures.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  asAdmin: Client;
  /** A name that nobody has. */
  name: string;
  path: string;
}

async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const { token } = await service.make.user({ organizationId, role: 'admin' });
  const name = `test-${newId()}`;
  return { organizationId, asAdmin: service.as(token), name, path: `/v1/integrations/${name}` };
}

const EVERYTHING = {
  ...PUBLICATION,
  runtime: 'v2',
  summary: '# Charts\n\n[x](javascript:alert(1))',
  visibility: 'public',
  target: 'space',
  scopes: ['space:content:read', 'space:views:read'],
  categories: ['content', 'analytics'],
  blocks: [
    { id: 'chart', title: 'Chart', description: 'Draws', icon: 'https://example.com/icon.png', urlUnfurl: ['https://*.charts.example/view/**'], markdown: { codeblock: 'chart', body: 'source' } },
    { id: 'table', title: 'Table' },
  ],
  contentSources: [{ id: 'rows', title: 'Rows', description: 'Reads', icon: 'https://example.com/rows.png', configuration: { componentId: 'pick' } }],
  externalLinks: [{ url: 'https://example.com/docs', label: 'Docs' }],
  configurations: {
    account: {
      properties: {
        key: { type: 'string', title: 'Key', description: 'From your account', default: 'a', enum: ['a', 'b'], completion_url: '/keys' },
        limit: { type: 'number', default: 1.5 },
        on: { type: 'boolean', default: false },
        sign: { type: 'button', callback_url: '/oauth', button_text: 'Sign in' },
        constructor: { type: 'string' },
      },
      required: ['key', 'constructor'],
    },
    space: { properties: {} },
    site: { componentId: 'setup' },
  },
  contentSecurityPolicy: "default-src 'self'",
};

describe('publishing an integration', () => {
  it('answers everything that was sent but the script and the secrets', async () => {
    const { organizationId, asAdmin, name, path } = await makeStage();
    const { script, runtime, ...shown } = EVERYTHING;
    const { status, body } = await asAdmin.post(path, { ...EVERYTHING, organization: organizationId, secrets: { KEY: 'the secret' } });
    expect([status, script.length > 0, runtime]).toEqual([200, true, 'v2']);
    expect(body).toEqual({
      object: 'integration',
      name,
      version: 1,
      verified: false,
      ...shown,
      previewImages: [],
      owner: expect.objectContaining({ object: 'organization', id: organizationId, permissions: expect.objectContaining({ admin: true }) }),
      urls: {
        location: `${service.url}${path}`,
        app: `${service.url}/integrations/${name}`,
        assets: `${service.url}/files/integrations/${name}`,
        publicEndpoint: `${service.url}/integrations/${name}`,
      },
      permissions: { admin: true, install: true },
    });
    expect((await asAdmin.get(path)).body).toEqual(body);
    expect(JSON.stringify(body)).not.toContain('the secret');
  });

  it('takes its defaults for what is left out, also in a further version', async () => {
    const { organizationId, asAdmin, path } = await makeStage();
    const least = { ...PUBLICATION, organization: organizationId };
    const defaults = { visibility: 'private', target: 'all', scopes: [], categories: [], blocks: [], contentSources: [], externalLinks: [], previewImages: [], verified: false };
    const first = (await asAdmin.post(path, least)).body;
    expect(first).toMatchObject({ version: 1, ...defaults });
    for (const absent of ['summary', 'configurations', 'contentSecurityPolicy', 'icon']) expect(first).not.toHaveProperty(absent);
    expect((await asAdmin.post(path, { ...EVERYTHING, icon: png().toString('base64'), organization: organizationId })).body).toMatchObject({ version: 2, visibility: 'public' });
    expect((await asAdmin.post(path, least)).body).toEqual({ ...first, version: 3 });
  });

  it('finds the organization by its host name, too', async () => {
    const { organizationId, asAdmin, path } = await makeStage();
    const hostname = `h${newId().toLowerCase()}`;
    await asAdmin.patch(`/v1/orgs/${organizationId}`, { hostname });
    expect((await asAdmin.post(path, { ...PUBLICATION, organization: hostname })).body.owner.id).toBe(organizationId);
  });

  it('refuses an organization that is unknown or not the caller’s, and a name of another organization', async () => {
    const { organizationId, asAdmin, path } = await makeStage();
    const other = await service.make.organization();
    for (const organization of [other.id, newId(), 'nobody', '__proto__']) expect((await asAdmin.post(path, { ...PUBLICATION, organization })).status).toBe(404);
    for (const visibility of ['public', 'private', 'unlisted'] as const) {
      const { name } = await publishIntegration(service, { organizationId: other.id, visibility });
      const refused = await asAdmin.post(`/v1/integrations/${name}`, { ...PUBLICATION, organization: organizationId });
      expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('Another organization')]);
    }
    // Also for one who is an admin of both.
    const { id, token } = await service.make.user({ organizationId, role: 'admin' });
    await service.make.join(other.id, id, 'admin');
    const { name } = await publishIntegration(service, { organizationId: other.id });
    expect((await service.as(token).post(`/v1/integrations/${name}`, { ...PUBLICATION, organization: organizationId })).status).toBe(403);
    expect((await service.as(token).get(`/v1/integrations/${name}`)).body).toMatchObject({ version: 1, owner: { id: other.id } });
  });

  it('gives twenty publications at once a version each, in order, and keeps the last', async () => {
    const { organizationId, asAdmin, path } = await makeStage();
    const sent = Array.from({ length: 20 }, (_, index) => ({ ...PUBLICATION, organization: organizationId, summary: String(index), secrets: { KEY: String(index) } }));
    const answers = await Promise.all(sent.map((body) => asAdmin.post(path, body)));
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(answers.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(sent.map((_, index) => index + 1));
    const last = answers.find(({ body }) => body.version === 20);
    expect((await asAdmin.get(path)).body).toEqual(last?.body);
  });

  it('lets one of two organizations have a name that both publish at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await makeStage(), await makeStage()];
      const answers = await Promise.all([one, other].map(({ asAdmin, organizationId }) => asAdmin.post(one.path, { ...PUBLICATION, organization: organizationId })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    }
  });

  const long = (length: number): string => '😀'.repeat(length);

  it('takes texts up to their limits, in characters', async () => {
    const { organizationId, asAdmin, path } = await makeStage();
    const body = { title: long(30), description: long(100), summary: long(2048), script: ' ' };
    expect((await asAdmin.post(path, { ...body, organization: organizationId })).body).toMatchObject({ title: long(30), description: long(100), summary: long(2048) });
  });

  const property = (properties: Json): Json => ({ configurations: { account: { properties } } });
  it.each<[string, Json]>([
    ['title', { title: 'a' }],
    ['title', { title: long(31) }],
    ['description', { description: long(101) }],
    ['description', { description: undefined }],
    ['summary', { summary: long(2049) }],
    ['summary', { summary: null }],
    ['script', { script: '' }],
    ['script', { script: 'a\0' }],
    ['runtime', { runtime: 'v3' }],
    ['visibility', { visibility: 'share-link' }],
    ['target', { target: 'page' }],
    ['scopes.0', { scopes: ['everything'] }],
    ['scopes.1', { scopes: ['openapi:read', 'openapi:read'] }],
    ['categories.0', { categories: ['Content'] }],
    ['blocks.0.id', { blocks: [{ title: 'Chart' }] }],
    ['blocks.0.title', { blocks: [{ id: 'a', title: 'a' }] }],
    ['blocks.0.description', { blocks: [{ id: 'a', title: 'Chart', description: long(151) }] }],
    ['blocks.0.icon', { blocks: [{ id: 'a', title: 'Chart', icon: 'javascript:alert(1)' }] }],
    ['blocks.0.urlUnfurl.0', { blocks: [{ id: 'a', title: 'Chart', urlUnfurl: ['example.com/**'] }] }],
    ['blocks.0.markdown.body', { blocks: [{ id: 'a', title: 'Chart', markdown: { codeblock: 'x' } }] }],
    ['blocks.0.more', { blocks: [{ id: 'a', title: 'Chart', more: 1 }] }],
    ['blocks.1.id', { blocks: [{ id: 'a', title: 'Chart' }, { id: 'a', title: 'Other' }] }],
    ['contentSources.0.configuration', { contentSources: [{ id: 'a', title: 'Rows' }] }],
    ['externalLinks', { externalLinks: Array.from({ length: 6 }, () => ({ url: 'https://example.com', label: 'a' })) }],
    ['externalLinks.0.url', { externalLinks: [{ url: 'ftp://example.com', label: 'a' }] }],
    ['configurations', { configurations: [] }],
    ['configurations.team', { configurations: { team: {} } }],
    ['configurations.space.properties', { configurations: { space: {} } }],
    ['configurations.space.properties', { configurations: { space: { componentId: 'a', properties: {} } } }],
    ['configurations.space.required.0', { configurations: { space: { properties: {}, required: ['constructor'] } } }],
    ['configurations.space.required', { configurations: { space: { properties: { a: { type: 'string' } }, required: Array(101).fill('a') } } }],
    ['configurations.account.properties.key.type', property({ key: {} })],
    ['configurations.account.properties.key.type', property({ key: { type: 'date' } })],
    ['configurations.account.properties.key.title', property({ key: { type: 'string', title: long(31) } })],
    ['configurations.account.properties.key.default', property({ key: { type: 'number', default: '1' } })],
    ['configurations.account.properties.key.default', property({ key: { type: 'string', enum: ['a'], default: 'b' } })],
    ['configurations.account.properties.key.enum', property({ key: { type: 'boolean', enum: ['a'] } })],
    ['configurations.account.properties.key.button_text', property({ key: { type: 'button', callback_url: '/a' } })],
    ['secrets', { secrets: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`s${String(index)}`, 'x'])) }],
    ['secrets.KEY', { secrets: { KEY: 1 } }],
    ['secrets.KEY', { secrets: { KEY: null } }],
    ['contentSecurityPolicy', { contentSecurityPolicy: 'default-src *\r\nSet-Cookie: a=b' }],
    ['contentSecurityPolicy', { contentSecurityPolicy: { 'default-src': '*' } }],
    ['organization', { organization: '' }],
    ['icon', { icon: '' }],
    ['icon', { icon: 'not base64!' }],
    ['icon', { icon: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64') }],
    ['icon', { icon: Buffer.from('<html><script>alert(1)</script></html>').toString('base64') }],
    ['icon', { icon: png().subarray(0, 12).toString('base64') }],
    ['icon', { icon: png(5_000).toString('base64') }],
    ['icon', { icon: Buffer.concat([png(), Buffer.alloc(2_097_152)]).toString('base64') }],
    ['previewImages.1', { previewImages: [png().toString('base64'), 'aGVsbG8='] }],
    ['previewImages', { previewImages: Array.from({ length: 4 }, () => png().toString('base64')) }],
    ['version', { version: 7 }],
  ])('refuses a wrong %s and publishes nothing: %#', async (field, fault) => {
    const { organizationId, asAdmin, path } = await makeStage();
    const { status, body } = await asAdmin.post(path, { ...PUBLICATION, organization: organizationId, ...fault });
    expect({ status, fields: body.error?.details?.map((detail: Json) => detail.field) }).toEqual({ status: 400, fields: expect.arrayContaining([field]) });
    expect((await asAdmin.get(path)).status).toBe(404);
  });

  it.each(['a'.repeat(101), 'a%20b', 'a%2Fb', '%E8%A8%AD', '%2e', 'a:b', '~'])('refuses the name %s', async (name) => {
    const { organizationId, asAdmin } = await makeStage();
    expect([400, 404, 405]).toContain((await asAdmin.post(`/v1/integrations/${name}`, { ...PUBLICATION, organization: organizationId })).status);
    expect([400, 404, 405]).toContain((await asAdmin.delete(`/v1/integrations/${name}`)).status);
  });

  it('takes any name of the pattern, and keeps names apart by case', async () => {
    const { organizationId, asAdmin, name } = await makeStage();
    for (const known of ['a'.repeat(91) + newId().slice(0, 9), `${name}_.-`, name, name.toUpperCase()]) {
      expect((await asAdmin.post(`/v1/integrations/${known}`, { ...PUBLICATION, organization: organizationId })).body).toMatchObject({ name: known, version: 1 });
    }
  });

  it('takes a script of megabytes, and refuses a larger publication with its limit', async () => {
    const { organizationId, asAdmin, path } = await makeStage();
    const publish = (length: number): Promise<Json> => asAdmin.post(path, { ...PUBLICATION, organization: organizationId, script: 'x'.repeat(length) });
    expect((await publish(8_000_000)).status).toBe(200);
    expect(await publish(12_000_000)).toMatchObject({ status: 413, body: { error: { message: expect.stringContaining('10485760') } } });
    expect((await asAdmin.get(path)).body.version).toBe(1);
    const elsewhere = await asAdmin.patch(`/v1/orgs/${organizationId}`, { title: 'x'.repeat(1_100_000) });
    expect([elsewhere.status, elsewhere.body.error.message]).toEqual([413, expect.stringContaining('1048576')]);
  });
});

describe('pictures of an integration', () => {
  it('answer by their addresses, without a token, as what they are', async () => {
    const { organizationId, asAdmin, path } = await makeStage();
    const [icon, one, two] = [png(), png(2, 2, { shade: 9 }), png(40, 30)];
    const images = { icon: icon.toString('base64'), previewImages: [one, two].map((image) => image.toString('base64')) };
    const { body } = await asAdmin.post(path, { ...PUBLICATION, organization: organizationId, ...images });
    expect(body.previewImages).toHaveLength(2);
    for (const [address, image] of [[body.urls.icon, icon], [body.previewImages[0], one], [body.previewImages[1], two]] as const) {
      expect(address.startsWith(`${String(body.urls.assets)}/`)).toBe(true);
      const answer = await fetch(address);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([200, 'image/png', 'nosniff']);
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(Buffer.from(await answer.arrayBuffer()).equals(image)).toBe(true);
      expect((await fetch(address, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })).status).toBe(304);
      expect((await fetch(address, { method: 'HEAD' })).headers.get('content-length')).toBe(String(image.length));
    }
    expect((await asAdmin.get(path)).body).toEqual(body);
  });

  it('answer no more once they are replaced, nor by an address that was changed', async () => {
    const { organizationId, asAdmin, path } = await makeStage();
    const publication = { ...PUBLICATION, organization: organizationId };
    const { urls } = (await asAdmin.post(path, { ...publication, icon: png().toString('base64') })).body;
    for (const changed of [urls.icon.replace(/expires=\d/, 'expires=9'), urls.icon.replace(/.$/, '_'), urls.icon.split('?')[0], urls.icon.replace(/files\/integrations\/[^/]+/, 'files/integrations/other')]) {
      expect((await fetch(changed)).status).toBe(403);
    }
    await asAdmin.post(path, { ...publication, icon: png(2, 2, { shade: 5 }).toString('base64') });
    expect((await fetch(urls.icon)).status).toBe(404);
    await asAdmin.delete(path);
    expect((await fetch(urls.icon)).status).toBe(404);
  });
});

describe('unpublishing an integration', () => {
  it('answers 204 once, and frees the name for others', async () => {
    const [{ organizationId, asAdmin, path }, other] = await Promise.all([makeStage(), makeStage()]);
    await asAdmin.post(path, { ...PUBLICATION, organization: organizationId, secrets: { KEY: 'x' } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => asAdmin.delete(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect((await asAdmin.get(path)).status).toBe(404);
    expect((await other.asAdmin.post(path, { ...PUBLICATION, organization: other.organizationId })).body).toMatchObject({ version: 1, owner: { id: other.organizationId } });
  });
});
