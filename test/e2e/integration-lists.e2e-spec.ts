import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { InstallationStore } from '../../src/modules/integrations/installations/installation-store.js';
import type { Client } from '../support/client.js';
import { publishIntegration } from '../support/integrations.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

async function names(client: Client, query: string): Promise<string[]> {
  return (await client.all(`/v1/integrations?${query}`)).map(({ name }) => name);
}

describe('the list of integrations', () => {
  it('has the public ones of everybody, and all of the own organizations', async () => {
    const [one, other] = await Promise.all([service.make.organization(), service.make.organization()]);
    const mark = newId();
    for (const visibility of ['public', 'private', 'unlisted'] as const) {
      await publishIntegration(service, { organizationId: one.id, name: `${mark}.one.${visibility}`, visibility });
      await publishIntegration(service, { organizationId: other.id, name: `${mark}.other.${visibility}`, visibility });
    }
    const [member, guest, stranger] = await Promise.all([
      service.make.user({ organizationId: one.id, role: 'read' }),
      service.make.user({ organizationId: one.id, role: null }),
      service.make.user(),
    ]);
    const open = [`${mark}.one.public`, `${mark}.other.public`];
    for (const { token } of [guest, stranger]) {
      expect(await names(service.as(token), `search=${mark}`)).toEqual(open);
      expect((await service.as(token).get(`/v1/integrations?search=${mark}&limit=1`)).body.count).toBe(2);
      expect(await names(service.as(token), `owner=${one.id}`)).toEqual([`${mark}.one.public`]);
    }
    const all = [`${mark}.one.public`, `${mark}.other.public`, `${mark}.one.private`, `${mark}.one.unlisted`];
    expect(await names(service.as(member.token), `search=${mark}&limit=1`)).toEqual(all);
    const [first] = (await service.as(stranger.token).get(`/v1/integrations?owner=${other.id}`)).body.items;
    expect(first).toMatchObject({ owner: { id: other.id, emailDomains: [] }, permissions: { admin: false, install: false } });
    expect(first.owner).not.toHaveProperty('defaultRole');
  });

  it('is narrowed by each filter', async () => {
    const { id: organizationId } = await service.make.organization();
    const mark = newId();
    const publish = (suffix: string, options: object): Promise<unknown> => publishIntegration(service, { organizationId, name: `${mark}-${suffix}`, visibility: 'public', ...options });
    await publish('Plain', {});
    await publish('chart', { categories: ['content'], scopes: ['openapi:read'], target: 'site', blocks: [{ id: 'a', title: 'Chart', urlUnfurl: ['https://*.Charts.example/**', 'https://one.example/x'] }] });
    await publish('source', { categories: ['content', 'analytics'], scopes: ['openapi:read', 'space:git:sync'], contentSources: [{ id: 'a', title: 'Rows', configuration: { componentId: 'x' } }] });
    const client = service.as((await service.make.user()).token);
    const found = async (query: string): Promise<string[]> => (await names(client, `owner=${organizationId}&${query}`)).map((name) => name.slice(mark.length + 1));
    expect(await found('')).toEqual(['Plain', 'chart', 'source']);
    expect(await found('search=PLAIN')).toEqual(['Plain']);
    expect(await found('search=%25')).toEqual([]);
    expect(await found('category=content')).toEqual(['chart', 'source']);
    expect(await found('category=analytics')).toEqual(['source']);
    expect(await found('scope=openapi:read')).toEqual(['chart', 'source']);
    expect(await found('scope=conversations:ingest')).toEqual([]);
    expect(await found('target=site')).toEqual(['chart']);
    expect(await found('target=all')).toEqual(['Plain', 'source']);
    expect(await found('blocks=true')).toEqual(['chart']);
    expect(await found('blocks=false')).toEqual(['Plain', 'source']);
    expect(await found('contentSources=true')).toEqual(['source']);
    expect(await found('contentSources=false')).toEqual(['Plain', 'chart']);
    expect(await found('blockDomain=team.charts.EXAMPLE')).toEqual(['chart']);
    expect(await found('blockDomain=charts.example')).toEqual(['chart']);
    expect(await found('blockDomain=one.example')).toEqual(['chart']);
    expect(await found('blockDomain=example')).toEqual([]);
    expect(await found('category=content&blocks=false&limit=1')).toEqual(['source']);
    expect(await names(client, 'owner=nobody')).toEqual([]);
  });

  it.each(['blocks=0', 'blocks=yes', 'blocks=', 'blocks=true&blocks=true', 'contentSources=TRUE', 'category=Content', 'scope=x', 'target=page', 'blockDomain=a%20b', 'blockDomain=', `blockDomain=${'a'.repeat(101)}`, 'search=a&search=b', 'limit=0', 'page=x'])(
    'refuses %s',
    async (query) => {
      const { token } = await service.make.user();
      expect((await service.as(token).get(`/v1/integrations?${query}`)).status).toBe(400);
    },
  );

  it('has its cursors for its filters and its caller alone', async () => {
    const { id: organizationId } = await service.make.organization();
    for (let index = 0; index < 3; index += 1) await publishIntegration(service, { organizationId });
    const [one, other] = await Promise.all([service.make.user({ organizationId }), service.make.user({ organizationId })]);
    const page = String((await service.as(one.token).get(`/v1/integrations?owner=${organizationId}&limit=1`)).body.next.page);
    expect((await service.as(one.token).get(`/v1/integrations?owner=${organizationId}&limit=1&page=${page}`)).status).toBe(200);
    expect((await service.as(one.token).get(`/v1/integrations?owner=${organizationId}&blocks=false&page=${page}`)).status).toBe(400);
    expect((await service.as(other.token).get(`/v1/integrations?owner=${organizationId}&page=${page}`)).status).toBe(400);
  });
});

describe('the list of installations', () => {
  it('has all of them with what they are, oldest first', async () => {
    const owner = await service.make.organization();
    const configurations = { account: { properties: { key: { type: 'string' } }, required: ['key'] } } as const;
    const { name } = await publishIntegration(service, { organizationId: owner.id, visibility: 'public', configurations });
    const installations = service.app.get(InstallationStore);
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const { id: organizationId } = await service.make.organization();
      const { id } = await installations.install({ integrationName: name, organizationId, externalIds: [`e${String(index % 2)}`], configuration: index === 0 ? { key: 'x' } : {} });
      made.push(id);
    }
    await publishIntegration(service, { visibility: 'public' }).then(({ name: integrationName }) => installations.install({ integrationName, organizationId: owner.id, externalIds: ['e0'] }));
    const asMember = service.as((await service.make.user({ organizationId: owner.id, role: 'read' })).token);
    const path = `/v1/integrations/${name}/installations`;
    const { body } = await asMember.get(path);
    expect(body).toMatchObject({ count: 5 });
    expect(body.items[0]).toEqual({
      id: made[0],
      status: 'active',
      space_selection: 'selected',
      site_selection: 'selected',
      spaces: 0,
      configuration: { key: 'x' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      urls: {
        location: `${service.url}${path}/${String(made[0])}`,
        app: expect.stringContaining(`/integrations/${name}`),
        publicEndpoint: `${service.url}/integrations/${name}/${String(made[0])}`,
      },
      externalIds: ['e0'],
      target: { organization: expect.any(String) },
    });
    expect(body.items[1].status).toBe('pending');
    expect((await asMember.all(`${path}?limit=2`)).map(({ id }) => id)).toEqual(made);
    expect((await asMember.all(`${path}?externalId=e1&limit=1`)).map(({ id }) => id)).toEqual([made[1], made[3]]);
    expect((await asMember.get(`${path}?externalId=`)).body).toEqual({ count: 0, items: [] });
  });

  it('counts the spaces: those it was installed in, or all', async () => {
    const { id: organizationId } = await service.make.organization();
    const installations = service.app.get(InstallationStore);
    for (let index = 0; index < 3; index += 1) await service.make.space({ organizationId });
    const { name } = await publishIntegration(service, { organizationId });
    await installations.install({ integrationName: name, organizationId, spaceSelection: 'all' });
    const asMember = service.as((await service.make.user({ organizationId })).token);
    expect((await asMember.get(`/v1/integrations/${name}/installations`)).body.items[0]).toMatchObject({ space_selection: 'all', spaces: 3 });
  });

  it('ends with the integration', async () => {
    const { id: organizationId } = await service.make.organization();
    const { name } = await publishIntegration(service, { organizationId });
    await service.app.get(InstallationStore).install({ integrationName: name, organizationId });
    const asAdmin = service.as((await service.make.user({ organizationId, role: 'admin' })).token);
    expect((await asAdmin.delete(`/v1/integrations/${name}`)).status).toBe(204);
    expect(await service.make.db.query('SELECT 1 FROM integration_installations WHERE organization_id = $1', [organizationId])).toEqual([]);
  });
});
