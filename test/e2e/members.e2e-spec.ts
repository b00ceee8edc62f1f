import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { UsersService } from '../../src/modules/identity/users.service.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import type { Client, Json } from '../support/client.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let organizationId: string;
let admin: TestUser;
let client: Client;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());
beforeEach(async () => {
  organizationId = (await service.make.organization()).id;
  admin = await service.make.user({ organizationId, role: 'admin' });
  client = service.as(admin.token);
});

const members = (): MembersService => service.app.get(MembersService);
const path = (rest = ''): string => `/v1/orgs/${organizationId}/members${rest}`;

/** A member with a name and an address, without a token. */
async function join(displayName: string, role: Role | null = 'read', email = `${newId()}@example.com`): Promise<string> {
  const { id } = await service.app.get(UsersService).ensure(email, displayName);
  await members().join(organizationId, id, role);
  return id;
}

async function joinedAt(userId: string, time: string): Promise<void> {
  await service.make.db.query('UPDATE members SET joined_at = $2 WHERE user_id = $1', [userId, time]);
}

async function seenAt(userId: string, time: string | null): Promise<void> {
  await service.make.db.query('UPDATE members SET last_seen_at = $2 WHERE user_id = $1', [userId, time]);
}

const ids = (items: readonly Json[]): string[] => items.map(({ id }) => id);

describe('a member', () => {
  it('is shown with the user, the counts of spaces and teams, and no time before the first visit', async () => {
    const userId = await join('Zoë Äpfel', null, 'Zoe@Example.com');
    const { status, body } = await client.get(path(`/${userId}`));
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'member',
      id: userId,
      role: null,
      user: { object: 'user', id: userId, displayName: 'Zoë Äpfel', email: 'Zoe@Example.com', urls: { location: `${service.url}/v1/users/${userId}` } },
      disabled: false,
      joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      sso: false,
      spaces: 0,
      teams: 0,
    });
  });

  it('is found by members of the organization only, from read on', async () => {
    const userId = await join('Anybody');
    const [reader, guest, stranger] = await Promise.all([
      service.make.user({ organizationId, role: 'read' }),
      service.make.user({ organizationId, role: null }),
      service.make.user(),
    ]);
    for (const at of [path(), path(`/${userId}`)]) {
      expect((await service.as(reader.token).get(at)).status).toBe(200);
      expect(await service.as(guest.token).get(at)).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"listMembers"') } } });
      expect((await service.as(stranger.token).get(at)).status).toBe(404);
      expect((await service.as().get(at)).status).toBe(401);
    }
    for (const unknown of [newId(), stranger.id, 'a b', '%00', 'x'.repeat(300)]) expect([400, 404]).toContain((await client.get(path(`/${unknown}`))).status);
    expect((await client.get(`/v1/orgs/${newId()}/members`)).status).toBe(404);
  });

  it('that is disabled sees nothing, but stays in the list', async () => {
    const reader = await service.make.user({ organizationId, role: 'read' });
    await members().setDisabled(organizationId, reader.id, true);
    expect((await service.as(reader.token).get(path())).status).toBe(404);
    const list = await client.get(path());
    expect(list.body.count).toBe(2);
    expect(list.body.items.find(({ id }: Json) => id === reader.id)).toMatchObject({ disabled: true, role: 'read' });
    await members().setDisabled(organizationId, reader.id, false);
    expect((await service.as(reader.token).get(path())).status).toBe(200);
  });
});

describe('the list of members', () => {
  it('is ordered by when they joined, newest first, and pages without loss', async () => {
    const joined = [admin.id];
    for (let index = 0; index < 6; index += 1) joined.push(await join(`Member ${String(index)}`));
    // Two at one moment: the id decides.
    for (const [index, userId] of joined.entries()) await joinedAt(userId, `2024-01-0${String(1 + Math.floor(index / 2))}T00:00:00Z`);
    const newest = (await client.get(path())).body;
    expect(newest.count).toBe(7);
    expect(newest.next).toBeUndefined();
    const ascending = joined.map((id, index) => ({ id, day: Math.floor(index / 2) })).sort((one, other) => one.day - other.day || (one.id < other.id ? -1 : 1));
    expect(ids(newest.items)).toEqual(ascending.map(({ id }) => id).reverse());
    expect(ids(await client.all(path('?limit=2&order=asc')))).toEqual(ascending.map(({ id }) => id));
    expect(ids(await client.all(path('?limit=3')))).toEqual(ids(newest.items));
  });

  it('has pages that survive changes, and belong to their filters', async () => {
    for (let index = 0; index < 4; index += 1) await join(`Member ${String(index)}`);
    const first = (await client.get(path('?limit=2&order=asc'))).body;
    await members().remove(organizationId, first.items[1].id);
    const added = await join('Later');
    const second = (await client.get(path(`?limit=50&order=asc&page=${first.next.page}`))).body;
    expect(second.count).toBe(5);
    expect(ids(second.items)).toHaveLength(4);
    expect(ids(second.items)).toContain(added);
    for (const other of ['?order=desc', '?sort=lastSeenAt', '?search=a', '?role=read']) {
      expect((await client.get(path(`${other}&order=asc&page=${first.next.page}`.replace('order=desc&order=asc', 'order=desc')))).status).toBe(400);
    }
    expect((await client.get(path('?page=nonsense'))).status).toBe(400);
    for (const limit of ['0', '1001', 'ten', '']) expect((await client.get(path(`?limit=${limit}`))).status).toBe(400);
  });

  it('sorts by the last visit those who were seen, with their count', async () => {
    const [one, two, never] = [await join('One'), await join('Two', null), await join('Never')];
    await seenAt(one, '2024-01-02T00:00:00Z');
    await seenAt(two, '2024-01-01T00:00:00Z');
    const seen = (await client.get(path('?sort=lastSeenAt'))).body;
    expect(seen).toMatchObject({ count: 2, items: [{ id: one, lastSeenAt: '2024-01-02T00:00:00.000Z' }, { id: two }] });
    expect(ids(seen.items)).not.toContain(never);
    expect(ids((await client.get(path('?sort=lastSeenAt&order=asc'))).body.items)).toEqual([two, one]);
    expect((await client.get(path('?sort=lastSeenAt&role=guest'))).body).toMatchObject({ count: 1, items: [{ id: two }] });
    expect((await client.get(path('?sort=lastSeenAt&search=one'))).body).toMatchObject({ count: 1, items: [{ id: one }] });
    expect(ids(await client.all(path('?sort=lastSeenAt&limit=1')))).toEqual([one, two]);
    // The count follows roles, visits and departures.
    await members().setRole(organizationId, two, 'edit');
    await seenAt(one, null);
    expect((await client.get(path('?sort=lastSeenAt&role=guest'))).body.count).toBe(0);
    expect((await client.get(path('?sort=lastSeenAt&role=edit'))).body.count).toBe(1);
    await members().remove(organizationId, two);
    expect((await client.get(path('?sort=lastSeenAt'))).body).toMatchObject({ count: 0, items: [] });
    expect((await client.get(path('?sort=name'))).status).toBe(400);
  });

  it('filters by role, guests included, with the exact count', async () => {
    for (const role of [...ROLES, null]) await join(`A ${role ?? 'guest'}`, role);
    for (const role of [...ROLES, 'guest']) {
      const { body } = await client.get(path(`?role=${role}`));
      expect(body.count).toBe(role === 'admin' ? 2 : 1);
      for (const item of body.items) expect(item.role).toBe(role === 'guest' ? null : role);
    }
    expect((await client.get(path())).body.count).toBe(ROLES.length + 2);
    for (const role of ['owner', 'null', '']) expect((await client.get(path(`?role=${role}`))).status).toBe(400);
  });

  it('searches names and addresses literally, without case and accents', async () => {
    const resume = await join('Résumé für Müller', 'read', 'first@corp.example');
    const percent = await join(`100%_sure "quoted" o'Brien \\ back`, 'edit', 'second@corp.example');
    const cjk = await join('山田 太郎', null, 'third@corp.example');
    const found = async (search: string): Promise<string[]> => {
      const { body } = await client.get(path(`?order=asc&search=${encodeURIComponent(search)}`));
      expect(body.count).toBe(body.items.length);
      return ids(body.items);
    };
    for (const needle of ['resume', 'RÉSUMÉ', 'muller', 'Mu\u0308ller', 'fur m']) expect(await found(needle)).toEqual([resume]);
    for (const needle of ['%', '_', '0%_', '"quoted"', "o'brien", '\\ b', '100%_SURE']) expect(await found(needle)).toEqual([percent]);
    for (const needle of ['田', '太郎', '山田 太']) expect(await found(needle)).toEqual([cjk]);
    expect(await found('CORP.example')).toEqual([resume, percent, cjk]);
    expect(await found('corp%example')).toEqual([]);
    expect(await found('second@')).toEqual([percent]);
    expect((await client.get(path(`?search=corp.ex&role=edit`))).body).toMatchObject({ count: 1, items: [{ id: percent }] });
    expect((await client.get(path('?search='))).body.count).toBe(4);
    expect((await client.get(path(`?search=${'x'.repeat(1001)}`))).status).toBe(400);
    expect((await client.get(path('?search=a&search=b'))).status).toBe(400);
    const pages = await client.all(path('?search=corp&limit=1&order=asc'));
    expect(ids(pages)).toEqual([resume, percent, cjk]);
  });

  it('knows nothing of other organizations', async () => {
    const other = (await service.make.organization()).id;
    const { id } = await service.app.get(UsersService).ensure(`${newId()}@example.com`, 'Elsewhere');
    await members().join(other, id, 'read');
    expect((await client.get(path('?search=elsewhere'))).body).toMatchObject({ count: 0, items: [] });
    expect((await client.get(path())).body.count).toBe(1);
  });
});

describe('changing a role', () => {
  it('counts at once, takes null for guest, and leaves out what is not sent', async () => {
    const reader = await service.make.user({ organizationId, role: 'read' });
    expect((await service.as(reader.token).get(path())).status).toBe(200);
    expect((await client.patch(path(`/${reader.id}`), { role: null })).body).toMatchObject({ id: reader.id, role: null });
    expect((await service.as(reader.token).get(path())).status).toBe(403);
    for (const body of [{}, undefined]) expect((await client.patch(path(`/${reader.id}`), body)).body.role).toBeNull();
    for (const role of ROLES) expect((await client.patch(path(`/${reader.id}`), { role })).body.role).toBe(role);
    expect((await service.as(reader.token).patch(path(`/${reader.id}`), { role: 'admin' })).status).toBe(200);
  });

  it('refuses what is no role, unknown fields and unknown members', async () => {
    const userId = await join('Someone');
    for (const body of [{ role: 'owner' }, { role: 'guest' }, { role: 1 }, { disabled: true }, [], 'admin']) {
      expect((await client.patch(path(`/${userId}`), body)).status).toBe(400);
    }
    expect((await client.patch(path(`/${newId()}`), { role: 'read' })).status).toBe(404);
  });

  it('is for admins', async () => {
    const userId = await join('Someone');
    for (const role of [...ROLES.filter((each) => each !== 'admin'), null]) {
      const user = await service.make.user({ organizationId, role });
      expect(await service.as(user.token).patch(path(`/${userId}`), { role: 'read' })).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"admin"') } } });
      expect((await service.as(user.token).post(path(`/${userId}/sso`))).status).toBe(403);
    }
    const stranger = await service.make.user();
    expect((await service.as(stranger.token).patch(path(`/${userId}`), { role: 'read' })).status).toBe(404);
  });

  it('never takes the last enabled admin', async () => {
    for (const role of ['create', null]) expect((await client.patch(path(`/${admin.id}`), { role })).status).toBe(409);
    expect((await client.patch(path(`/${admin.id}`), { role: 'admin' })).status).toBe(200);
    await expect(members().setDisabled(organizationId, admin.id, true)).rejects.toThrow('last admin');
    await expect(members().join(organizationId, admin.id, 'read')).rejects.toThrow('last admin');
    const second = await service.make.user({ organizationId, role: 'admin' });
    await members().setDisabled(organizationId, second.id, true);
    expect((await client.patch(path(`/${admin.id}`), { role: 'read' })).status).toBe(409);
    // A disabled admin may lose the role: nothing is lost by it.
    expect((await client.patch(path(`/${second.id}`), { role: 'read' })).status).toBe(200);
    await members().setDisabled(organizationId, second.id, false);
    await members().setRole(organizationId, second.id, 'admin');
    expect((await client.patch(path(`/${admin.id}`), { role: 'read' })).status).toBe(200);
  });
});

describe('removing', () => {
  it('takes the member out of the organization, with teams and grants, and 404 after that', async () => {
    const space = await service.make.space({ organizationId });
    const reader = await service.make.user({ organizationId, role: null });
    await service.make.grant(space.id, reader.id, 'edit');
    expect((await service.as(reader.token).get(`/v1/spaces/${space.id}/content`)).status).toBe(200);
    const answer = await client.delete(path(`/${reader.id}`));
    expect(answer).toMatchObject({ status: 204, body: undefined });
    expect((await service.as(reader.token).get(`/v1/spaces/${space.id}/content`)).status).toBe(404);
    expect((await client.delete(path(`/${reader.id}`))).status).toBe(404);
    expect((await client.get(path())).body.count).toBe(1);
    expect(await service.make.db.query('SELECT 1 FROM member_texts WHERE user_id = $1', [reader.id])).toEqual([]);
    // Who comes back starts anew.
    await members().join(organizationId, reader.id, null);
    expect((await service.as(reader.token).get(`/v1/spaces/${space.id}/content`)).status).toBe(404);
  });

  it('is for admins, and for everybody themselves', async () => {
    const userId = await join('Someone');
    for (const role of [...ROLES.filter((each) => each !== 'admin'), null]) {
      const user = await service.make.user({ organizationId, role });
      expect((await service.as(user.token).delete(path(`/${userId}`))).status).toBe(403);
      expect((await service.as(user.token).delete(path(`/${newId()}`))).status).toBe(403);
      expect((await service.as(user.token).delete(path(`/${user.id}`))).status).toBe(204);
      expect((await service.as(user.token).get(path())).status).toBe(404);
    }
    expect((await client.delete(path(`/${newId()}`))).status).toBe(404);
    expect((await client.delete(path(`/${admin.id}`))).status).toBe(409);
  });
});

describe('single sign-on of a member', () => {
  it('is set once and stays', async () => {
    const userId = await join('Someone');
    for (let time = 0; time < 2; time += 1) expect(await client.post(path(`/${userId}/sso`))).toMatchObject({ status: 200, body: { id: userId, sso: true } });
    expect((await client.get(path(`/${userId}`))).body.sso).toBe(true);
    expect((await client.post(path(`/${newId()}/sso`))).status).toBe(404);
  });
});
