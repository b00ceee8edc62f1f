import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainEvents } from '../../src/kernel/database/domain-events.js';
import { PreconditionFailedError } from '../../src/kernel/errors/errors.js';
import { newId } from '../../src/kernel/ids/id.js';
import type { Role } from '../../src/kernel/permissions/role.js';
import { TargetsTransferred } from '../../src/modules/access/targets-transferred.event.js';
import type { Client } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { treeFaults } from '../support/tree-faults.js';

let service: TestApp;
const transfers: TargetsTransferred[] = [];
let refused: string | undefined;

beforeAll(async () => {
  service = await startTestApp();
  service.app.get(DomainEvents).on(TargetsTransferred, (event) => {
    transfers.push(event);
    return event.ids.includes(refused ?? '') ? Promise.reject(new PreconditionFailedError('It is in a site.')) : Promise.resolve();
  });
});
afterAll(() => service.close());

const at = (id: string): string => `/v1/collections/${id}`;

interface Stage {
  organizationId: string;
  admin: Client;
  member(role: Role | null): Promise<Client & { userId: string }>;
  /** Collections with these titles at the root, in order; their ids. */
  make(titles: string, parentId?: string): Promise<Record<string, string>>;
  /** Titles in order. */
  order(parentId?: string): Promise<string>;
}

async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const member = async (role: Role | null): Promise<Client & { userId: string }> => {
    const user = await service.make.user({ organizationId, role });
    return Object.assign(service.as(user.token), { userId: user.id });
  };
  return {
    organizationId,
    admin: await member('admin'),
    member,
    make: async (titles, parentId) => {
      const made: Record<string, string> = {};
      for (const title of titles) made[title] = (await service.make.collection({ organizationId, title, parentId: parentId ?? null })).id;
      return made;
    },
    order: async (parentId) => {
      const rows = await service.make.db.query<{ title: string }>(
        `SELECT coalesce(c.title, s.title) AS title FROM targets t LEFT JOIN collections c USING (id) LEFT JOIN spaces s USING (id)
         WHERE organization_id = $1 AND parent_id IS NOT DISTINCT FROM $2 ORDER BY position, t.id`,
        [organizationId, parentId ?? null],
      );
      return rows.map(({ title }) => title).join('');
    },
  };
}

const before = (id: string | undefined): object => ({ position: { before: { type: 'collection', collection: id } } });
const after = (id: string | undefined): object => ({ position: { after: { type: 'collection', collection: id } } });

describe('moving a collection', () => {
  it('puts it beside siblings of both kinds, into parents and back to the root', async () => {
    const { organizationId, admin, make, order } = await makeStage();
    const { a = '', b = '', c = '' } = await make('abc');
    const space = await service.make.space({ organizationId, title: 's' });
    const move = async (id: string, body: object): Promise<string> => {
      expect(await admin.post(`${at(id)}/move`, body)).toMatchObject({ status: 200, body: { id } });
      return order();
    };
    expect(await order()).toBe('abcs');
    expect(await move(c, before(a))).toBe('cabs');
    expect(await move(c, after(a))).toBe('acbs');
    expect(await move(a, { position: {} })).toBe('cbsa');
    expect(await move(a, { position: { before: { type: 'space', space: space.id } } })).toBe('cbas');
    expect(await move(c, { position: { after: { type: 'space', space: space.id } } })).toBe('basc');
    expect(await move(a, { parent: b })).toBe('bsc');
    expect(await move(c, { parent: b, ...before(a) })).toBe('bs');
    expect(await order(b)).toBe('ca');
    const back = await admin.post(`${at(a)}/move`, { parent: null, ...before(b) });
    expect(back.body.parent).toBeUndefined();
    expect(await order()).toBe('abs');
    expect((await admin.post(`${at(c)}/move`, { parent: a })).body.parent).toBe(a);
    expect(await treeFaults(service.make.db)).toEqual([]);
  });

  it('touches only the moved row, keeps order through fifty moves at one spot, and minds no hidden neighbours', async () => {
    const { organizationId, admin, member, make, order } = await makeStage();
    const { a = '', b = '', h = '', c = '' } = await make('ahbc');
    await admin.patch(at(h), { defaultLevel: null });
    const owner = await member('read');
    for (const id of [a, b, c]) await service.make.grantOnCollection(id, owner.userId, 'admin');
    const rows = (): Promise<{ id: string }[]> => service.make.db.query('SELECT t.*, updated_at FROM targets t JOIN collections USING (id) WHERE organization_id = $1 AND id <> ALL ($2)', [organizationId, [b, c]]);
    const still = await rows();
    for (let turn = 0; turn < 50; turn += 1) {
      const [moved, other] = turn % 2 === 0 ? [c, b] : [b, c];
      expect((await owner.post(`${at(moved)}/move`, before(other))).status).toBe(200);
      expect(await order()).toBe(turn % 2 === 0 ? 'ahcb' : 'ahbc');
    }
    expect(await rows()).toEqual(still);
    expect((await owner.post(`${at(c)}/move`, after(a))).status).toBe(200);
    expect(await order()).toBe('achb');
    const seen = await owner.all(`/v1/orgs/${organizationId}/collections`);
    expect(seen.map(({ title }) => String(title)).join('')).toBe('acb');
    expect((await owner.post(`${at(c)}/move`, after(h))).status).toBe(400);
  });

  it('is 409 when nothing would change', async () => {
    const { admin, make } = await makeStage();
    const { a = '', b = '', c = '' } = await make('abc');
    for (const [id, body] of [[a, before(b)], [b, after(a)], [b, before(c)], [c, {position: {} }], [c, { parent: null }], [a, { parent: null, ...before(b) }]] as const) {
      expect(await admin.post(`${at(id)}/move`, body)).toMatchObject({ status: 409, body: { error: { code: 409 } } });
    }
  });

  it('is 400 for cycles, for parents and neighbours that are not there, and for bodies that tell no place', async () => {
    const { organizationId, admin, make } = await makeStage();
    const { a = '', b = '' } = await make('ab');
    const { x = '', y = '' } = await make('xy', a);
    const foreign = await service.make.collection();
    const space = await service.make.space({ organizationId });
    const bodies = [
      undefined,
      {},
      { parent: a },
      { parent: x },
      { parent: newId() },
      { parent: foreign.id },
      { parent: space.id },
      { parent: '' },
      { parent: 1 },
      { ...before(b), parent: a },
      { position: { before: { type: 'collection', collection: b }, after: { type: 'collection', collection: b } } },
      before(a),
      before(x),
      before(newId()),
      before(foreign.id),
      before(space.id),
      before(undefined),
      { position: { before: { type: 'space', space: b } } },
      { position: { before: null } },
      { position: null },
      { position: {}, other: 1 },
    ];
    for (const body of bodies) expect(await admin.post(`${at(a)}/move`, body)).toMatchObject({ status: 400, body: { error: { code: 400 } } });
    expect((await admin.post(`${at(y)}/move`, before(b))).status).toBe(400);
    expect(await treeFaults(service.make.db)).toEqual([]);
  });

  it('needs admin on it, and create where it comes to', async () => {
    const { admin, member, make } = await makeStage();
    const { a = '', b = '', c = '' } = await make('abc');
    const { x = '' } = await make('x', a);
    const [owner, creator, guest] = [await member('read'), await member('create'), await member(null)];
    await service.make.grantOnCollection(x, owner.userId, 'admin');
    expect((await creator.post(`${at(x)}/move`, { parent: b })).status).toBe(403);
    expect((await guest.post(`${at(x)}/move`, { parent: b })).status).toBe(404);
    expect(await owner.post(`${at(x)}/move`, { parent: b })).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"create"') } } });
    expect(await owner.post(`${at(x)}/move`, { parent: null })).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"createContent"') } } });
    await admin.patch(at(c), { defaultLevel: null });
    expect((await owner.post(`${at(x)}/move`, { parent: c })).status).toBe(400);
    await service.make.grantOnCollection(b, owner.userId, 'create');
    expect((await owner.post(`${at(x)}/move`, { parent: b })).status).toBe(200);
    expect((await admin.post(`${at(newId())}/move`, { parent: b })).status).toBe(404);
  });

  it('takes what is inside under the levels and grants of the new parent', async () => {
    const { admin, member, make } = await makeStage();
    const { a = '', b = '' } = await make('ab');
    const { x = '' } = await make('x', a);
    const { y = '' } = await make('y', x);
    const [reader, guest] = [await member('read'), await member(null)];
    await admin.patch(at(b), { defaultLevel: null });
    await service.make.grantOnCollection(b, guest.userId, 'edit');
    expect([(await reader.get(at(y))).status, (await guest.get(at(y))).status]).toEqual([200, 404]);
    await admin.post(`${at(x)}/move`, { parent: b });
    expect([(await reader.get(at(y))).status, (await guest.get(at(y))).status]).toEqual([404, 200]);
    await admin.post(`${at(x)}/move`, { parent: null });
    expect([(await reader.get(at(y))).status, (await guest.get(at(y))).status]).toEqual([200, 404]);
  });
});

describe('transferring a collection', () => {
  it('takes everything inside along, to the end of the target, and ends grants to whoever is not there', async () => {
    const { organizationId, admin, make } = await makeStage();
    const target = await makeStage();
    const { a = '' } = await make('a');
    const { x = '' } = await make('x', a);
    const space = await service.make.space({ organizationId, parentId: x });
    await target.make('z');
    const both = await service.make.user({ organizationId, role: 'admin' });
    const { db } = service.make;
    await service.make.grantOnCollection(x, both.id, 'read');
    await service.make.join(target.organizationId, both.id, 'create');
    const leaver = await service.make.user({ organizationId, role: null });
    await service.make.grantOnCollection(x, leaver.id, 'admin');
    const team = await service.make.team({ organizationId, members: { [both.id]: 'member' } });
    await service.make.grantToTeam(space.id, team.id, 'admin');
    transfers.length = 0;

    const moved = await service.as(both.token).post(`${at(x)}/transfer`, { organization: target.organizationId });
    expect(moved).toMatchObject({ status: 200, body: { id: x, organization: target.organizationId, permissions: { view: true, create: true, admin: false } } });
    expect(moved.body.parent).toBeUndefined();
    expect(transfers).toHaveLength(1);
    expect([...(transfers[0]?.ids ?? [])].sort()).toEqual([x, space.id].sort());
    expect(await target.order()).toBe('zx');
    expect((await admin.get(at(x))).status).toBe(404);
    expect((await target.admin.get(`${at(x)}/spaces`)).body).toMatchObject({ count: 1, items: [{ id: space.id, organization: target.organizationId, parent: x }] });
    expect(await db.query('SELECT user_id, organization_id FROM grants WHERE target_id = ANY ($1)', [[x, space.id]])).toEqual([{ user_id: both.id, organization_id: target.organizationId }]);
    expect(await treeFaults(db)).toEqual([]);
    expect((await service.as(leaver.token).get(at(x))).status).toBe(404);
  });

  it('needs admin on it and createContent in the target, which must be another one that the caller is in', async () => {
    const { organizationId, admin, member, make } = await makeStage();
    const target = await makeStage();
    const { a = '' } = await make('a');
    const transfer = (client: Client, organization: unknown): Promise<{ status: number }> => client.post(`${at(a)}/transfer`, { organization });
    for (const organization of [target.organizationId, newId(), 'no such', '', null, 1, undefined]) expect((await transfer(admin, organization)).status).toBe(400);
    expect((await admin.post(`${at(a)}/transfer`, { organization: organizationId, other: 1 })).status).toBe(400);
    expect(await transfer(admin, organizationId)).toMatchObject({ status: 409 });
    expect((await transfer(await member('create'), target.organizationId)).status).toBe(403);
    expect((await transfer(target.admin, target.organizationId)).status).toBe(404);
    const both = await member('admin');
    await service.make.join(target.organizationId, both.userId, 'review');
    expect(await transfer(both, target.organizationId)).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"createContent"') } } });
    expect(await treeFaults(service.make.db)).toEqual([]);
  });

  it('changes nothing when a handler of the transfer refuses', async () => {
    const { organizationId, admin, make } = await makeStage();
    const target = await makeStage();
    const { a = '' } = await make('a');
    const space = await service.make.space({ organizationId, parentId: a });
    const user = await service.make.user({ organizationId, role: 'admin' });
    await service.make.join(target.organizationId, user.id, 'create');
    refused = space.id;
    expect(await service.as(user.token).post(`${at(a)}/transfer`, { organization: target.organizationId })).toMatchObject({ status: 412, body: { error: { code: 412, message: 'It is in a site.' } } });
    refused = undefined;
    expect((await admin.get(at(a))).body.organization).toBe(organizationId);
    expect(await treeFaults(service.make.db)).toEqual([]);
  });
});
