import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { In } from 'typeorm';
import { Database } from '../../src/kernel/database/database.js';
import { BadInputError, ConflictError } from '../../src/kernel/errors/errors.js';
import { newId } from '../../src/kernel/ids/id.js';
import type { Role } from '../../src/kernel/permissions/role.js';
import { ContentPermissionsService } from '../../src/modules/access/content-permissions.service.js';
import { EffectiveRoles } from '../../src/modules/access/effective-roles.js';
import { GrantsService } from '../../src/modules/access/grants.service.js';
import { NOTHING, type Sights } from '../../src/modules/access/sight.js';
import { MOST_LEVELS, TreeService } from '../../src/modules/access/tree.service.js';
import { type TargetList, VisibleTargets } from '../../src/modules/access/visible-targets.js';
import { MemberEntity } from '../../src/modules/members/member.entity.js';
import { MemberSpaces } from '../../src/modules/members/member-facts.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { chosen, type Command, command, pairsOf, rolesOf, usersOf } from '../support/tree-commands.js';
import { type Kind, type ModelMember, type MoveFault, TreeModel } from '../support/tree-model.js';

let service: TestApp;
let db: Database;
let tree: TreeService;
let lists: VisibleTargets;

beforeAll(async () => {
  service = await startTestApp();
  db = service.app.get(Database);
  tree = service.app.get(TreeService);
  lists = service.app.get(VisibleTargets);
});
afterAll(() => service.close());

describe('the tree of collections and spaces', () => {
  it('is what its rules make of any changes, with what follows from it, its counts and its lists', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 15, maxLength: 45, size: 'max' }), async (commands) => {
        const { model, organizationIds } = await makePeople();
        for (const each of commands) await run(each, model, organizationIds);
        await expectTree(model, organizationIds);
        await expectLists(model, organizationIds);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }, 600_000);

  it('keeps its order through a thousand moves at one spot, writing only the moved row', async () => {
    const { id: organizationId } = await service.make.organization();
    const ids = Array.from({ length: 4 }, () => newId());
    for (const id of ids) await tree.place({ id, kind: 'collection', organizationId, parentId: null });
    const [first = '', one = '', other = '', last = ''] = ids;
    let rewritten = 0;
    let positions = await positionsOf(organizationId);
    for (let turn = 0; turn < 1_000; turn += 1) {
      const moved = turn % 2 === 0 ? other : one;
      const still = turn % 2 === 0 ? one : other;
      await tree.move(moved, { parentId: undefined, neighbour: { side: 'before', kind: 'collection', id: still } });
      const now = await positionsOf(organizationId);
      const others = [...now].filter(([id, position]) => id !== moved && positions.get(id) !== position);
      if (others.length > 0) rewritten += 1;
      expect([...now.keys()]).toEqual([first, moved, still, last]);
      positions = now;
    }
    expect(rewritten).toBeLessThanOrEqual(5);
    expect(Math.max(...[...positions.values()].map(({ length }) => length))).toBeLessThanOrEqual(64);
  }, 120_000);

  it('has a bounded depth, through moves too', async () => {
    const { id: organizationId } = await service.make.organization();
    const chain = async (levels: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let level = 0; level < levels; level += 1) {
        const id = newId();
        await tree.place({ id, kind: 'collection', organizationId, parentId: ids.at(-1) ?? null });
        ids.push(id);
      }
      return ids;
    };
    const long = await chain(MOST_LEVELS);
    const short = await chain(2);
    const place = (parentId: string): Promise<unknown> => tree.place({ id: newId(), kind: 'space', organizationId, parentId });
    await expect(place(long.at(-1) ?? '')).rejects.toThrow(`at most ${String(MOST_LEVELS)}`);
    await expect(tree.move(short[0] ?? '', { parentId: long.at(-2) ?? '', neighbour: undefined })).rejects.toThrow(BadInputError);
    await tree.move(short[0] ?? '', { parentId: long.at(-3) ?? '', neighbour: undefined });
  }, 120_000);

  it('leaves no counts of what is gone', async () => {
    const { id: organizationId } = await service.make.organization();
    const { id: elsewhere } = await service.make.organization();
    const [outer, inner, space] = [newId(), newId(), newId()];
    await tree.place({ id: outer, kind: 'collection', organizationId, parentId: null });
    await tree.place({ id: inner, kind: 'collection', organizationId, parentId: outer });
    await tree.place({ id: space, kind: 'space', organizationId, parentId: inner });
    await tree.transfer(outer, elsewhere);
    expect(await countsOf([organizationId], 'scope NOT IN (\'*\', \'\')')).toEqual([]);
    await tree.remove(inner);
    await tree.remove(outer);
    expect(await countsOf([elsewhere], 'scope NOT IN (\'*\', \'\')')).toEqual([]);
    expect(await countsOf([elsewhere], 'count <> 0')).toEqual([
      { scope: '', kind: 'space', open: true, count: 1 },
      { scope: '*', kind: 'space', open: true, count: 1 },
    ]);
  });
});

/** Two organizations with members of every sort, some in both, and teams. */
async function makePeople(): Promise<{ model: TreeModel; organizationIds: string[] }> {
  const organizationIds = [(await service.make.organization()).id, (await service.make.organization()).id];
  const users = await Promise.all(Array.from({ length: 6 }, () => service.make.user()));
  const roles: [Role | null, Role | null | undefined, boolean][] = [
    ['admin', undefined, false],
    ['read', 'create', false],
    ['edit', null, false],
    [null, 'admin', false],
    [null, 'read', false],
    ['create', undefined, true],
  ];
  const members: ModelMember[] = [];
  for (const [index, organizationId] of organizationIds.entries()) {
    const teams: { id: string; places: number[] }[] = [];
    for (const bit of [0, 1]) teams.push({ id: (await service.make.team({ organizationId })).id, places: [...roles.keys()].filter((place) => (place >> bit) % 2 === 1) });
    for (const [place, [first, second, disabled]] of roles.entries()) {
      const role = index === 0 ? first : second;
      const userId = users[place]?.id ?? '';
      if (role === undefined) continue;
      await service.app.get(MembersService).join(organizationId, userId, role);
      if (disabled) await service.app.get(MembersService).setDisabled(organizationId, userId, true);
      const teamIds = teams.filter(({ places }) => places.includes(place)).map(({ id }) => id);
      for (const teamId of teamIds) await db.query('INSERT INTO team_members (organization_id, team_id, user_id) VALUES ($1, $2, $3)', [organizationId, teamId, userId]);
      members.push({ organizationId, userId, role, disabled, teamIds });
    }
  }
  return { model: new TreeModel(members), organizationIds };
}

/** Does the command on both sides, which must agree on what comes of it. */
async function run(each: Command, model: TreeModel, organizationIds: readonly string[]): Promise<void> {
  const ids = [...model.targets.keys()].sort();
  const collections = ids.filter((id) => model.get(id).kind === 'collection');
  if (each.do === 'place') {
    const organizationId = chosen(organizationIds, each.organization);
    const parents = [null, ...collections.filter((id) => model.get(id).organizationId === organizationId)];
    const target = { id: newId(), kind: each.kind, organizationId, parentId: chosen(parents, each.parent) };
    await tree.place(target);
    model.place(target);
    return;
  }
  const among = each.do === 'remove' || each.do === 'transfer' ? collections : ids;
  if (among.length === 0) return;
  const id = chosen(among, each.target);
  const target = model.get(id);
  if (each.do === 'level') {
    expect(await tree.setLevel(id, each.level)).toBe(target.level !== each.level);
    target.level = each.level;
  } else if (each.do === 'move') {
    const parentId = chosen([null, target.parentId, ...collections], each.parent);
    // Mostly a sibling, at times anything at all.
    const neighbours = [...model.children(target.organizationId, parentId), ...ids].slice(0, model.children(target.organizationId, parentId).length + 1);
    const side = each.side;
    const beside = side === 'none' ? undefined : { side, id: chosen(neighbours, each.beside) };
    const neighbour = beside && { ...beside, kind: model.get(beside.id).kind };
    const expected = model.move(id, parentId, beside);
    await expectFault(expected, tree.move(id, { parentId: parentId === target.parentId && expected !== undefined ? undefined : parentId, neighbour }));
  } else if (each.do === 'remove') {
    const before = rolesOf(model);
    model.remove(id);
    await tree.remove(id);
    for (const [key, role] of rolesOf(model)) expect({ key, role }).toEqual({ key, role: before.get(key) });
  } else if (each.do === 'transfer') {
    const to = chosen(organizationIds, each.organization);
    await expectFault(model.transfer(id, to), tree.transfer(id, to));
  } else if (each.do === 'grant') {
    const members = model.members.filter(({ organizationId }) => organizationId === target.organizationId);
    const grantees = [...members.map(({ userId }) => ({ userId })), ...new Set(members.flatMap(({ teamIds }) => teamIds))];
    const grantee = chosen(grantees, each.grantee);
    await service.app.get(GrantsService).give(id, target.kind, typeof grantee === 'string' ? { teamId: grantee } : grantee, each.role);
    model.give(id, typeof grantee === 'string' ? grantee : grantee.userId, each.role);
  } else if (target.kind === 'space') {
    await db.query('UPDATE targets SET trashed = true WHERE id = $1', [id]);
    target.trashed = true;
  }
}

async function expectFault(fault: MoveFault | undefined, work: Promise<unknown>): Promise<void> {
  if (fault === undefined) await work;
  else await expect(work).rejects.toThrow(fault === 'bad' ? BadInputError : ConflictError);
}

interface Row {
  id: string;
  parent_id: string | null;
  organization_id: string;
  kind: Kind;
  position: string;
  ancestors: string[];
  default_fixed: boolean;
  default_level: Role | null;
}

/** Places, what follows from them, counts, effective roles, and who reaches what. */
async function expectTree(model: TreeModel, organizationIds: readonly string[]): Promise<void> {
  const rows = await db.query<Row>('SELECT * FROM targets WHERE organization_id = ANY ($1) ORDER BY position, id', [organizationIds]);
  expect(rows.map(({ id }) => id).sort()).toEqual([...model.targets.keys()].sort());
  for (const row of rows) {
    const target = model.get(row.id);
    const fixed = model.fixed(row.id);
    const way = model.way(row.id).map(({ id }) => id);
    expect(row).toMatchObject({ organization_id: target.organizationId, parent_id: target.parentId, ancestors: way.reverse() });
    expect(row).toMatchObject({ default_fixed: fixed !== undefined, default_level: fixed?.level ?? null });
    const siblings = rows.filter((other) => other.organization_id === row.organization_id && other.parent_id === row.parent_id);
    expect(siblings.map(({ id }) => id)).toEqual(model.siblings(target));
    expect(new Set(siblings.map(({ position }) => position)).size).toBe(siblings.length);
  }
  const counted = new Map<string, number>();
  for (const [id, { organizationId, parentId, kind, trashed }] of model.targets) {
    const fixed = model.fixed(id);
    for (const scope of trashed ? [] : ['*', parentId ?? '']) {
      const key = [organizationId, kind, scope, fixed === undefined || fixed.level !== null].join();
      counted.set(key, (counted.get(key) ?? 0) + 1);
    }
  }
  const counts = await db.query<{ key: string; count: number }>(
    `SELECT concat_ws(',', organization_id, kind, scope, CASE WHEN open THEN 'true' ELSE 'false' END) AS key, count FROM target_counts
     WHERE organization_id = ANY ($1) AND count <> 0`,
    [organizationIds],
  );
  expect(Object.fromEntries(counts.map(({ key, count }) => [key, count]))).toEqual(Object.fromEntries(counted));
  const members = await db.repo(MemberEntity).findBy({ organizationId: In(organizationIds) });
  const visible = await service.app.get(MemberSpaces).resolve({ userId: '', tokenId: '' }, members);
  for (const [index, { organizationId, userId }] of members.entries()) {
    const spaces = [...model.targets.values()].filter((target) => target.organizationId === organizationId && target.kind === 'space' && !target.trashed);
    expect(visible[index]).toBe(spaces.filter(({ id }) => model.role(userId, id) !== null).length);
  }
  for (const userId of usersOf(model)) {
    const standings = await service.app.get(EffectiveRoles).load({ userId }, [...model.targets.keys()]);
    for (const id of model.targets.keys()) {
      const fixed = model.fixed(id);
      const defaultLevel = fixed === undefined ? 'read' : fixed.level;
      expect(standings.get(id)).toEqual({ targetId: id, organizationId: model.get(id).organizationId, role: model.role(userId, id), defaultLevel, barred: false });
    }
  }
  for (const target of model.targets.values()) {
    const reaching = await service.app.get(ContentPermissionsService).listEffective(target, { limit: 100 });
    const expected = usersOf(model).map((userId) => [userId, model.role(userId, target.id)] as const).filter(([, role]) => role !== null);
    expect(new Map(reaching.items.map(({ user, permission }) => [user.id, permission]))).toEqual(new Map(expected));
  }
}

/** Every list for every user, and what two users see alike: in order, complete over its pages, with the exact count. */
async function expectLists(model: TreeModel, organizationIds: readonly string[]): Promise<void> {
  const users = usersOf(model);
  const rows = await db.query<Row>('SELECT * FROM targets WHERE organization_id = ANY ($1)', [organizationIds]);
  for (const organizationId of organizationIds) {
    const sights = new Map(await Promise.all(users.map(async (userId) => [userId, await lists.sight(userId, organizationId)] as const)));
    const collections = rows.filter((row) => row.organization_id === organizationId && row.kind === 'collection').map(({ id }) => id);
    for (const viewers of [...users.map((userId) => [userId]), ...pairsOf(users)]) {
      const [first = NOTHING, ...others] = viewers.map((userId) => sights.get(userId) ?? NOTHING);
      for (const kind of ['collection', 'space'] as const) {
        for (const parentId of viewers.length === 1 ? ['*', null, ...collections] : ['*']) {
          const order = viewers.length === 1 ? 'position' : users.indexOf(viewers[0] ?? '') % 2 === 0 ? 'newest' : 'oldest';
          const list: TargetList = { organizationId, kind, parentId, order };
          const expected = rows
            .filter((row) => row.organization_id === organizationId && row.kind === kind && (parentId === '*' || row.parent_id === parentId))
            .filter(({ id }) => !model.get(id).trashed && viewers.every((userId) => model.role(userId, id) !== null))
            .sort((one, other) => compare(order, one, other))
            .map(({ id }) => id);
          const found = await wholeList([first, ...others], list, expected.length);
          expect(found).toEqual(expected.map((id) => [id, model.role(viewers[0] ?? '', id)]));
        }
      }
    }
  }
}

/** Ids, with the role of the first viewer. */
async function wholeList(sights: Sights, list: TargetList, count: number): Promise<[string, Role | null][]> {
  const found: [string, Role | null][] = [];
  let page: string | undefined;
  do {
    const answer = await lists.page<{ id: string }>('test', sights, list, { name: 'targets', columns: 'own.id' }, { page, limit: 3 });
    expect(answer.count).toBe(count);
    found.push(...answer.items.map(answer.read).map(({ id, standing }): [string, Role | null] => [id, standing.role]));
    page = answer.next?.page;
  } while (page !== undefined);
  return found;
}

function compare(order: TargetList['order'], one: Row, other: Row): number {
  const keys = ({ position, id }: Row): string => (order === 'position' ? `${position} ${id}` : id);
  const ascending = keys(one) < keys(other) ? -1 : 1;
  return order === 'newest' ? -ascending : ascending;
}

async function positionsOf(organizationId: string): Promise<Map<string, string>> {
  const rows = await db.query<Row>('SELECT id, position FROM targets WHERE organization_id = $1 ORDER BY position, id', [organizationId]);
  return new Map(rows.map(({ id, position }) => [id, position]));
}

function countsOf(organizationIds: readonly string[], condition: string): Promise<object[]> {
  return db.query(`SELECT scope, kind, open, count FROM target_counts WHERE organization_id = ANY ($1) AND ${condition} ORDER BY scope`, [organizationIds]);
}
