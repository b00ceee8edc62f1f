import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/kernel/database/database.js';
import type { ReadSite } from '../../src/modules/sites/read-site.js';
import type { Client } from '../support/client.js';
import { makeSite, sitePath } from '../support/site-factories.js';
import { askedDuring, scannedTables } from '../support/plans.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const BIG = { groups: 30, sections: 300, siteSpaces: 1_200 };
const SMALL = { groups: 1, sections: 2, siteSpaces: 2 };
const SPACES = 20;
const TABLES = ['sites', 'site_sections', 'site_section_groups', 'site_spaces', 'spaces', 'targets'];

let service: TestApp;
let client: Client;
let [big, small]: ReadSite[] = [];

beforeAll(async () => {
  service = await startTestApp();
  const { id: organizationId } = await service.make.organization();
  client = service.as((await service.make.user({ organizationId })).token);
  const spaces = await Promise.all(Array.from({ length: SPACES }, (_, index) => service.make.space({ organizationId, title: `Space ${String(index)}` })));
  const make = async (size: typeof BIG): Promise<ReadSite> => {
    const site = await makeSite(service, { organizationId });
    await fill(site, spaces.map(({ id }) => id), size);
    return site;
  };
  [big, small] = [await make(BIG), await make(SMALL)];
  await service.make.db.query(`ANALYZE ${TABLES.join(', ')}`);
});
afterAll(() => service.close());

/** Sections one by one in the groups, site spaces one by one in the sections. */
async function fill({ id, organizationId }: ReadSite, spaceIds: readonly string[], { groups, sections, siteSpaces }: typeof BIG): Promise<void> {
  const { db } = service.make;
  await db.query(
    `INSERT INTO site_section_groups (id, site_id, title, position, created_at)
     SELECT $1 || 'g' || n, $1, 'Group', 'a' || lpad(n::text, 5, '0') || 'V', now() FROM generate_series(0, $2::integer - 1) n`,
    [id, groups],
  );
  await db.query(
    `INSERT INTO site_sections (id, site_id, group_id, title, path, is_default, position, created_at)
     SELECT $1 || 's' || n, $1, $1 || 'g' || n % $3, 'Section', n::text, n = 0, 'a' || lpad(n::text, 5, '0') || 'V', now() FROM generate_series(0, $2::integer - 1) n`,
    [id, sections, groups],
  );
  await db.query(
    `INSERT INTO site_spaces (id, organization_id, site_id, section_id, space_id, path, is_default, position, created_at)
     SELECT $1 || 'i' || n, $2, $1, $1 || 's' || n % $4, ($5::text[])[1 + n % cardinality($5)], n::text, n < $4, 'a' || lpad(n::text, 5, '0') || 'V', now()
     FROM generate_series(0, $3::integer - 1) n`,
    [id, organizationId, siteSpaces, sections, spaceIds],
  );
}

/** How many statements on the parts of sites are behind a request, and the tables that they can only read from end to end. */
async function costOf(path: string): Promise<{ statements: number; scanned: string[] }> {
  const database = service.app.get(Database);
  const asked = await askedDuring(database, /\bsite_s/, async () => {
    expect((await client.get(path)).status).toBe(200);
  });
  const scanned = await database.transaction(async () => {
    // Few rows are read at once anyway: what is asked is whether an index could serve.
    await database.query('SET LOCAL enable_seqscan = off');
    const tables: string[] = [];
    for (const statement of asked) tables.push(...(await scannedTables(database, statement)));
    return tables;
  });
  return { statements: asked.length, scanned };
}

describe('a site of 300 sections and 1,200 site spaces', () => {
  it.each(['/sections', '/section-groups', '/site-spaces', '/site-spaces?default=true'])('is listed as cheaply as one of two sections, page by page: %s', async (list) => {
    const path = (site: ReadSite | undefined, query = ''): string => `${sitePath(site ?? { organizationId: '', id: '' }, list)}${list.includes('?') ? '&' : '?'}limit=10${query}`;
    const { body } = await client.get(path(big));
    const { statements } = await costOf(path(small));
    expect(await costOf(path(big))).toEqual({ statements, scanned: [] });
    expect(await costOf(path(big, `&page=${String(body.next.page)}`))).toEqual({ statements, scanned: [] });
  });

  it('is listed whole and in order', async () => {
    const site = big ?? { organizationId: '', id: '' };
    const [sections, groups, siteSpaces] = await Promise.all(['/sections?limit=70', '/section-groups?limit=7', '/site-spaces?limit=500'].map((list) => client.all(sitePath(site, list))));
    expect([sections?.length, groups?.length, siteSpaces?.length]).toEqual([300, 30, 1_200]);
    expect(groups?.flatMap((group) => group.sections)).toEqual(sections);
    expect(sections?.flatMap((section) => section.siteSpaces)).toEqual(siteSpaces);
  });
});
