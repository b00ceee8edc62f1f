import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { Vault } from '../../src/kernel/secrets/vault.js';
import type { Client } from '../support/client.js';
import { type IntegrationOptions, PUBLICATION, publishIntegration } from '../support/integrations.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  asAdmin: Client;
  name: string;
  /** Address of the installations. */
  path: string;
}

async function makeStage(options: IntegrationOptions = {}): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const { token } = await service.make.user({ organizationId, role: 'admin' });
  const { name } = await publishIntegration(service, { visibility: 'public', ...options });
  return { organizationId, asAdmin: service.as(token), name, path: `/v1/integrations/${name}/installations` };
}

async function installed(options: IntegrationOptions = {}): Promise<Stage & { one: string }> {
  const stage = await makeStage(options);
  const { body } = await stage.asAdmin.post(stage.path, { organization: stage.organizationId });
  return { ...stage, one: `${stage.path}/${String(body.id)}` };
}

const configurations = {
  account: { properties: { key: { type: 'string' }, region: { type: 'string', enum: ['eu', 'us'] }, limit: { type: 'number' } }, required: ['key'] },
} as const;

describe('installing an integration', () => {
  it('answers the installation, at its location', async () => {
    const { organizationId, asAdmin, name, path } = await makeStage({ configurations });
    const { status, body, headers } = await asAdmin.post(path, { organization: organizationId });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      status: 'pending',
      space_selection: 'selected',
      site_selection: 'selected',
      spaces: 0,
      configuration: {},
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
      urls: {
        location: `${service.url}${path}/${String(body.id)}`,
        app: `${service.url}/o/${organizationId}/integrations/${name}`,
        publicEndpoint: `${service.url}/integrations/${name}/${String(body.id)}`,
      },
      externalIds: [],
      target: { organization: organizationId },
    });
    expect(headers.get('location')).toBe(body.urls.location);
    expect((await asAdmin.get(`${path}/${String(body.id)}`)).body).toEqual(body);
  });

  it('happens once in an organization, also of many at once', async () => {
    const { organizationId, asAdmin, path } = await makeStage();
    const answers = await Promise.all(Array.from({ length: 6 }, () => asAdmin.post(path, { organization: organizationId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('refuses an unknown organization, and a private integration of another one', async () => {
    const { asAdmin, path } = await makeStage();
    for (const organization of [newId(), 'x', '__proto__', (await service.make.organization()).id]) expect((await asAdmin.post(path, { organization })).status).toBe(404);
    const { id: owner } = await service.make.organization();
    const { name } = await publishIntegration(service, { organizationId: owner });
    const other = await service.make.organization();
    const both = await service.make.user({ organizationId: owner, role: 'admin' });
    await service.make.join(other.id, both.id, 'admin');
    const refused = await service.as(both.token).post(`/v1/integrations/${name}/installations`, { organization: other.id });
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('private')]);
    expect((await service.as(both.token).post(`/v1/integrations/${name}/installations`, { organization: owner })).status).toBe(201);
  });

  it('ends elsewhere when the integration becomes private', async () => {
    const { id: owner } = await service.make.organization();
    const { asAdmin, one, name } = await installed({ organizationId: owner });
    const asOwner = service.as((await service.make.user({ organizationId: owner, role: 'admin' })).token);
    const own = await asOwner.post(`/v1/integrations/${name}/installations`, { organization: owner });
    expect((await asOwner.post(`/v1/integrations/${name}`, { ...PUBLICATION, organization: owner, visibility: 'unlisted' })).status).toBe(200);
    expect((await asAdmin.get(one)).status).toBe(200);
    expect((await asOwner.post(`/v1/integrations/${name}`, { ...PUBLICATION, organization: owner, visibility: 'private' })).status).toBe(200);
    expect((await asAdmin.get(one)).status).toBe(404);
    expect((await asOwner.get(`/v1/integrations/${name}/installations`)).body).toMatchObject({ count: 1, items: [{ id: own.body.id }] });
  });
});

describe('installing while the integration becomes private', () => {
  it('leaves nothing installed elsewhere, whoever comes first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id: owner } = await service.make.organization();
      const { organizationId, asAdmin, name, path } = await makeStage({ organizationId: owner });
      const asOwner = service.as((await service.make.user({ organizationId: owner, role: 'admin' })).token);
      const [installed] = await Promise.all([
        asAdmin.post(path, { organization: organizationId }),
        asOwner.post(`/v1/integrations/${name}`, { ...PUBLICATION, organization: owner, visibility: 'private' }),
      ]);
      expect([201, 403, 404]).toContain(installed.status);
      expect((await asOwner.get(path)).body).toEqual({ count: 0, items: [] });
    }
  });
});

describe('updating an installation', () => {
  it('changes what is sent, and leaves the rest', async () => {
    const { asAdmin, one } = await installed({ configurations });
    const before = (await asAdmin.get(one)).body;
    const configured = await asAdmin.patch(one, { configuration: { key: 'sk-1', limit: 2.5 }, externalIds: ['a', 'b'] });
    expect(configured.body).toEqual({ ...before, status: 'active', configuration: { key: 'sk-1', limit: 2.5 }, externalIds: ['a', 'b'], updatedAt: expect.any(String) });
    expect((await asAdmin.patch(one, { space_selection: 'all', site_selection: 'all' })).body).toEqual({
      ...configured.body,
      space_selection: 'all',
      site_selection: 'all',
      updatedAt: expect.any(String),
    });
    expect((await asAdmin.patch(one, { configuration: { region: 'eu' } })).body).toMatchObject({ status: 'pending', configuration: { region: 'eu' } });
    const emptied = await asAdmin.patch(one, { configuration: {}, externalIds: [] });
    expect(emptied.body).toMatchObject({ status: 'pending', configuration: {}, externalIds: [], space_selection: 'all' });
    expect((await asAdmin.patch(one, {})).body).toEqual(emptied.body);
    expect((await asAdmin.get(one)).body).toEqual(emptied.body);
  });

  it.each([
    [{ configuration: { key: 1 } }, 'configuration.key', 'must be text, is a number'],
    [{ configuration: { region: 'asia' } }, 'configuration.region', 'must be one of eu, us'],
    [{ configuration: { limit: null } }, 'configuration.limit', 'must be a number, is null'],
    [{ configuration: { other: 'x' } }, 'configuration.other', 'is unknown; the integration takes key, limit, region'],
    [{ configuration: [] }, 'configuration', 'must be an object, is an array'],
    [{ configuration: null }, 'configuration', 'must not be null'],
    [{ externalIds: ['a', 'a'] }, 'externalIds.1', 'repeats externalIds.0'],
    [{ externalIds: ['1', '2', '3', '4', '5', '6'] }, 'externalIds', 'must be at most 5 items, is 6'],
    [{ externalIds: [''] }, 'externalIds.0', 'must be 1 to 255 characters, is 0'],
    [{ space_selection: 'some' }, 'space_selection', 'must be one of all, selected'],
    [{ status: 'paused' }, 'status', expect.stringContaining('unknown')],
  ])('refuses %j', async (body, field, message) => {
    const { asAdmin, one } = await installed({ configurations });
    const before = (await asAdmin.get(one)).body;
    const refused = await asAdmin.patch(one, { externalIds: ['x'], ...body });
    expect([refused.status, refused.body.error.details]).toEqual([400, [{ field, message }]]);
    expect((await asAdmin.get(one)).body).toEqual(before);
  });
});

describe('a configuration', () => {
  const SECRET = 'correct horse battery staple';

  async function stored(): Promise<string> {
    const rows = await service.make.db.query<{ row: string }>('SELECT i::text AS row FROM integration_installations i');
    return rows.map(({ row }) => row + Buffer.from(/"\\\\x([0-9a-f]+)"/.exec(row)?.[1] ?? '', 'hex').toString('latin1')).join('\n');
  }

  it('stands nowhere in the database, and is sealed anew with another key', async () => {
    const { asAdmin, one } = await installed({ configurations });
    await asAdmin.patch(one, { configuration: { key: SECRET } });
    const before = await stored();
    expect(before).not.toContain('horse');
    const { texts } = await service.app.get(Vault).rotate();
    expect(texts).toBeGreaterThanOrEqual(1);
    expect(await stored()).not.toEqual(before);
    expect((await asAdmin.get(one)).body.configuration).toEqual({ key: SECRET });
  });

  it('is told by no message about what is wrong with it', async () => {
    const { asAdmin, one } = await installed({ configurations });
    for (const configuration of [{ region: SECRET }, { limit: SECRET }, { key: [SECRET] }]) expect(JSON.stringify((await asAdmin.patch(one, { configuration })).body)).not.toContain('horse');
  });
});

describe('uninstalling', () => {
  it('takes the installation away, once', async () => {
    const { organizationId, asAdmin, path, one } = await installed();
    const answers = await Promise.all([asAdmin.delete(one), asAdmin.delete(one), asAdmin.delete(one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([205, 404, 404]);
    expect((await asAdmin.get(one)).status).toBe(404);
    expect((await asAdmin.patch(one, { externalIds: [] })).status).toBe(404);
    expect((await asAdmin.post(path, { organization: organizationId })).status).toBe(201);
  });
});
