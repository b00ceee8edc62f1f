import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Json } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

/** An organization made over HTTP, with invite links switched on. */
async function makeOrganization(): Promise<{ client: Client; path: string; id: string }> {
  const client = service.as((await service.make.user()).token);
  const made = await client.post('/v1/orgs', { title: 'Acme' });
  expect([made.status, made.headers.get('location'), made.body.permissions.admin]).toEqual([201, made.body.urls.location, true]);
  const path = `/v1/orgs/${String(made.body.id)}`;
  expect((await client.patch(path, { inviteLinks: true })).status).toBe(200);
  return { client, path, id: String(made.body.id) };
}

describe('an organization', () => {
  it('begins with whoever makes it as its admin, and nothing else', async () => {
    const { client, path } = await makeOrganization();
    expect((await client.get(`${path}/members`)).body).toMatchObject({ count: 1, items: [{ role: 'admin' }] });
    expect((await client.get(`${path}/spaces`)).body).toEqual({ count: 0, items: [] });
    expect((await client.post('/v1/orgs', { title: 'A' })).status).toBe(400);
  });
});

describe('invitations by e-mail', () => {
  it('make users and members, once each, and leave members as they are', async () => {
    const { client, path, id } = await makeOrganization();
    const known = await service.make.user();
    const member = await service.make.user({ organizationId: id, role: 'edit' });
    const fresh = `New.${id}@example.com`;
    const body = { emails: [fresh, known.email.toUpperCase(), { email: member.email, role: 'admin' }, { email: `guest.${id}@example.com`, role: null }], role: 'comment', sso: true };
    const invited = await client.post(`${path}/invites`, body);
    expect([invited.status, invited.body.invited, invited.body.users.slice(1, 3)]).toEqual([200, 3, [known.id, member.id]]);
    const roles = Object.fromEntries((await client.all(`${path}/members`)).map((item: Json) => [item.user.email, [item.role, item.sso]]));
    expect(roles).toMatchObject({ [fresh]: ['comment', true], [known.email]: ['comment', true], [member.email]: ['edit', true], [`guest.${id}@example.com`]: [null, true] });
    expect((await client.post(`${path}/invites`, body)).body).toEqual({ ...invited.body, invited: 0 });
  });

  it.each([
    [{}, 'emails'],
    [{ emails: [] }, 'emails'],
    [{ emails: ['nobody'] }, 'emails.0'],
    [{ emails: ['a@example.com', { email: 'b@example.com' }] }, 'emails.1.role'],
    [{ emails: ['a@example.com', { email: 'x', role: 'read' }] }, 'emails.1.email'],
    [{ emails: ['a@example.com'], role: 'owner' }, 'role'],
    [{ emails: Array.from({ length: 101 }, (_, index) => `u${String(index)}@example.com`) }, 'emails'],
  ])('of %j are refused, and nobody comes in', async (body, field) => {
    const { client, path } = await makeOrganization();
    const refused = await client.post(`${path}/invites`, body);
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, field]);
    expect((await client.get(`${path}/members`)).body.count).toBe(1);
  });
});

describe('invitations by link', () => {
  it('to the organization let whoever has them in, and raise a lower role', async () => {
    const { client, path, id } = await makeOrganization();
    const made = await client.post(`${path}/link-invites`, { role: 'edit' });
    expect([made.status, made.headers.get('location'), made.body]).toMatchObject([201, made.body.urls.location, { object: 'invite', role: 'edit', redundant: true }]);
    const [outsider, reader, admin] = [await service.make.user(), await service.make.user({ organizationId: id, role: 'read' }), await service.make.user({ organizationId: id, role: 'admin' })];
    expect((await service.as(outsider.token).get(`${path}/link-invites/${String(made.body.id)}`)).body).toMatchObject({ role: 'edit', redundant: false });
    for (const { token } of [outsider, reader, admin]) {
      expect((await service.as(token).post(`${path}/invites/${String(made.body.id)}`)).body.redundant).toBe(true);
    }
    const roles = Object.fromEntries((await client.all(`${path}/members`)).map((item: Json) => [item.id, item.role]));
    expect([roles[outsider.id], roles[reader.id], roles[admin.id]]).toEqual(['edit', 'edit', 'admin']);
    expect((await client.delete(`${path}/link-invites/${String(made.body.id)}`)).status).toBe(205);
    expect((await service.as(outsider.token).post(`${path}/invites/${String(made.body.id)}`)).status).toBe(404);
  });

  it('to a collection or a space make guests who reach just that', async () => {
    const { client, path, id } = await makeOrganization();
    const collection = await service.make.collection({ organizationId: id });
    const [inside, outside] = [await service.make.space({ organizationId: id, parentId: collection.id }), await service.make.space({ organizationId: id })];
    const made = await client.post(`${path}/link-invites`, { level: 'comment', collection: collection.id });
    expect(made.body).toMatchObject({ level: 'comment', collection: { id: collection.id } });
    const toSpace = await client.post(`${path}/link-invites`, { level: 'read', space: inside.id });
    expect(toSpace.body).toMatchObject({ level: 'read', space: { id: inside.id } });
    const guest = service.as((await service.make.user()).token);
    expect((await guest.post(`${path}/invites/${String(made.body.id)}`)).body).toMatchObject({ redundant: true });
    expect((await guest.get(`${path}/link-invites/${String(toSpace.body.id)}`)).body.redundant).toBe(true);
    expect((await guest.get(`/v1/spaces/${inside.id}`)).body.permissions).toMatchObject({ comment: true, edit: false });
    expect((await guest.get(`/v1/spaces/${outside.id}`)).status).toBe(404);
  });

  it('are listed in pages and changed', async () => {
    const { client, path } = await makeOrganization();
    const made: string[] = [];
    for (const role of ['read', 'edit', null]) made.push(String((await client.post(`${path}/link-invites`, { role })).body.id));
    expect((await client.all(`${path}/link-invites?limit=2`)).map((invite) => invite.id)).toEqual([...made].reverse());
    const changed = await client.patch(`${path}/link-invites/${made[0] ?? ''}`, { role: 'review' });
    expect([changed.status, changed.body.role]).toEqual([200, 'review']);
    expect((await client.patch(`${path}/link-invites/${made[0] ?? ''}`, { level: 'read' })).status).toBe(400);
  });

  it('are refused while they are switched off, and when the body does not tell one thing', async () => {
    const { client, path, id } = await makeOrganization();
    const { id: space } = await service.make.space({ organizationId: id });
    const { id: foreign } = await service.make.space();
    for (const body of [{}, { level: 'read' }, { space }, { role: 'read', space, level: 'read' }, { level: 'read', space: foreign }, { level: 'read', space: 'none' }, { level: 'read', collection: space }]) {
      expect([body, (await client.post(`${path}/link-invites`, body)).status]).toEqual([body, 400]);
    }
    const invite = String((await client.post(`${path}/link-invites`, { role: 'read' })).body.id);
    await client.patch(path, { inviteLinks: false });
    expect((await client.post(`${path}/link-invites`, { role: 'read' })).status).toBe(412);
    expect((await service.as((await service.make.user()).token).post(`${path}/invites/${invite}`)).status).toBe(412);
  });
});
