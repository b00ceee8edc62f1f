import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '../../src/kernel/clock/clock.js';
import { SCOPED_OPERATIONS } from '../../src/modules/integrations/tokens/scoped-operations.js';
import type { IntegrationScope } from '../../src/modules/integrations/integration-values.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { OPERATIONS } from '../contract/operations.js';
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
  ownerId: string;
  adminId: string;
  asAdmin: Client;
  name: string;
  /** Address of the installation. */
  one: string;
  spaceId: string;
}

/** An integration with the scopes, installed in one space. */
async function makeStage(scopes: IntegrationScope[]): Promise<Stage> {
  const [{ id: organizationId }, { id: ownerId }] = await Promise.all([service.make.organization(), service.make.organization()]);
  const admin = await service.make.user({ organizationId, role: 'admin' });
  const asAdmin = service.as(admin.token);
  const { name } = await publishIntegration(service, { visibility: 'public', organizationId: ownerId, scopes });
  const { body } = await asAdmin.post(`/v1/integrations/${name}/installations`, { organization: organizationId });
  const one = `/v1/integrations/${name}/installations/${String(body.id)}`;
  const { id: spaceId } = await service.make.space({ organizationId });
  await asAdmin.post(`${one}/spaces`, { space: spaceId });
  return { organizationId, ownerId, adminId: admin.id, asAdmin, name, one, spaceId };
}

async function tokenOf({ asAdmin, one }: Stage): Promise<Client> {
  const { status, body } = await asAdmin.post(`${one}/tokens`);
  expect(status).toBe(200);
  return service.as(String(body.token));
}

describe('a token of an installation', () => {
  it('is shown once, and stands nowhere among the tokens of its user', async () => {
    const stage = await makeStage([]);
    const { body } = await stage.asAdmin.post(`${stage.one}/tokens`);
    expect(body).toEqual({ token: expect.stringMatching(/^dsp_/), expiresAt: expect.any(String) });
    expect((await stage.asAdmin.all('/v1/user/tokens')).map(({ label }) => label)).toEqual(['test']);
  });

  it('is made for the owner of the integration, too, and acts for who installed it', async () => {
    const stage = await makeStage(['space:metadata:read']);
    const asOwner = service.as((await service.make.user({ organizationId: stage.ownerId, role: 'admin' })).token);
    expect((await asOwner.get(`/v1/spaces/${stage.spaceId}`)).status).toBe(404);
    const asInstallation = service.as(String((await asOwner.post(`${stage.one}/tokens`)).body.token));
    expect((await asInstallation.get(`/v1/spaces/${stage.spaceId}`)).body).toMatchObject({ id: stage.spaceId });
  });

  it('does what its scopes are for, and nothing else', async () => {
    const stage = await makeStage(['space:content:read', 'space:metadata:read']);
    await service.make.page(stage.spaceId, { title: 'Read me' });
    const asInstallation = await tokenOf(stage);
    const space = `/v1/spaces/${stage.spaceId}`;
    expect((await asInstallation.get(`${space}/content/pages`)).body.pages).toMatchObject([{ title: 'Read me' }]);
    expect((await asInstallation.get(space)).status).toBe(200);
    const refused = await asInstallation.patch(space, { title: 'Changed' });
    expect([refused.status, refused.body.error.message]).toEqual([403, 'The installation lacks the scope "space:metadata:write".']);
    expect((await asInstallation.post(`${space}/change-requests`, {})).body.error.message).toContain('"space:content:write"');
  });

  it('writes content and metadata with the scopes for that', async () => {
    const stage = await makeStage(['space:content:write', 'space:metadata:write']);
    const asInstallation = await tokenOf(stage);
    const space = `/v1/spaces/${stage.spaceId}`;
    expect((await asInstallation.patch(space, { title: 'Changed' })).body).toMatchObject({ title: 'Changed' });
    const made = await asInstallation.post(`${space}/change-requests`, { subject: 'From outside' });
    expect(made.status).toBe(201);
    const edited = await asInstallation.post(`${space}/change-requests/${String(made.body.id)}/content`, { changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'Text' } }] });
    expect(edited.status).toBe(200);
    expect((await asInstallation.get(space)).status).toBe(403);
  });

  it('changes the rights of nobody', async () => {
    const stage = await makeStage(['space:metadata:read', 'space:metadata:write']);
    const space = `/v1/spaces/${stage.spaceId}`;
    const asInstallation = await tokenOf(stage);
    for (const defaultLevel of ['admin', null, 'inherit']) expect((await asInstallation.patch(space, { title: 'Changed', defaultLevel })).status).toBe(403);
    expect((await asInstallation.get(space)).body).toMatchObject({ title: 'Test space', defaultLevel: 'read' });
    expect((await stage.asAdmin.patch(space, { defaultLevel: 'edit' })).body).toMatchObject({ defaultLevel: 'edit' });
  });

  it('sees the spaces and sites of its installation, and no others', async () => {
    const stage = await makeStage(['space:content:read', 'site:metadata:read']);
    const { organizationId, asAdmin, one } = stage;
    const [other, site, otherSite] = [await service.make.space({ organizationId }), await makeSite(service, { organizationId }), await makeSite(service, { organizationId })];
    const asInstallation = await tokenOf(stage);
    expect((await asInstallation.get(sitePath(site))).status).toBe(404);
    await asAdmin.post(`${one}/sites`, { siteId: site.id });
    expect((await asInstallation.get(sitePath(site))).status).toBe(200);
    expect((await asInstallation.get(sitePath(otherSite))).status).toBe(404);
    expect((await asInstallation.get(`/v1/spaces/${other.id}/content`)).status).toBe(404);
    await asAdmin.patch(one, { space_selection: 'all' });
    expect((await asInstallation.get(`/v1/spaces/${other.id}/content`)).status).toBe(200);
    const foreign = await service.make.space();
    await service.make.join(foreign.organizationId, stage.adminId, 'admin');
    expect((await asAdmin.get(`/v1/spaces/${foreign.id}/content`)).status).toBe(200);
    expect((await asInstallation.get(`/v1/spaces/${foreign.id}/content`)).status).toBe(404);
    await asAdmin.patch(one, { space_selection: 'selected' });
    await asAdmin.delete(`${one}/spaces/${stage.spaceId}`);
    expect((await asInstallation.get(`/v1/spaces/${stage.spaceId}/content`)).status).toBe(404);
  });

  it('is told of no right that its scopes are not for, nor of one on what it does not reach', async () => {
    const stage = await makeStage(['space:metadata:read', 'space:content:read', 'site:metadata:read']);
    const { organizationId, asAdmin, one, name, spaceId } = stage;
    const asInstallation = await tokenOf(stage);
    const none = { view: false, access: false, admin: false, viewInviteLinks: false, edit: false, triggerGitSync: false, comment: false, merge: false, review: false };
    expect((await asInstallation.get(`/v1/spaces/${spaceId}`)).body.permissions).toEqual({ ...none, view: true, access: true });
    const { id: otherId } = await service.make.space({ organizationId });
    const site = await makeSite(service, { organizationId });
    for (const id of [spaceId, otherId]) await asAdmin.post(`${sitePath(site)}/site-spaces`, { spaceId: id });
    await asAdmin.post(`${one}/sites`, { siteId: site.id });
    const shown = (answer: unknown): unknown => (answer as { space: { permissions: unknown } }[]).map(({ space }) => space.permissions);
    const expected = [{ ...none, view: true, access: true }, none];
    expect(shown(await asInstallation.all(`${sitePath(site)}/site-spaces`))).toEqual(expected);
    // The admin's own reading of the profile is remembered, and is another one.
    const profileOf = async (client: Client): Promise<unknown> => shown((await client.get(`${sitePath(site)}/published`)).body.structure.structure[0].siteSpaces);
    const all = Object.fromEntries(Object.keys(none).map((ability) => [ability, true]));
    expect(await profileOf(asAdmin)).toEqual([all, all]);
    expect(await profileOf(asInstallation)).toEqual(expected);
    expect(await profileOf(asAdmin)).toEqual([all, all]);
    await service.make.join(stage.ownerId, stage.adminId, 'admin');
    const { permissions, owner } = (await asInstallation.get(`/v1/integrations/${name}`)).body;
    expect(permissions).toEqual({ admin: false, install: false });
    expect(Object.values(owner.permissions as object)).not.toContain(true);
    expect((await asAdmin.get(`/v1/integrations/${name}`)).body.permissions).toEqual({ admin: true, install: true });
  });

  it('is told of the rights that its scopes are for, as far as its user has them', async () => {
    const stage = await makeStage(['space:metadata:read', 'space:metadata:write', 'space:content:write', 'openapi:read']);
    const { organizationId, spaceId, adminId } = stage;
    const asInstallation = await tokenOf(stage);
    const rights = { view: false, access: true, admin: true, viewInviteLinks: false, edit: true, triggerGitSync: false, comment: false, merge: true, review: false };
    expect((await asInstallation.get(`/v1/spaces/${spaceId}`)).body.permissions).toEqual(rights);
    expect((await asInstallation.patch(`/v1/spaces/${spaceId}`, { title: 'Told' })).body.permissions).toEqual(rights);
    await stage.asAdmin.post(`/v1/orgs/${organizationId}/openapi`, { slug: 'pets', source: { text: 'openapi: 3.1.0' } });
    expect((await asInstallation.get(`/v1/orgs/${organizationId}/openapi/pets`)).body.permissions).toEqual({ view: true, edit: false });
    await service.make.user({ organizationId, role: 'admin' });
    await service.app.get(MembersService).setRole(organizationId, adminId, 'read');
    expect((await asInstallation.get(`/v1/spaces/${spaceId}`)).body.permissions).toEqual({ ...rights, admin: false, edit: false, merge: false });
  });

  it('works with its own installation, without widening it', async () => {
    const stage = await makeStage([]);
    const { one, name, spaceId, organizationId } = stage;
    const asInstallation = await tokenOf(stage);
    expect((await asInstallation.get(`/v1/integrations/${name}`)).body).toMatchObject({ name });
    expect((await asInstallation.patch(one, { externalIds: ['workspace'] })).body).toMatchObject({ externalIds: ['workspace'] });
    expect((await asInstallation.patch(`${one}/spaces/${spaceId}`, { externalIds: ['channel'] })).body).toMatchObject({ space: spaceId, externalIds: ['channel'] });
    expect((await asInstallation.get(`${one}/spaces`)).body).toMatchObject({ count: 1 });
    for (const selection of ['space_selection', 'site_selection']) expect((await asInstallation.patch(one, { [selection]: 'all' })).status).toBe(403);
    const { id: otherSpace } = await service.make.space({ organizationId });
    expect((await asInstallation.post(`${one}/spaces`, { space: otherSpace })).status).toBe(403);
    expect((await asInstallation.post(`${one}/tokens`)).status).toBe(403);
    expect((await asInstallation.delete(one)).status).toBe(403);
    const other = await makeStage([]);
    expect((await asInstallation.get(other.one)).status).toBe(404);
    expect((await asInstallation.get(`/v1/integrations/${other.name}`)).status).toBe(404);
  });

  it('is refused by every operation that the scopes tell nothing of', async () => {
    expect(SCOPED_OPERATIONS.filter((id) => !OPERATIONS.some(({ operationId }) => operationId === id))).toEqual([]);
    const { asAdmin, one } = await makeStage([]);
    const { token } = (await asAdmin.post(`${one}/tokens`)).body;
    for (const { method, path, operationId } of OPERATIONS.filter((operation) => !SCOPED_OPERATIONS.includes(operation.operationId))) {
      const answer = await fetch(service.url + path.replaceAll(/\{\w+\}/g, 'x'), { method, headers: { authorization: `Bearer ${String(token)}` } });
      expect({ operationId, status: answer.status }).toEqual({ operationId, status: 403 });
    }
  });

  it('ends after an hour', async () => {
    const stage = await makeStage(['space:metadata:read']);
    const asInstallation = await tokenOf(stage);
    const clock = service.app.get(Clock);
    const now = clock.now.bind(clock);
    try {
      clock.now = () => new Date(now().getTime() + 3_590_000);
      expect((await asInstallation.get(`/v1/spaces/${stage.spaceId}`)).status).toBe(200);
      clock.now = () => new Date(now().getTime() + 3_600_000);
      expect((await asInstallation.get(`/v1/spaces/${stage.spaceId}`)).status).toBe(401);
      await tokenOf(stage);
      expect(await service.make.db.query('SELECT count(*)::integer AS count FROM api_tokens WHERE installation_id = $1', [stage.one.split('/').at(-1)])).toEqual([{ count: 1 }]);
    } finally {
      clock.now = now;
    }
  });

  it('ends with the installation, and with the integration', async () => {
    const stage = await makeStage(['space:metadata:read']);
    const asInstallation = await tokenOf(stage);
    expect((await asInstallation.get(`/v1/spaces/${stage.spaceId}`)).status).toBe(200);
    expect((await stage.asAdmin.delete(stage.one)).status).toBe(205);
    expect((await asInstallation.get(`/v1/spaces/${stage.spaceId}`)).status).toBe(401);
    const other = await makeStage(['space:metadata:read']);
    const asOther = await tokenOf(other);
    const asOwner = service.as((await service.make.user({ organizationId: other.ownerId, role: 'admin' })).token);
    expect((await asOwner.delete(`/v1/integrations/${other.name}`)).status).toBe(204);
    expect((await asOther.get(`/v1/spaces/${other.spaceId}`)).status).toBe(401);
  });

  it('loses its rights with those of who installed it', async () => {
    const stage = await makeStage(['space:metadata:read', 'space:metadata:write']);
    const asInstallation = await tokenOf(stage);
    await service.make.user({ organizationId: stage.organizationId, role: 'admin' });
    await service.app.get(MembersService).setRole(stage.organizationId, stage.adminId, 'read');
    expect((await asInstallation.get(`/v1/spaces/${stage.spaceId}`)).status).toBe(200);
    expect((await asInstallation.patch(`/v1/spaces/${stage.spaceId}`, { title: 'Changed' })).status).toBe(403);
    expect((await asInstallation.get(stage.one)).status).toBe(200);
    await service.app.get(MembersService).remove(stage.organizationId, stage.adminId);
    expect((await asInstallation.get(`/v1/spaces/${stage.spaceId}`)).status).toBe(404);
    const own = [await asInstallation.get(stage.one), await asInstallation.patch(stage.one, { externalIds: ['mine'] }), await asInstallation.get(`${stage.one}/spaces`)];
    expect(own.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('gains no scopes by a later version, but loses them', async () => {
    const stage = await makeStage(['space:metadata:read']);
    const publish = (scopes: IntegrationScope[]): Promise<unknown> => publishIntegration(service, { name: stage.name, organizationId: stage.ownerId, visibility: 'public', scopes });
    const asInstallation = await tokenOf(stage);
    await publish(['space:metadata:read', 'space:metadata:write']);
    expect((await asInstallation.patch(`/v1/spaces/${stage.spaceId}`, { title: 'Changed' })).status).toBe(403);
    expect((await asInstallation.get(`/v1/spaces/${stage.spaceId}`)).status).toBe(200);
    await publish(['space:metadata:write']);
    expect((await asInstallation.get(`/v1/spaces/${stage.spaceId}`)).status).toBe(403);
  });
});
