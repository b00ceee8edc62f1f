import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Role } from '../../src/kernel/permissions/role.js';
import { Database } from '../../src/kernel/database/database.js';
import { TreeService } from '../../src/modules/access/tree.service.js';
import { SPACE_COLUMNS } from '../../src/modules/spaces/placed-space.js';
import { VisibleTargets } from '../../src/modules/access/visible-targets.js';
import { MemberEntity } from '../../src/modules/members/member.entity.js';
import { MemberSpaces } from '../../src/modules/members/member-facts.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const SPACES = 20_000;
/** Every so many spaces there is a closed one. */
const CLOSED = 20;
const GRANTED = 5;
/** Rows of the tree that a request may read: pages and their neighbours, grants and what they reach, but nothing of the organization's size. */
const MOST_ROWS = 400;

let service: TestApp;
let db: Database;
let organizationId: string;
let collectionId: string;
const people: Record<'admin' | 'reader' | 'granted' | 'guest', TestUser> = { admin: nobody(), reader: nobody(), granted: nobody(), guest: nobody() };

beforeAll(async () => {
  service = await startTestApp();
  db = service.app.get(Database);
  organizationId = (await service.make.organization()).id;
  collectionId = (await service.make.collection({ organizationId })).id;
  const user = (role: Role | null): Promise<TestUser> => service.make.user({ organizationId, role });
  Object.assign(people, { admin: await user('admin'), reader: await user('read'), granted: await user('read'), guest: await user(null) });
  await fill();
});
afterAll(() => service.close());

function nobody(): TestUser {
  return { id: '', email: '', token: '' };
}

/** Copies a space over and over, half of them into the collection; closes some, and grants some of these. */
async function fill(): Promise<void> {
  const { id: sample } = await service.make.space({ organizationId });
  const ids = Array.from({ length: SPACES }, () => newId());
  await db.query(
    `INSERT INTO targets (id, kind, organization_id, parent_id, position, inherits, ancestors, default_fixed)
     SELECT id, 'space', $1, CASE WHEN place % 2 = 0 THEN $2 END, 'b' || lpad(place::text, 6, '0'), place % $4 > 0,
       CASE WHEN place % 2 = 0 THEN ARRAY[$2, id] ELSE ARRAY[id] END, place % $4 = 0
     FROM unnest($3::text[]) WITH ORDINALITY AS made (id, place)`,
    [organizationId, collectionId, ids, CLOSED],
  );
  await db.query(
    `INSERT INTO spaces SELECT made.id, title, emoji, edit_mode, created_at, updated_at, deleted_at, revision_id, revision_number, comments, change_requests, change_requests_open, change_requests_draft
     FROM spaces CROSS JOIN unnest($1::text[]) AS made (id) WHERE spaces.id = $2`,
    [ids, sample],
  );
  const closed = ids.filter((_, index) => (index + 1) % CLOSED === 0);
  for (const user of [people.granted, people.guest]) {
    for (const id of closed.slice(0, GRANTED)) await service.make.grant(id, user.id, 'read');
  }
  await db.query('ANALYZE targets, spaces, grants, members, target_counts');
}

/** How many rows of the tree the work reads. */
async function rowsRead(work: () => Promise<void>): Promise<number> {
  const read = async (): Promise<number> => {
    // What a connection has read is told once it has been idle for a while, or at once when it is asked to.
    await Promise.all(Array.from({ length: 8 }, () => db.query('SELECT pg_stat_force_next_flush(), pg_sleep(0.05)')));
    const [row] = await db.query<{ rows: string }>(`SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS rows FROM pg_stat_user_tables WHERE relname = 'targets'`);
    return Number(row?.rows ?? 0);
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

type Person = keyof typeof people;

const LISTS: [name: string, caller: Person, path: () => string, count: number][] = [
  ['everything, for an admin', 'admin', () => `/v1/orgs/${organizationId}/members/${people.admin.id}/spaces`, SPACES + 1],
  ['what is open, for a member', 'reader', () => `/v1/orgs/${organizationId}/members/${people.reader.id}/spaces`, SPACES + 1 - SPACES / CLOSED],
  ['what is open and granted', 'granted', () => `/v1/orgs/${organizationId}/members/${people.granted.id}/spaces`, SPACES + 1 - SPACES / CLOSED + GRANTED],
  ['what is granted to a guest', 'guest', () => `/v1/orgs/${organizationId}/members/${people.guest.id}/spaces`, GRANTED],
  ['what two members see alike', 'reader', () => `/v1/orgs/${organizationId}/members/${people.granted.id}/spaces`, SPACES + 1 - SPACES / CLOSED],
  ['what a member sees of an admin', 'granted', () => `/v1/orgs/${organizationId}/members/${people.admin.id}/spaces`, SPACES + 1 - SPACES / CLOSED + GRANTED],
  ['what a member and a guest see alike', 'granted', () => `/v1/orgs/${organizationId}/members/${people.guest.id}/spaces`, GRANTED],
  ['the children of a collection, for an admin', 'admin', () => `/v1/collections/${collectionId}/spaces`, SPACES / 2],
  ['the children of a collection, for a member', 'granted', () => `/v1/collections/${collectionId}/spaces`, SPACES / 2 - SPACES / CLOSED + GRANTED],
];

describe.each(LISTS)('in an organization of many spaces, a page of %s', (_, caller, path, count) => {
  it.each(['', '&order=asc'])('%s reads a page, also far inside the list', async (order) => {
    const client = service.as(people[caller].token);
    if (order !== '' && path().includes('/collections/')) return;
    const first = await client.get(`${path()}?limit=10${order}`);
    expect(first.body.count).toBe(count);
    expect(first.body.items).toHaveLength(Math.min(10, count));
    const big = await client.get(`${path()}?limit=1000${order}`);
    const pages = [`${path()}?limit=10${order}`, ...(big.body.next === undefined ? [] : [`${path()}?limit=10${order}&page=${String(big.body.next.page)}`])];
    for (const page of pages) {
      const rows = await rowsRead(async () => {
        expect((await client.get(page)).body.count).toBe(count);
      });
      expect(rows).toBeLessThan(MOST_ROWS);
    }
  });
});

describe('in an organization of many spaces', () => {
  it('members are counted their spaces without reading these', async () => {
    const members = await db.repo(MemberEntity).findBy({ organizationId });
    let counts: readonly number[] = [];
    const rows = await rowsRead(async () => {
      counts = await service.app.get(MemberSpaces).resolve({ userId: '', tokenId: '' }, members);
    });
    expect([...counts].sort((one, other) => one - other)).toEqual([GRANTED, 19_001, 19_001 + GRANTED, SPACES + 1]);
    expect(rows).toBeLessThan(MOST_ROWS);
  });

  it('a page of the root is read alone, for members of every sort', async () => {
    const lists = service.app.get(VisibleTargets);
    for (const { id } of Object.values(people)) {
      const sight = await lists.sight(id, organizationId);
      const rows = await rowsRead(async () => {
        const { items } = await lists.page('root', [sight], { organizationId, kind: 'space', parentId: null, order: 'position' }, { name: 'spaces', columns: SPACE_COLUMNS }, { limit: 10 });
        expect(items.length).toBe(id === people.guest.id ? 0 : 10);
      });
      expect(rows).toBeLessThan(MOST_ROWS);
    }
  });

  it('a move reads its neighbours only', async () => {
    const rows = await rowsRead(() => service.app.get(TreeService).move(collectionId, { parentId: undefined, neighbour: undefined }));
    expect(rows).toBeLessThan(MOST_ROWS);
  });
});
