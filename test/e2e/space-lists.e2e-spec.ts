import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Role } from '../../src/kernel/permissions/role.js';
import { TreeService } from '../../src/modules/access/tree.service.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import type { Client, Json } from '../support/client.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  admin: Client;
  adminId: string;
  member(role: Role | null): Promise<{ user: TestUser; client: Client }>;
}

async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const member = async (role: Role | null): Promise<{ user: TestUser; client: Client }> => {
    const user = await service.make.user({ organizationId, role });
    return { user, client: service.as(user.token) };
  };
  const { user, client } = await member('admin');
  return { organizationId, admin: client, adminId: user.id, member };
}

const ids = (items: Json[]): string[] => items.map((item) => item.id ?? item.space.id);

async function trash(spaceId: string): Promise<void> {
  await service.make.db.query('UPDATE spaces SET deleted_at = now() WHERE id = $1', [spaceId]);
  await service.make.db.query('UPDATE targets SET trashed = true WHERE id = $1', [spaceId]);
}

async function close(spaceId: string): Promise<void> {
  await service.app.get(TreeService).setLevel(spaceId, null);
}

it('tell the organization\'s default role as soon as it is another', async () => {
  const { organizationId, admin } = await makeStage();
  await service.make.space({ organizationId });
  const levels: unknown[] = [];
  for (const defaultRole of ['comment', 'review', null]) {
    expect((await admin.patch(`/v1/orgs/${organizationId}`, { defaultRole })).status).toBe(200);
    levels.push((await admin.get(`/v1/orgs/${organizationId}/spaces`)).body.items[0].defaultLevel);
  }
  expect(levels).toEqual(['comment', 'review', undefined]);
});

describe('the spaces of a collection', () => {
  it('are its direct children in order, cut to what the caller sees, without trashed ones', async () => {
    const { organizationId, admin, member } = await makeStage();
    const { id } = await service.make.collection({ organizationId });
    const inner = await service.make.collection({ organizationId, parentId: id });
    const made: string[] = [];
    for (let index = 0; index < 8; index += 1) made.push((await service.make.space({ organizationId, parentId: id, title: String(index) })).id);
    await service.make.space({ organizationId, parentId: inner.id });
    await service.make.space({ organizationId });
    const [reader, guest] = [await member('read'), await member(null)];
    for (const index of [1, 5]) await trash(made[index] ?? '');
    for (const index of [2, 3]) await close(made[index] ?? '');
    await service.make.grant(made[3] ?? '', reader.user.id, 'edit');
    const path = `/v1/collections/${id}/spaces`;
    const expected = [0, 2, 3, 4, 6, 7].map((index) => made[index]);
    expect(ids(await admin.all(`${path}?limit=5`))).toEqual(expected);
    expect((await admin.get(`${path}?limit=5`)).body).toMatchObject({ count: 6, next: { page: expect.any(String) } });
    expect(ids(await reader.client.all(`${path}?limit=2`))).toEqual(expected.filter((space) => space !== made[2]));
    const seen = await reader.client.get(path);
    expect(seen.body).toMatchObject({ count: 5 });
    expect(seen.body.items[0]).toMatchObject({ object: 'space', id: made[0], title: '0', organization: organizationId, parent: id, visibility: 'in-collection', defaultLevel: 'read', permissions: { view: true, edit: false } });
    expect(seen.body.items[1]).toMatchObject({ id: made[3], permissions: { edit: true, admin: false } });
    expect(seen.body.items[1].defaultLevel).toBeUndefined();

    expect((await guest.client.get(path)).status).toBe(404);
    await service.make.grantOnCollection(id, guest.user.id, 'read');
    expect((await guest.client.get(`${path}?limit=1`)).body.count).toBe(6);
    for (const query of ['limit=0', 'page=x']) expect((await admin.get(`${path}?${query}`)).status).toBe(400);
    expect((await admin.get(`/v1/collections/${newId()}/spaces`)).status).toBe(404);
    expect((await admin.get(`/v1/collections/${made[0] ?? ''}/spaces`)).status).toBe(404);
  });
});

describe('the spaces of a member', () => {
  it('are those that both see, newest first, with the role of the member', async () => {
    const { organizationId, admin, adminId, member } = await makeStage();
    const { id: parentId } = await service.make.collection({ organizationId });
    const made: string[] = [];
    for (let index = 0; index < 6; index += 1) made.push((await service.make.space({ organizationId, ...(index % 2 === 0 ? { parentId } : {}) })).id);
    const [one = '', two = '', three = '', four = '', five = '', six = ''] = made;
    const [reader, editor, guest] = [await member('read'), await member('edit'), await member(null)];
    await close(two);
    await close(three);
    await trash(six);
    await service.make.grant(two, editor.user.id, 'review');
    await service.make.grant(three, reader.user.id, 'comment');
    await service.make.grant(three, editor.user.id, 'comment');
    await service.make.grant(five, guest.user.id, 'read');
    await service.make.grant(two, guest.user.id, 'admin');
    const spaces = async (client: Client, { id }: { id: string }, query = ''): Promise<[string, Role][]> =>
      (await client.all(`/v1/orgs/${organizationId}/members/${id}/spaces?limit=2${query}`)).map(({ space, permission }) => [space.id, permission]);

    expect(await spaces(admin, editor.user)).toEqual([[five, 'edit'], [four, 'edit'], [three, 'comment'], [two, 'review'], [one, 'edit']]);
    expect(await spaces(admin, editor.user, '&order=desc')).toEqual(await spaces(admin, editor.user));
    expect(await spaces(admin, editor.user, '&order=asc')).toEqual((await spaces(admin, editor.user)).reverse());
    expect(await spaces(editor.client, editor.user)).toEqual(await spaces(admin, editor.user));
    expect(await spaces(reader.client, editor.user)).toEqual([[five, 'edit'], [four, 'edit'], [three, 'comment'], [one, 'edit']]);
    expect(await spaces(reader.client, guest.user)).toEqual([[five, 'read']]);
    expect(await spaces(editor.client, guest.user)).toEqual([[five, 'read'], [two, 'admin']]);
    expect(await spaces(guest.client, guest.user)).toEqual([[five, 'read'], [two, 'admin']]);
    expect(await spaces(reader.client, { id: adminId })).toEqual([[five, 'admin'], [four, 'admin'], [three, 'admin'], [one, 'admin']]);
    const answer = await reader.client.get(`/v1/orgs/${organizationId}/members/${editor.user.id}/spaces?limit=1`);
    expect(answer.body).toMatchObject({ count: 4, next: { page: expect.any(String) }, items: [{ permission: 'edit', space: { object: 'space', id: five, permissions: { view: true, edit: false } } }] });
  });

  it('are none for a disabled member; whoever is no member has no such list', async () => {
    const { organizationId, admin, member } = await makeStage();
    await service.make.space({ organizationId });
    const [reader, guest] = [await member('read'), await member(null)];
    const path = (userId: string): string => `/v1/orgs/${organizationId}/members/${userId}/spaces`;
    await service.app.get(MembersService).setDisabled(organizationId, reader.user.id, true);
    expect((await admin.get(path(reader.user.id))).body).toEqual({ count: 0, items: [] });
    expect((await reader.client.get(path(reader.user.id))).status).toBe(404);
    expect((await admin.get(path(newId()))).status).toBe(404);
    expect((await admin.get(path('no%20id'))).status).toBe(404);
    const stranger = await service.make.user();
    expect((await admin.get(path(stranger.id))).status).toBe(404);
    expect((await service.as(stranger.token).get(path(stranger.id))).status).toBe(404);
    expect(await guest.client.get(path(reader.user.id))).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"listMembers"') } } });
    for (const query of ['order=down', 'order=DESC', 'order=asc&order=desc', 'limit=x', 'page=x']) expect((await admin.get(`${path(guest.user.id)}?${query}`)).status).toBe(400);
  });

  it('are counted in the member, whoever asks', async () => {
    const { organizationId, admin, member } = await makeStage();
    const { id: parentId } = await service.make.collection({ organizationId });
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.push((await service.make.space({ organizationId, parentId })).id);
    await close(made[0] ?? '');
    await trash(made[1] ?? '');
    const [reader, granted, guest, teammate] = [await member('read'), await member('read'), await member(null), await member(null)];
    await service.make.grant(made[0] ?? '', granted.user.id, 'read');
    await service.make.grant(made[2] ?? '', granted.user.id, 'edit');
    const team = await service.make.team({ organizationId, members: { [teammate.user.id]: 'member' } });
    await service.make.grantToTeam(made[3] ?? '', team.id, 'read');
    const members = await reader.client.all(`/v1/orgs/${organizationId}/members?limit=2`);
    const counts = Object.fromEntries(members.map(({ id, spaces }) => [id, spaces]));
    for (const [{ user }, count] of [[reader, 3], [granted, 4], [guest, 0], [teammate, 1]] as const) {
      expect(counts[user.id]).toBe(count);
      expect((await admin.get(`/v1/orgs/${organizationId}/members/${user.id}/spaces?limit=1`)).body.count).toBe(count);
      expect((await admin.get(`/v1/orgs/${organizationId}/members/${user.id}`)).body.spaces).toBe(count);
    }
  });
});
