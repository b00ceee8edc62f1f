import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { InstallationStore, type NewInstallation } from '../../src/modules/integrations/installations/installation-store.js';
import type { Client } from '../support/client.js';
import { publishIntegration } from '../support/integrations.js';
import { makeSite, sitePath } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  asAdmin: Client;
  asReader: Client;
  path: string;
}

async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const [admin, reader] = await Promise.all([service.make.user({ organizationId, role: 'admin' }), service.make.user({ organizationId, role: 'read' })]);
  return { organizationId, asAdmin: service.as(admin.token), asReader: service.as(reader.token), path: `/v1/orgs/${organizationId}` };
}

async function install(integrationName: string, organizationId: string, rest: Partial<NewInstallation> = {}): Promise<string> {
  return (await service.app.get(InstallationStore).install({ integrationName, organizationId, ...rest })).id;
}

const needsKey = { properties: { key: { type: 'string' } }, required: ['key'] } as const;

describe('what an organization can install', () => {
  it('is what is public, and all of its own, filtered like all integrations', async () => {
    const { organizationId, asReader, path } = await makeStage();
    const mark = newId().toLowerCase();
    const own = await publishIntegration(service, { organizationId, name: `${mark}-own` });
    const open = await publishIntegration(service, { name: `${mark}-open`, visibility: 'public', categories: ['analytics'] });
    const elsewhere = await service.make.organization();
    await publishIntegration(service, { name: `${mark}-private`, organizationId: elsewhere.id });
    await publishIntegration(service, { name: `${mark}-unlisted`, visibility: 'unlisted' });
    expect((await asReader.all(`${path}/integrations?search=${mark}&limit=1`)).map(({ name }) => name)).toEqual([own.name, open.name]);
    expect((await asReader.get(`${path}/integrations?search=${mark}&category=analytics`)).body).toMatchObject({ count: 1, items: [{ name: open.name }] });
    // A private one of another organization of the same user isn't for this one.
    const both = await service.make.user({ organizationId, role: 'read' });
    await service.make.join(elsewhere.id, both.id, 'admin');
    expect((await service.as(both.token).get(`${path}/integrations?search=${mark}`)).body.count).toBe(2);
  });
});

describe('what an organization has installed', () => {
  it('is listed with its configuration, oldest first', async () => {
    const { organizationId, asAdmin, path } = await makeStage();
    const [first, second] = [await publishIntegration(service, { visibility: 'public' }), await publishIntegration(service, { organizationId })];
    const ids = [await install(first.name, organizationId, { externalIds: ['e'] }), await install(second.name, organizationId)];
    await install(first.name, (await service.make.organization()).id);
    const { body } = await asAdmin.get(`${path}/installations`);
    expect(body).toMatchObject({ count: 2, items: [{ installation: { id: ids[0], externalIds: ['e'] }, integration: { name: first.name } }, { installation: { id: ids[1] }, integration: { name: second.name } }] });
    expect((await asAdmin.all(`${path}/installations?limit=1`)).map(({ installation }) => installation.id)).toEqual(ids);
    expect((await asAdmin.get(`${path}/installations?search=${second.name.slice(-12)}`)).body).toMatchObject({ count: 1, items: [{ installation: { id: ids[1] } }] });
    expect((await asAdmin.get(`${path}/installations?search=no-such-name`)).body).toEqual({ count: 0, items: [] });
  });

  it('has a status each', async () => {
    const { organizationId, asAdmin, asReader, path } = await makeStage();
    const { name } = await publishIntegration(service, { organizationId, configurations: { account: needsKey } });
    const status = `${path}/integrations/${name}/installation_status`;
    expect((await asReader.get(status)).status).toBe(404);
    expect((await asReader.get(`${path}/integrations/no-such/installation_status`)).status).toBe(404);
    const id = await install(name, organizationId);
    expect((await asReader.get(status)).body).toEqual({ status: 'pending' });
    await asAdmin.patch(`/v1/integrations/${name}/installations/${id}`, { configuration: { key: 'x' } });
    expect((await asReader.get(status)).body).toEqual({ status: 'active' });
    expect((await asReader.get(`${path}/integrations/installations-status`)).body).toMatchObject({ count: 1, items: [{ status: 'active', integration: { name } }] });
  });

  it('is found by where it is', async () => {
    const { organizationId, asAdmin, asReader, path } = await makeStage();
    const names = [];
    for (let index = 0; index < 3; index += 1) names.push((await publishIntegration(service, { organizationId })).name);
    const [inSpace = '', inSites = '', nowhere = ''] = names;
    const one = `/v1/integrations/${inSpace}/installations/${await install(inSpace, organizationId)}`;
    await install(inSites, organizationId, { siteSelection: 'all' });
    await install(nowhere, organizationId);
    await asAdmin.post(`${one}/spaces`, { space: (await service.make.space({ organizationId })).id });
    const found = async (target: string): Promise<unknown[]> => (await asReader.all(`${path}/integrations/installations-status?target=${target}&limit=2`)).map(({ integration }) => integration.name);
    expect(await found('organization')).toEqual(names);
    expect(await found('space')).toEqual([inSpace]);
    expect(await found('site')).toEqual([inSites]);
  });
});

describe('the integrations of a space', () => {
  it('are those installed in it, of every visibility, with their blocks', async () => {
    const { organizationId, asAdmin, asReader } = await makeStage();
    const [{ id: spaceId }, { id: otherId }] = [await service.make.space({ organizationId }), await service.make.space({ organizationId })];
    const chart = { id: 'chart', title: 'Chart' };
    const selected = await publishIntegration(service, { organizationId, blocks: [chart] });
    const everywhere = await publishIntegration(service, { visibility: 'unlisted' });
    const forSites = await publishIntegration(service, { visibility: 'public', target: 'site' });
    const one = `/v1/integrations/${selected.name}/installations/${await install(selected.name, organizationId)}`;
    await asAdmin.post(`${one}/spaces`, { space: spaceId });
    await install(everywhere.name, organizationId, { spaceSelection: 'all' });
    await install(forSites.name, organizationId, { spaceSelection: 'all', siteSelection: 'all' });
    expect((await asReader.all(`/v1/spaces/${spaceId}/integrations?limit=1`)).map(({ name }) => name)).toEqual([selected.name, everywhere.name]);
    expect((await asReader.get(`/v1/spaces/${spaceId}/integrations?search=${everywhere.name}`)).body).toMatchObject({ count: 1, items: [{ name: everywhere.name }] });
    expect((await asReader.all(`/v1/spaces/${otherId}/integrations`)).map(({ name }) => name)).toEqual([everywhere.name]);
    expect((await asReader.get(`/v1/spaces/${spaceId}/integration-blocks`)).body).toEqual([{ name: selected.name, blocks: [chart] }]);
    expect((await asReader.get(`/v1/spaces/${otherId}/integration-blocks`)).body).toEqual([]);
  });
});

describe('the integrations of a site', () => {
  it('are those installed in it', async () => {
    const { organizationId, asAdmin, asReader } = await makeStage();
    const [site, other] = [await makeSite(service, { organizationId }), await makeSite(service, { organizationId })];
    const { name } = await publishIntegration(service, { organizationId });
    const one = `/v1/integrations/${name}/installations/${await install(name, organizationId)}`;
    await asAdmin.post(`${one}/sites`, { siteId: site.id });
    expect((await asReader.get(sitePath(site, '/integrations'))).body).toMatchObject({ count: 1, items: [{ name }] });
    expect((await asReader.get(sitePath(other, '/integrations'))).body).toEqual({ count: 0, items: [] });
  });
});
