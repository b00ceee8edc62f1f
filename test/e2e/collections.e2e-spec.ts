import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { type Role, ROLES } from '../../src/kernel/permissions/role.js';
import type { Client, Json } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { treeFaults } from '../support/tree-faults.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  collections: string;
  admin: Client;
  /** Clients of new members with the role; null: guests. */
  member(role: Role | null): Promise<Client & { userId: string }>;
}

async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const member = async (role: Role | null): Promise<Client & { userId: string }> => {
    const user = await service.make.user({ organizationId, role });
    return Object.assign(service.as(user.token), { userId: user.id });
  };
  return { organizationId, collections: `/v1/orgs/${organizationId}/collections`, admin: await member('admin'), member };
}

const at = (id: unknown): string => `/v1/collections/${String(id)}`;
const ids = (items: Json[]): string[] => items.map((item) => item.id);

describe('creating a collection', () => {
  it('answers it with its address; all of the body may be left out', async () => {
    const { organizationId, collections, member } = await makeStage();
    const creator = await member('create');
    const made = await creator.post(collections);
    const { id } = made.body;
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`${service.url}${at(id)}`);
    expect(made.body).toEqual({
      object: 'collection',
      id,
      title: 'Untitled collection',
      organization: organizationId,
      defaultLevel: 'read',
      urls: { location: `${service.url}${at(id)}`, app: `${service.config.appUrl}/o/${organizationId}/c/${String(id)}` },
      permissions: { view: true, admin: false, viewInviteLinks: false, create: true },
    });
    expect((await creator.get(at(id))).body).toEqual(made.body);

    const inside = await creator.post(collections, { title: '😀'.repeat(50), parent: id });
    expect(inside.body).toMatchObject({ title: '😀'.repeat(50), parent: id });
    expect((await creator.post(collections, {})).status).toBe(201);
    expect((await creator.post(collections, undefined, { headers: { 'content-type': 'application/json' } })).status).toBe(201);
    expect(ids(await creator.all(`${collections}?limit=1&nested=false`))).toEqual(expect.arrayContaining([id]));
  });

  it('refuses bad bodies', async () => {
    const { collections, admin } = await makeStage();
    const bodies = [{ title: 'x'.repeat(51) }, { title: null }, { title: 1 }, { title: 'a\0b' }, { title: 'a\ud800' }, { parent: null }, { parent: 1 }, { parent: '' }, { description: 'x' }, { defaultLevel: 'read' }, []];
    for (const body of bodies) expect(await admin.post(collections, body)).toMatchObject({ status: 400, body: { error: { code: 400 } } });
    expect((await admin.get(collections)).body.count).toBe(0);
  });

  it('takes as parent a visible collection of the organization, where the caller may create', async () => {
    const { organizationId, collections, admin, member } = await makeStage();
    const [hidden, open] = [await service.make.collection({ organizationId }), await service.make.collection({ organizationId })];
    await admin.patch(at(hidden.id), { defaultLevel: null });
    const foreign = await service.make.collection();
    const space = await service.make.space({ organizationId });
    const [reader, creator, guest] = [await member('read'), await member('create'), await member(null)];
    for (const parent of [newId(), 'no such thing', foreign.id, space.id, hidden.id]) {
      expect(await creator.post(collections, { parent })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'parent' }] } } });
    }
    expect(await reader.post(collections, { parent: open.id })).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"create"') } } });
    expect(await reader.post(collections)).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"createContent"') } } });
    expect((await guest.post(collections)).status).toBe(403);
    await service.make.grantOnCollection(hidden.id, guest.userId, 'create');
    expect(await guest.post(collections, { parent: hidden.id })).toMatchObject({ status: 201, body: { parent: hidden.id, defaultLevel: null, permissions: { create: true, admin: false } } });
    const stranger = service.as((await service.make.user()).token);
    expect((await stranger.post(collections)).status).toBe(404);
    expect((await stranger.post(`/v1/orgs/${newId()}/collections`)).status).toBe(404);
  });
});

describe('reading a collection', () => {
  it('is open to whoever sees it, with the permissions of the caller', async () => {
    const { organizationId, member } = await makeStage();
    const { id } = await service.make.collection({ organizationId });
    for (const role of ROLES) {
      const { status, body } = await (await member(role)).get(at(id));
      const admin = role === 'admin';
      expect({ status, permissions: body.permissions }).toEqual({ status: 200, permissions: { view: true, admin, viewInviteLinks: admin, create: admin || role === 'create' } });
    }
    const guest = await member(null);
    expect((await guest.get(at(id))).status).toBe(404);
    await service.make.grantOnCollection(id, guest.userId, 'comment');
    expect((await guest.get(at(id))).body.permissions).toEqual({ view: true, admin: false, viewInviteLinks: false, create: false });
    const stranger = service.as((await service.make.user()).token);
    for (const path of [at(id), at(newId()), at('no%20id'), at((await service.make.space({ organizationId })).id)]) expect((await stranger.get(path)).status).toBe(404);
  });
});

describe('changing a collection', () => {
  it('changes what was sent and nothing else; the same again changes nothing', async () => {
    const { organizationId, admin } = await makeStage();
    const { id } = await service.make.collection({ organizationId, title: 'Old' });
    const updatedAt = async (): Promise<Json> => (await service.make.db.query('SELECT updated_at FROM collections WHERE id = $1', [id]))[0];
    const made = await updatedAt();
    for (const body of [undefined, {}, { title: 'Old' }, { defaultLevel: 'inherit' }]) expect(await admin.patch(at(id), body)).toMatchObject({ status: 200, body: { title: 'Old' } });
    expect(await updatedAt()).toEqual(made);

    const changed = await admin.patch(at(id), { description: 'd'.repeat(100) });
    expect(changed.body).toMatchObject({ title: 'Old', description: 'd'.repeat(100), defaultLevel: 'read' });
    expect(await updatedAt()).not.toEqual(made);
    expect((await admin.patch(at(id), { title: 'New', description: '', defaultLevel: 'edit' })).body).toMatchObject({ title: 'New', description: '', defaultLevel: 'edit' });
    expect((await admin.get(at(id))).body).toMatchObject({ title: 'New', description: '', defaultLevel: 'edit' });
  });

  it('refuses bad bodies', async () => {
    const { organizationId, admin } = await makeStage();
    const { id } = await service.make.collection({ organizationId });
    const before = (await admin.get(at(id))).body;
    const bodies = [{ title: null }, { title: 'x'.repeat(51) }, { description: null }, { description: 'x'.repeat(101) }, { defaultLevel: 'guest' }, { defaultLevel: 'owner' }, { defaultLevel: 1 }, { parent: null }, { title: 'x', other: 1 }];
    for (const body of bodies) expect((await admin.patch(at(id), body)).status).toBe(400);
    expect((await admin.get(at(id))).body).toEqual(before);
  });

  it('needs admin on it', async () => {
    const { organizationId, member } = await makeStage();
    const { id } = await service.make.collection({ organizationId });
    const [creator, guest] = [await member('create'), await member(null)];
    expect(await creator.patch(at(id), { title: 'x' })).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"admin"') } } });
    expect((await creator.delete(at(id))).status).toBe(403);
    expect((await guest.patch(at(id), { title: 'x' })).status).toBe(404);
    expect((await guest.delete(at(id))).status).toBe(404);
    await service.make.grantOnCollection(id, guest.userId, 'admin');
    expect((await guest.patch(at(id), { title: 'x', defaultLevel: null })).status).toBe(200);
    expect((await creator.get(at(id))).status).toBe(404);
    expect((await guest.patch(at(id), { defaultLevel: 'inherit' })).status).toBe(200);
    expect((await guest.delete(at(id))).status).toBe(205);
  });
});

describe('the default level', () => {
  it('tells what it resolves to, and decides for everything inside that has none of its own', async () => {
    const { organizationId, admin, member } = await makeStage();
    const outer = await service.make.collection({ organizationId });
    const inner = await service.make.collection({ organizationId, parentId: outer.id });
    const space = await service.make.space({ organizationId, parentId: inner.id });
    const [reader, creator] = [await member('read'), await member('create')];
    const levels = async (): Promise<unknown[]> => [(await admin.get(at(outer.id))).body.defaultLevel, (await admin.get(at(inner.id))).body.defaultLevel, (await admin.get(`${at(inner.id)}/spaces`)).body.items[0]?.defaultLevel];
    expect(await levels()).toEqual(['read', 'read', 'read']);

    await admin.patch(`/v1/orgs/${organizationId}`, { defaultRole: 'comment' });
    expect(await levels()).toEqual(['comment', 'comment', 'comment']);

    await admin.patch(at(outer.id), { defaultLevel: 'review' });
    expect(await levels()).toEqual(['review', 'review', 'review']);
    expect((await creator.get(at(inner.id))).body.permissions.create).toBe(false);
    expect((await reader.get(`${at(inner.id)}/spaces`)).body.items[0].permissions).toMatchObject({ view: true, edit: true, review: true, admin: false });

    await admin.patch(at(inner.id), { defaultLevel: null });
    expect(await levels()).toEqual(['review', null, undefined]);
    for (const path of [at(inner.id), `${at(inner.id)}/spaces`, `/v1/spaces/${space.id}/content/pages`]) expect((await reader.get(path)).status).toBe(404);

    await admin.patch(at(inner.id), { defaultLevel: 'inherit' });
    await admin.patch(at(outer.id), { defaultLevel: 'inherit' });
    expect(await levels()).toEqual(['comment', 'comment', 'comment']);

    await admin.patch(`/v1/orgs/${organizationId}`, { defaultRole: null });
    expect(await levels()).toEqual([null, null, undefined]);
  });
});

describe('deleting a collection', () => {
  it('lifts what is in it into its place, and nobody gains or loses anything', async () => {
    const { organizationId, collections, admin, member } = await makeStage();
    const titles = async (): Promise<string[]> => (await admin.all(`${collections}?nested=false`)).map(({ title }) => String(title));
    await service.make.collection({ organizationId, title: 'before' });
    const gone = await service.make.collection({ organizationId, title: 'gone' });
    await service.make.collection({ organizationId, title: 'after' });
    const [one, two] = [await service.make.collection({ organizationId, title: 'one', parentId: gone.id }), await service.make.collection({ organizationId, title: 'two', parentId: gone.id })];
    const space = await service.make.space({ organizationId, parentId: gone.id });
    const [reader, guest, granted] = [await member('read'), await member(null), await member(null)];
    await service.make.grantOnCollection(gone.id, granted.userId, 'comment');
    await service.make.grantOnCollection(one.id, granted.userId, 'read');
    await service.make.grantOnCollection(two.id, granted.userId, 'edit');
    await admin.patch(at(gone.id), { defaultLevel: null });
    await admin.patch(at(two.id), { defaultLevel: 'read' });

    const deleted = await admin.delete(at(gone.id));
    expect(deleted).toMatchObject({ status: 205, body: undefined });
    expect(deleted.headers.get('content-length')).toBe('0');
    expect((await admin.get(at(gone.id))).status).toBe(404);
    expect((await admin.delete(at(gone.id))).status).toBe(404);
    expect(await titles()).toEqual(['before', 'one', 'two', 'after']);
    expect((await admin.get(at(one.id))).body).toMatchObject({ defaultLevel: null });
    expect((await admin.get(at(one.id))).body.parent).toBeUndefined();
    expect((await admin.get(at(two.id))).body.defaultLevel).toBe('read');
    expect((await reader.get(at(one.id))).status).toBe(404);
    expect((await reader.get(at(two.id))).status).toBe(200);
    expect((await guest.get(at(two.id))).status).toBe(404);
    expect((await granted.get(`/v1/spaces/${space.id}/content/pages`)).status).toBe(200);
    const roles = await service.make.db.query('SELECT target_id, role FROM grants WHERE user_id = $1', [granted.userId]);
    expect(Object.fromEntries(roles.map(({ target_id, role }) => [target_id, role]))).toEqual({ [one.id]: 'comment', [two.id]: 'edit', [space.id]: 'comment' });
    expect(await treeFaults(service.make.db)).toEqual([]);
  });
});

describe('the list of collections', () => {
  it('is in order and cut to what the caller sees, with the exact count on every page', async () => {
    const { organizationId, collections, admin, member } = await makeStage();
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) made.push((await service.make.collection({ organizationId, title: String(index) })).id);
    const nested = (await service.make.collection({ organizationId, parentId: made[1], title: 'nested' })).id;
    for (const id of [made[1], made[4]]) await admin.patch(at(id), { defaultLevel: null });
    const [reader, guest] = [await member('read'), await member(null)];
    const visible = [made[0], made[2], made[3], made[5], made[6]];

    expect(ids(await reader.all(`${collections}?limit=2`))).toEqual(visible);
    expect(ids(await reader.all(`${collections}?nested=false&limit=3`))).toEqual(visible);
    expect(ids(await admin.all(`${collections}?nested=false&limit=3`))).toEqual(made);
    expect(ids(await admin.all(collections)).sort()).toEqual([...made, nested].sort());
    expect((await reader.get(`${collections}?limit=1`)).body).toMatchObject({ count: 5, next: { page: expect.any(String) } });
    expect((await guest.get(collections)).body).toEqual({ count: 0, items: [] });
    await service.make.grantOnCollection(made[1] ?? '', guest.userId, 'read');
    expect((await guest.get(`${collections}?nested=false`)).body).toMatchObject({ count: 1, items: [{ id: made[1] }] });
    expect(ids((await guest.get(collections)).body.items).sort()).toEqual([made[1] ?? '', nested].sort());
  });

  it('goes on where it was when collections come and go, the one under the cursor too', async () => {
    const { organizationId, collections, admin } = await makeStage();
    const made: string[] = [];
    for (let index = 0; index < 10; index += 1) made.push((await service.make.collection({ organizationId })).id);
    const first = await admin.get(`${collections}?limit=5`);
    for (const id of made.slice(1, 5)) await admin.delete(at(id));
    const rest = await admin.get(`${collections}?limit=5&page=${String(first.body.next.page)}`);
    expect(ids(rest.body.items)).toEqual(made.slice(5));
    expect(rest.body).toMatchObject({ count: 6 });
    expect(rest.body.next).toBeUndefined();
    expect((await admin.get(`${collections}?limit=5`)).body).toMatchObject({ count: 6, next: { page: expect.any(String) } });
  });

  it('refuses bad queries, and cursors of other lists', async () => {
    const { organizationId, collections, admin } = await makeStage();
    await service.make.collection({ organizationId });
    await service.make.collection({ organizationId });
    const { page } = (await admin.get(`${collections}?limit=1`)).body.next;
    for (const query of ['nested=yes', 'nested=TRUE', 'nested=', 'nested=true&nested=true', 'limit=0', 'limit=1001', 'page=x', 'page=', `nested=false&page=${String(page)}`]) {
      expect((await admin.get(`${collections}?${query}`)).status).toBe(400);
    }
    const other = await makeStage();
    expect((await other.admin.get(`${other.collections}?page=${String(page)}`)).status).toBe(400);
    expect((await other.admin.get(collections)).status).toBe(404);
  });
});
