import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/kernel/database/database.js';
import { newId } from '../../src/kernel/ids/id.js';
import { fold, grams } from '../../src/kernel/text/contains.js';
import { type Client } from '../support/client.js';
import { askedDuring, scannedTables } from '../support/plans.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const MEMBERS = 5_000;
const BATCH = 1_000;
const FIRST_NAMES = ['Ada', 'Béla', 'Chloé', 'Dmitri', 'Efua', 'Fatma', 'Gülay', 'Hana', 'Ines', 'Jörg', 'Kofi', 'Lena', 'Mio'];
const LAST_NAMES = ['Abel', 'Brandt', 'Costa', 'Dvořák', 'Eriksen', 'Fischer', 'García', 'Haddad', 'Ito', 'Jansen', 'Kovács', 'López', 'Müller', 'Nowak', 'Öztürk', 'Pavlov', 'Quint'];
const ROLES = ['read', 'comment', 'edit', 'review', 'create', null];

let service: TestApp;
let organizationId: string;
let client: Client;

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  await generate(organizationId);
  await generate((await service.make.organization('Another one')).id);
  client = service.as((await service.make.user({ organizationId, role: 'admin' })).token);
  await service.make.db.query('ANALYZE members, member_texts, users, member_counts, seen_member_counts');
});
afterAll(() => service.close());

const path = (query: string): string => `/v1/orgs/${organizationId}/members${query}`;

/** Members with names and addresses, one in three of whom was seen. */
async function generate(into: string): Promise<void> {
  const { db } = service.make;
  for (let start = 0; start < MEMBERS; start += BATCH) {
    const users = Array.from({ length: BATCH }, (_, index) => {
      const number = start + index;
      const name = `${String(FIRST_NAMES[number % FIRST_NAMES.length])} ${String(LAST_NAMES[number % LAST_NAMES.length])} ${String(number)}`;
      return { id: newId(), name, email: `${newId().toLowerCase()}@example.com`, role: ROLES[number % ROLES.length], seen: number % 3 === 0 };
    });
    const ids = users.map(({ id }) => id);
    await db.query(
      `INSERT INTO users (id, email, email_key, display_name, created_at)
       SELECT id, email, email, name, now() FROM unnest($1::text[], $2::text[], $3::text[]) AS made (id, email, name)`,
      [ids, users.map(({ email }) => email), users.map(({ name }) => name)],
    );
    await db.query(
      `INSERT INTO members (organization_id, user_id, role, joined_at, last_seen_at)
       SELECT $1, id, role::member_role, now() - make_interval(mins => $5 + row_number() OVER ()::integer), CASE WHEN seen THEN now() - make_interval(mins => $5 + row_number() OVER ()::integer) END
       FROM unnest($2::text[], $3::text[], $4::boolean[]) AS made (id, role, seen)`,
      [into, ids, users.map(({ role }) => role), users.map(({ seen }) => seen), start],
    );
    const texts = users.map(({ id, name, email }) => [id, fold(`${name}\n${email}`), grams(into, `${name}\n${email}`)] as const);
    const rows = texts.map((_, index) => `($1, $${String(index * 3 + 2)}, $${String(index * 3 + 3)}, $${String(index * 3 + 4)})`);
    await db.query(`INSERT INTO member_texts (organization_id, user_id, folded, grams) VALUES ${rows.join(', ')}`, [into, ...texts.flat()]);
  }
}

const LISTING = /FROM (?:members|member_texts|member_counts|seen_member_counts)\b/;

/** Tables that the list's statements behind a request read from end to end. */
async function scannedBy(query: string): Promise<string[]> {
  const database = service.app.get(Database);
  const asked = await askedDuring(database, LISTING, async () => {
    expect((await client.get(path(query))).status).toBe(200);
  });
  const tables = await Promise.all(asked.map((statement) => scannedTables(database, statement)));
  return tables.flat().filter((table) => ['members', 'member_texts', 'users'].includes(table));
}

describe('5,000 members', () => {
  const filters = ['', '&sort=lastSeenAt', '&role=edit', '&role=guest', '&role=edit&sort=lastSeenAt', '&search=muller', '&search=muller%204', '&search=b%C3%A9', '&search=costa&role=read&sort=lastSeenAt'];

  it.each(filters)('are not read from end to end for the first page, nor for one far behind (%s)', async (filter) => {
    for (const order of ['asc', 'desc']) expect(await scannedBy(`?order=${order}${filter}`)).toEqual([]);
    let next: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { body } = await client.get(path(`?limit=200${filter}${next === undefined ? '' : `&page=${next}`}`));
      next = body.next?.page;
      if (next === undefined) return;
    }
    expect(await scannedBy(`?limit=200${filter}&page=${String(next)}`)).toEqual([]);
  });

  it('are counted exactly', async () => {
    const [real] = await service.make.db.query<{ all: string; seen: string; guests: string; edits: string }>(
      `SELECT count(*) AS all, count(last_seen_at) AS seen, count(*) FILTER (WHERE role IS NULL) AS guests,
         count(last_seen_at) FILTER (WHERE role = 'edit') AS edits FROM members WHERE organization_id = $1`,
      [organizationId],
    );
    const count = async (query: string): Promise<string> => String((await client.get(path(`?limit=1${query}`))).body.count);
    expect({ all: await count(''), seen: await count('&sort=lastSeenAt'), guests: await count('&role=guest'), edits: await count('&role=edit&sort=lastSeenAt') }).toEqual(real);
  });

  it('are found by their names, all pages together, as counting them tells', async () => {
    const found = await client.all(path('?search=DVORAK&limit=100'));
    const expected = Math.ceil((MEMBERS - 3) / LAST_NAMES.length);
    expect(found).toHaveLength(expected);
    expect(new Set(found.map(({ id }) => id)).size).toBe(expected);
    expect((await client.get(path('?search=DVORAK'))).body.count).toBe(expected);
  });
});
