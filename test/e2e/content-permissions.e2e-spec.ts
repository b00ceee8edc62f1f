import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Json } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let organizationId: string;
let client: Client;

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  client = service.as((await service.make.user({ organizationId, role: 'admin' })).token);
});
afterAll(() => service.close());

describe.each(['collection', 'space'] as const)('grants on a %s', (kind) => {
  const make = async (): Promise<string> => `/v1/${kind}s/${(await service.make[kind]({ organizationId })).id}`;

  it('are given, listed, changed and taken away, with effect at once', async () => {
    const path = await make();
    const [guest, other] = [await service.make.user({ organizationId, role: null }), await service.make.user({ organizationId, role: null })];
    const team = await service.make.team({ organizationId, members: { [other.id]: 'member' } });
    const sees = async (token: string): Promise<boolean> => (await service.as(token).get(path)).status === 200;
    expect((await client.post(`${path}/permissions`, { users: [guest.id], teams: [team.id], role: 'read' })).status).toBe(204);
    expect([await sees(guest.token), await sees(other.token)]).toEqual([true, true]);
    const users = (await client.get(`${path}/permissions/users`)).body;
    expect([users.count, users.items.map((item: Json) => [item.permission, item.user.id])]).toEqual([1, [['read', guest.id]]]);
    const teams = (await client.get(`${path}/permissions/teams`)).body;
    expect([teams.count, teams.items.map((item: Json) => [item.permission, item.team.id, item.team.members])]).toEqual([1, [['read', team.id, 1]]]);

    expect((await client.patch(`${path}/permissions/users/${guest.id}`, { role: 'edit' })).status).toBe(204);
    expect((await service.as(guest.token).get(path)).body.permissions).toMatchObject({ view: true });
    expect((await client.get(`${path}/permissions/users`)).body.items[0].permission).toBe('edit');
    expect((await client.delete(`${path}/permissions/teams/${team.id}`)).status).toBe(204);
    expect((await client.delete(`${path}/permissions/teams/${team.id}`)).status).toBe(404);
    expect((await client.patch(`${path}/permissions/users/${guest.id}`, { role: null })).status).toBe(204);
    expect([await sees(guest.token), await sees(other.token)]).toEqual([false, false]);
    expect((await client.patch(`${path}/permissions/users/${guest.id}`, { role: 'read' })).status).toBe(404);
    expect((await client.get(`${path}/permissions/users`)).body).toEqual({ count: 0, items: [] });
  });

  it('go to members and teams of the organization only, all or none of them', async () => {
    const path = await make();
    const [member, stranger] = [await service.make.user({ organizationId }), await service.make.user()];
    const refused = await client.post(`${path}/permissions`, { users: [member.id, stranger.id], teams: ['none'], role: 'edit' });
    expect([refused.status, refused.body.error.details.map((fault: Json) => fault.field)]).toEqual([400, ['users.1', 'teams.0']]);
    expect((await client.get(`${path}/permissions/users`)).body.count).toBe(0);
    for (const body of [{}, { role: 'read' }, { users: [], role: 'read' }, { users: [member.id] }, { users: [member.id], role: 'owner' }]) {
      expect((await client.post(`${path}/permissions`, body)).status).toBe(400);
    }
  });
});

describe('everybody who reaches a space', () => {
  it('is listed with the role that results, and filtered by it', async () => {
    const { id: own } = await service.make.organization();
    const [admin, editor, reader, guest, teamGuest] = await Promise.all((['admin', 'edit', 'read', null, null] as const).map((role) => service.make.user({ organizationId: own, role })));
    if (admin === undefined || editor === undefined || reader === undefined || guest === undefined || teamGuest === undefined) throw new Error('Five users were made.');
    await service.make.user({ organizationId: own, role: null });
    const collection = await service.make.collection({ organizationId: own });
    const space = await service.make.space({ organizationId: own, parentId: collection.id });
    const team = await service.make.team({ organizationId: own, members: { [teamGuest.id]: 'member' } });
    const admins = service.as(admin.token);
    await admins.post(`/v1/collections/${collection.id}/permissions`, { users: [guest.id, reader.id], role: 'comment' });
    await admins.post(`/v1/spaces/${space.id}/permissions`, { teams: [team.id], role: 'review' });
    const listed = async (query = ''): Promise<Record<string, string>> => {
      const items = await admins.all(`/v1/spaces/${space.id}/permissions/aggregate?limit=2${query}`);
      return Object.fromEntries(items.map((item) => [item.user.id, item.permission]));
    };
    expect(await listed()).toEqual({ [admin.id]: 'admin', [editor.id]: 'edit', [reader.id]: 'comment', [guest.id]: 'comment', [teamGuest.id]: 'review' });
    expect(await listed('&role=comment')).toEqual({ [reader.id]: 'comment', [guest.id]: 'comment' });
    await admins.patch(`/v1/collections/${collection.id}`, { defaultLevel: null });
    expect(await listed()).toEqual({ [admin.id]: 'admin', [reader.id]: 'comment', [guest.id]: 'comment', [teamGuest.id]: 'review' });
    for (const [id, role] of Object.entries(await listed())) {
      const user = [admin, editor, reader, guest, teamGuest].find((candidate) => candidate.id === id);
      const { permissions } = (await service.as(user?.token).get(`/v1/spaces/${space.id}`)).body;
      expect([role, permissions.admin, permissions.merge]).toEqual([role, role === 'admin', role === 'admin' || role === 'review']);
    }
  });
});
