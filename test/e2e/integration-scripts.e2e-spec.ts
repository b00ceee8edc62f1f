import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntegrationScope } from '../../src/modules/integrations/integration-values.js';
import { InstallationStore } from '../../src/modules/integrations/installations/installation-store.js';
import type { ReadSite } from '../../src/modules/sites/read-site.js';
import type { Client } from '../support/client.js';
import { type IntegrationOptions, publishIntegration } from '../support/integrations.js';
import { makeSite, sitePath } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  asAdmin: Client;
  site: ReadSite;
  name: string;
  /** Publishes the next version. */
  publish: (options: IntegrationOptions) => Promise<unknown>;
  /** Address of the installation. */
  one: string;
  installationId: string;
}

const INJECT: IntegrationScope[] = ['site:script:inject'];

/** An integration, installed in the organization of a site, but not in the site. */
async function makeStage(options: IntegrationOptions = {}): Promise<Stage> {
  const site = await makeSite(service, { published: true });
  const { token } = await service.make.user({ organizationId: site.organizationId, role: 'admin' });
  const { name, organizationId } = await publishIntegration(service, { visibility: 'public', scopes: INJECT, script: 'first();', ...options });
  const { id: installationId } = await service.app.get(InstallationStore).install({ integrationName: name, organizationId: site.organizationId });
  const publish = (version: IntegrationOptions): Promise<unknown> => publishIntegration(service, { name, organizationId, visibility: 'public', scopes: INJECT, ...version });
  return { asAdmin: service.as(token), site, name, publish, one: `/v1/integrations/${name}/installations/${installationId}`, installationId };
}

/** Of the published profile, which the list of scripts has to tell, too. */
async function scriptsOf({ asAdmin, site }: Stage): Promise<unknown> {
  const { body } = await asAdmin.get(sitePath(site, '/published'));
  expect((await asAdmin.get(sitePath(site, '/integration-scripts'))).body).toEqual(body.scripts);
  return body.scripts;
}

describe('the scripts of a site', () => {
  it('are those of integrations that are in it, for everybody who reads it', async () => {
    const stage = await makeStage({ contentSecurityPolicy: "script-src 'self'" });
    const { asAdmin, site, name, one, installationId } = stage;
    expect(await scriptsOf(stage)).toEqual([]);
    await asAdmin.post(`${one}/sites`, { siteId: site.id });
    const script = `${service.url}/integrations/${name}/${installationId}/sites/${site.id}/script?version=1`;
    expect(await scriptsOf(stage)).toEqual([{ script, contentSecurityPolicy: "script-src 'self'", cookies: false }]);
    const stranger = service.as((await service.make.user()).token);
    expect((await stranger.get(sitePath(site, '/published'))).body.scripts).toHaveLength(1);
    expect((await stranger.get(sitePath(site, '/integration-scripts'))).status).toBe(404);
    await asAdmin.delete(`${one}/sites/${site.id}`);
    expect(await scriptsOf(stage)).toEqual([]);
  });

  it('follow the selection, the configuration, the versions and the end of the installation', async () => {
    const stage = await makeStage({ configurations: { account: { properties: { key: { type: 'string' } }, required: ['key'] } } });
    const { asAdmin, one, publish } = stage;
    await asAdmin.patch(one, { site_selection: 'all' });
    expect(await scriptsOf(stage)).toEqual([]);
    await asAdmin.patch(one, { configuration: { key: 'x' } });
    expect(await scriptsOf(stage)).toHaveLength(1);
    await publish({ scopes: ['site:script:inject', 'site:script:cookies'] });
    // Cookies were not agreed to.
    expect(await scriptsOf(stage)).toEqual([{ script: expect.stringMatching(/\?version=2$/), cookies: false }]);
    await publish({ scopes: [] });
    expect(await scriptsOf(stage)).toEqual([]);
    await publish({});
    expect(await scriptsOf(stage)).toHaveLength(1);
    await publish({ target: 'space' });
    expect(await scriptsOf(stage)).toEqual([]);
    await publish({});
    await asAdmin.delete(one);
    expect(await scriptsOf(stage)).toEqual([]);
  });

  it('wait for what has to be configured in the site', async () => {
    const stage = await makeStage({ configurations: { site: { properties: { key: { type: 'string' } }, required: ['key'] } }, scopes: ['site:script:inject', 'site:script:cookies'] });
    const { asAdmin, site, one } = stage;
    await asAdmin.post(`${one}/sites`, { siteId: site.id });
    expect(await scriptsOf(stage)).toEqual([]);
    await asAdmin.patch(`${one}/sites/${site.id}`, { configuration: { key: 'x' } });
    expect(await scriptsOf(stage)).toEqual([{ script: expect.any(String), cookies: true }]);
  });

  it('need the scope at the moment of the installation', async () => {
    const stage = await makeStage({ scopes: [] });
    await stage.asAdmin.patch(stage.one, { site_selection: 'all' });
    await stage.publish({});
    expect(await scriptsOf(stage)).toEqual([]);
  });

  it('are sent as they were published, without a token, while they are in the site', async () => {
    const stage = await makeStage();
    const { asAdmin, site, name, one, installationId, publish } = stage;
    const address = `${service.url}/integrations/${name}/${installationId}/sites/${site.id}/script`;
    expect((await fetch(address)).status).toBe(404);
    await asAdmin.post(`${one}/sites`, { siteId: site.id });
    const answer = await fetch(address);
    expect([answer.status, await answer.text()]).toEqual([200, 'first();']);
    expect(Object.fromEntries(['content-type', 'x-content-type-options', 'access-control-allow-origin'].map((header) => [header, answer.headers.get(header)]))).toEqual({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    });
    await publish({ script: 'second();' });
    expect(await (await fetch(`${address}?version=2`)).text()).toBe('second();');
    const other = await makeSite(service, { organizationId: site.organizationId });
    for (const wrong of [address.replace(site.id, other.id), address.replace(installationId, 'x'), address.replace(name, 'x')]) expect((await fetch(wrong)).status).toBe(404);
    await asAdmin.delete(one);
    expect((await fetch(address)).status).toBe(404);
  });
});
