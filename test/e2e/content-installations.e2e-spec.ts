import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { Vault } from '../../src/kernel/secrets/vault.js';
import { InstallationStore } from '../../src/modules/integrations/installations/installation-store.js';
import type { Client } from '../support/client.js';
import { whileHeld } from '../support/held-rows.js';
import { type IntegrationOptions, publishIntegration } from '../support/integrations.js';
import { makeSite } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const KINDS = ['space', 'site'] as const;
type Kind = (typeof KINDS)[number];

interface Stage {
  organizationId: string;
  ownerId: string;
  asAdmin: Client;
  name: string;
  /** Address of the installation. */
  one: string;
}

const schema = { properties: { key: { type: 'string' } }, required: ['key'] } as const;

async function makeStage(options: IntegrationOptions = {}): Promise<Stage> {
  const [{ id: organizationId }, { id: ownerId }] = await Promise.all([service.make.organization(), service.make.organization()]);
  const { token } = await service.make.user({ organizationId, role: 'admin' });
  const { name } = await publishIntegration(service, { visibility: 'public', organizationId: ownerId, configurations: { space: schema, site: schema }, ...options });
  const { id } = await service.app.get(InstallationStore).install({ integrationName: name, organizationId });
  return { organizationId, ownerId, asAdmin: service.as(token), name, one: `/v1/integrations/${name}/installations/${id}` };
}

async function makeContent(kind: Kind, organizationId: string): Promise<string> {
  return (kind === 'space' ? await service.make.space({ organizationId }) : await makeSite(service, { organizationId })).id;
}

/** The body that names a space or site. */
const naming = (kind: Kind, id: string): object => (kind === 'space' ? { space: id } : { siteId: id });

describe.each(KINDS)('installing in a %s', (kind) => {
  it('answers the installation there, at its location; at most once', async () => {
    const { organizationId, asAdmin, name, one } = await makeStage();
    const id = await makeContent(kind, organizationId);
    const answers = await Promise.all([1, 2, 3].map(() => asAdmin.post(`${one}/${kind}s`, naming(kind, id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const made = answers.find(({ status }) => status === 201);
    const installation = one.split('/').at(-1);
    expect(made?.body).toEqual({
      integration: name,
      installation,
      status: 'pending',
      configuration: {},
      externalIds: [],
      urls: { location: `${service.url}${one}/${kind}s/${id}`, publicEndpoint: `${service.url}/integrations/${name}/${String(installation)}/${kind}s/${id}` },
      [kind]: id,
    });
    expect(made?.headers.get('location')).toBe(made?.body.urls.location);
    expect((await asAdmin.get(`${one}/${kind}s/${id}`)).body).toEqual(made?.body);
    expect((await asAdmin.get(`${one}/${kind}s/${id}?extended=true`)).body[kind]).toMatchObject({ object: kind, id, urls: expect.any(Object) });
  });

  it('refuses what is not in the organization, and an integration that is made for something else', async () => {
    const { organizationId, asAdmin, one } = await makeStage();
    const foreign = await makeContent(kind, (await service.make.organization()).id);
    for (const id of [foreign, newId(), '__proto__']) {
      const refused = await asAdmin.post(`${one}/${kind}s`, naming(kind, id));
      expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(`is no ${kind} of this organization`)]);
      expect((await asAdmin.get(`${one}/${kind}s/${id}`)).status).toBe(404);
      expect((await asAdmin.delete(`${one}/${kind}s/${id}`)).status).toBe(404);
    }
    const id = await makeContent(kind, organizationId);
    const other = await makeStage({ target: 'organization' });
    const elsewhere = await makeContent(kind, other.organizationId);
    expect((await other.asAdmin.post(`${other.one}/${kind}s`, naming(kind, elsewhere))).status).toBe(409);
    expect((await other.asAdmin.patch(other.one, { [`${kind}_selection`]: 'all' })).status).toBe(409);
    expect((await asAdmin.get(`${one}/${kind}s/${id}`)).status).toBe(404);
  });

  it('is configured by the schema for it, encrypted at rest', async () => {
    const { organizationId, asAdmin, one } = await makeStage();
    const id = await makeContent(kind, organizationId);
    await asAdmin.post(`${one}/${kind}s`, naming(kind, id));
    const path = `${one}/${kind}s/${id}`;
    expect((await asAdmin.patch(path, { configuration: { key: 'horse staple' }, externalIds: ['e'] })).body).toMatchObject({ status: 'active', configuration: { key: 'horse staple' }, externalIds: ['e'] });
    expect((await asAdmin.patch(path, { configuration: { other: 1 } })).body.error.details).toEqual([{ field: 'configuration.other', message: 'is unknown; the integration takes key' }]);
    const [row] = await service.make.db.query<{ sealed: Buffer }>(`SELECT sealed FROM integration_${kind}_installations WHERE ${kind}_id = $1`, [id]);
    expect(row?.sealed.toString('latin1')).not.toContain('horse');
    await service.app.get(Vault).rotate();
    expect((await asAdmin.get(path)).body).toMatchObject({ configuration: { key: 'horse staple' }, externalIds: ['e'] });
  });

  it('ends when it is uninstalled there, once', async () => {
    const { organizationId, asAdmin, one } = await makeStage();
    const id = await makeContent(kind, organizationId);
    await asAdmin.post(`${one}/${kind}s`, naming(kind, id));
    const answers = await Promise.all([1, 2].map(() => asAdmin.delete(`${one}/${kind}s/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([205, 404]);
    expect((await asAdmin.get(`${one}/${kind}s`)).body).toEqual({ count: 0, items: [] });
  });

  it('is everywhere with the selection "all", also configured', async () => {
    const { organizationId, asAdmin, one } = await makeStage();
    const ids = [await makeContent(kind, organizationId), await makeContent(kind, organizationId)];
    await asAdmin.patch(one, { [`${kind}_selection`]: 'all' });
    ids.push(await makeContent(kind, organizationId));
    expect((await asAdmin.all(`${one}/${kind}s?limit=2`)).map((item) => item[kind])).toEqual(ids);
    const path = `${one}/${kind}s/${String(ids[1])}`;
    expect((await asAdmin.patch(path, { configuration: { key: 'x' } })).body).toMatchObject({ status: 'active', [kind]: ids[1] });
    expect((await asAdmin.post(`${one}/${kind}s`, naming(kind, String(ids[0])))).status).toBe(409);
    expect((await asAdmin.delete(path)).status).toBe(409);
    await asAdmin.patch(one, { [`${kind}_selection`]: 'selected' });
    expect((await asAdmin.get(`${one}/${kind}s`)).body).toMatchObject({ count: 1, items: [{ [kind]: ids[1] }] });
  });
});

describe.each(KINDS)('the list of all %ss', (kind) => {
  it('is of every installation, and shows things themselves only to who sees them', async () => {
    const { organizationId, ownerId, asAdmin, name, one } = await makeStage();
    const asOwner = service.as((await service.make.user({ organizationId: ownerId, role: 'read' })).token);
    const id = await makeContent(kind, organizationId);
    await asAdmin.post(`${one}/${kind}s`, naming(kind, id));
    const own = await makeContent(kind, ownerId);
    await service.app.get(InstallationStore).install({ integrationName: name, organizationId: ownerId, [`${kind}Selection`]: 'all' });
    const path = `/v1/integrations/${name}/${kind}s`;
    expect((await asOwner.get(path)).body).toMatchObject({ count: 2, items: [{ [kind]: id }, { [kind]: own }] });
    expect((await asOwner.all(`${path}?extended=true&limit=1`)).map((item) => item[kind])).toEqual([id, expect.objectContaining({ object: kind, id: own })]);
    await asAdmin.patch(`${one}/${kind}s/${id}`, { externalIds: ['e1', 'e2'] });
    expect((await asOwner.get(`${path}?externalId=e2`)).body).toMatchObject({ count: 1, items: [{ [kind]: id, externalIds: ['e1', 'e2'] }] });
    expect((await asOwner.get(`${path}?externalId=e`)).body).toEqual({ count: 0, items: [] });
  });
});

describe.each(KINDS)('a %s that an integration is in', (kind) => {
  it.each(['selected', 'all'])('is out of it while a version is not for such things, with the selection "%s"', async (selection) => {
    const { organizationId, ownerId, asAdmin } = await makeStage();
    const name = `test-${newId()}`;
    const publish = (target: 'all' | 'organization'): Promise<unknown> => publishIntegration(service, { name, organizationId: ownerId, visibility: 'public', scopes: ['space:metadata:read', 'site:metadata:read'], target });
    await publish('all');
    const { body } = await asAdmin.post(`/v1/integrations/${name}/installations`, { organization: organizationId });
    const one = `/v1/integrations/${name}/installations/${String(body.id)}`;
    const id = await makeContent(kind, organizationId);
    const place = kind === 'space' ? `/v1/spaces/${id}` : `/v1/orgs/${organizationId}/sites/${id}`;
    await (selection === 'all' ? asAdmin.patch(one, { [`${kind}_selection`]: 'all' }) : asAdmin.post(`${one}/${kind}s`, naming(kind, id)));
    const asInstallation = service.as(String((await asAdmin.post(`${one}/tokens`)).body.token));
    const seen = async (): Promise<unknown> => ({
      listed: (await asAdmin.get(`${one}/${kind}s`)).body.count,
      read: (await asAdmin.get(`${one}/${kind}s/${id}`)).status,
      inOrganization: (await asAdmin.get(`/v1/orgs/${organizationId}/integrations/installations-status?target=${kind}`)).body.count,
      byToken: (await asInstallation.get(place)).status,
      ...(kind === 'space' ? { spaces: (await asAdmin.get(one)).body.spaces } : {}),
    });
    const before = await seen();
    expect(before).toMatchObject({ listed: 1, read: 200, inOrganization: 1, byToken: 200 });
    await publish('organization');
    expect(await seen()).toEqual({ listed: 0, read: 404, inOrganization: 0, byToken: 404, ...(kind === 'space' ? { spaces: 0 } : {}) });
    await publish('all');
    expect(await seen()).toEqual(before);
  });
});

describe('a space that an integration is in', () => {
  it('is out of it in the trash, and in another organization', async () => {
    const { organizationId, asAdmin, one } = await makeStage();
    const [trashed, moved, stays] = await Promise.all([1, 2, 3].map(() => makeContent('space', organizationId)));
    for (const id of [trashed, moved, stays]) await asAdmin.post(`${one}/spaces`, naming('space', String(id)));
    const other = await service.make.organization();
    const mover = await service.make.user({ organizationId, role: 'admin' });
    await service.make.join(other.id, mover.id, 'admin');
    expect((await service.as(mover.token).post(`/v1/spaces/${String(moved)}/transfer`, { organization: other.id })).status).toBe(200);
    expect((await asAdmin.delete(`/v1/spaces/${String(trashed)}`)).status).toBe(204);
    expect((await asAdmin.get(`${one}/spaces`)).body).toMatchObject({ count: 1, items: [{ space: stays }] });
    expect((await asAdmin.get(one)).body).toMatchObject({ spaces: 1 });
    expect((await asAdmin.post(`/v1/spaces/${String(trashed)}/restore`)).status).toBe(200);
    expect((await asAdmin.get(one)).body).toMatchObject({ spaces: 2 });
  });

  it('is in another organization without it, also when it goes there while it is being installed', async () => {
    const { organizationId, asAdmin, one } = await makeStage();
    const id = await makeContent('space', organizationId);
    const other = await service.make.organization();
    const mover = await service.make.user({ organizationId, role: 'admin' });
    await service.make.join(other.id, mover.id, 'admin');
    const { db } = service.make;
    // Both have done their work, and are about to tell of it.
    const [installed, transferred] = await whileHeld(db, 'LOCK TABLE audit_log IN SHARE MODE', [], async (waiters) => {
      const installing = asAdmin.post(`${one}/spaces`, naming('space', id));
      await waiters(1);
      const transferring = service.as(mover.token).post(`/v1/spaces/${id}/transfer`, { organization: other.id });
      await Promise.race([transferring, waiters(2)]);
      return { begun: Promise.all([installing, transferring]) };
    });
    expect(transferred.status).toBe(200);
    expect([201, 400]).toContain(installed.status);
    expect(await db.query('SELECT FROM integration_space_installations WHERE space_id = $1', [id])).toEqual([]);
  });
});
