import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseCheck, INVARIANTS, violatedOf } from '../../src/cli/check/database-check.js';
import { Database } from '../../src/kernel/database/database.js';
import { ObjectStorage } from '../../src/kernel/storage/object-storage.js';
import { makeChangeRequest } from '../support/change-requests.js';
import { everythingIn } from '../support/everything.js';
import { publishIntegration } from '../support/integrations.js';
import { png } from '../support/pictures.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let db: Database;
let check: DatabaseCheck;

beforeAll(async () => {
  service = await startTestApp();
  db = service.make.db;
  check = new DatabaseCheck(db, service.app.get(ObjectStorage));
  const { space, member } = await service.make.spaceWithMember('admin');
  await everythingIn(service, space);
  const parentId = await service.make.page(space.id, { slug: 'above', title: 'Above' });
  await service.make.page(space.id, { slug: 'below', title: 'Below', parentId });
  await service.make.page(space.id, { slug: 'beside', title: 'Beside', parentId });
  const collection = await service.make.collection({ organizationId: space.organizationId });
  const below = await service.make.space({ organizationId: space.organizationId, parentId: collection.id });
  await service.make.grant(below.id, member.id, 'read');
  await service.make.organization('Elsewhere');
  const [icon, preview] = [0, 1].map((shade) => png(2, 2, { shade }).toString('base64'));
  await publishIntegration(service, { organizationId: space.organizationId, icon, previewImages: [preview ?? '', icon ?? ''] });
  const as = service.as(member.token);
  await as.get('/v1/user');
  await as.post(`/v1/orgs/${space.organizationId}/ping`);
  for (const title of ['First', 'Second']) {
    const one = `/v1/spaces/${space.id}/change-requests/${await makeChangeRequest(service, space.id)}`;
    expect(await as.post(`${one}/content`, { changes: [{ operation: 'insert_page', title, document: { markdown: `${title}\n` } }] })).toMatchObject({ status: 200 });
    if (title === 'First') await as.post(`${one}/merge`);
    else await as.post(`${one}/comments`, { body: { markdown: 'Here' } });
  }
});
afterAll(() => service.close());

const OTHER_ORGANIZATION = `(SELECT id FROM organizations WHERE title = 'Elsewhere')`;
const CURRENT_MAIN = `line = 'main' AND until IS NULL`;
const ONE_PAGE = `page_id = (SELECT min(page_id) FROM page_versions WHERE ${CURRENT_MAIN})`;

/** What breaks each invariant. Neither triggers nor foreign keys hinder it. */
const BREAKS: Readonly<Record<string, string>> = {
  'members are counted wrongly': `DELETE FROM member_counts`,
  'members who were seen are counted wrongly': `UPDATE seen_member_counts SET count = count + 1`,
  'teams are counted wrongly': `UPDATE team_counts SET count = count + 1`,
  'a team counts its members wrongly': `DELETE FROM team_members`,
  'a member is not found by name': `DELETE FROM member_texts`,
  'a collection or space stands nowhere in its tree, or keeps something else of what is above it': `UPDATE targets SET default_fixed = true`,
  'something stands in a space': `UPDATE targets SET parent_id = (SELECT min(id) FROM spaces) WHERE kind = 'collection'`,
  'two collections or spaces have one position': `UPDATE targets SET position = 'a0'`,
  'a place in the tree is of nothing, or of something of another kind': `DELETE FROM collections`,
  'a space is half in the trash': `UPDATE spaces SET deleted_at = now()`,
  'collections and spaces are counted wrongly': `UPDATE targets SET trashed = true`,
  'something is granted in another organization': `UPDATE grants SET organization_id = ${OTHER_ORGANIZATION}`,
  'an invitation is to another organization': `UPDATE link_invites SET role = NULL, level = 'read', target_id = (SELECT min(id) FROM spaces), organization_id = ${OTHER_ORGANIZATION}`,
  'a line of content belongs to no change request': `DELETE FROM change_requests`,
  'numbers of a line have a gap': `UPDATE revisions SET number = number + 100 WHERE number > 1`,
  'the first parent is not the revision before': `UPDATE revisions SET parents[1] = 'gone' WHERE number > 1`,
  'a merge or an update has not two parents, or anything else more than one': `UPDATE revisions SET parents = parents[1:1] WHERE type = 'merge'`,
  'a head is not the newest revision of the main content': `UPDATE spaces SET revision_number = revision_number - 1, revision_id = 'older' WHERE revision_number > 1`,
  'a duplicate shows what its original had, and that has changed': `UPDATE spaces SET source_id = (SELECT min(id) FROM spaces), source_number = 1000 WHERE id > (SELECT min(id) FROM spaces)`,
  'versions of one page overlap, or belong to no revision': `UPDATE page_versions SET until = 1000 WHERE ${CURRENT_MAIN}`,
  'versions of one file overlap, or belong to no revision': `UPDATE file_versions SET since = 1000`,
  'covers of one page or file overlap, or belong to no revision': `INSERT INTO covered_items (space_id, line, item_id, since) SELECT space_id, line, page_id, 1000 FROM page_versions`,
  'a page of the main content stands nowhere': `UPDATE page_versions SET parent_id = page_id WHERE ${ONE_PAGE}`,
  'two pages of the main content have one path': `INSERT INTO page_versions SELECT (jsonb_populate_record(p, jsonb_build_object('page_id', 'copy', 'until', 1000, 'position', 'zz'))).* FROM page_versions p WHERE ${ONE_PAGE} AND ${CURRENT_MAIN}`,
  'two pages of the main content have one position': `UPDATE page_versions SET position = 'a0'`,
  'a link belongs to no version of a page': `UPDATE page_links SET since = since + 1000`,
  'a page is found that is not there, or the other way round': `DELETE FROM search_places`,
  'a page is found by a text that is not there, or by none that the search asks for': `UPDATE search_places SET home_id = 'elsewhere'`,
  'a text is found nowhere': `UPDATE search_pages SET version = version + 1`,
  'numbers of change requests have a gap': `UPDATE change_requests SET number = number + 100 WHERE number > 1`,
  'a head is not the newest revision of the change request': `UPDATE change_requests SET revision_id = revision_initial WHERE revision_number > 0`,
  'a change request lies over no revision of the main content': `UPDATE change_requests SET base_number = 1000`,
  'a merge is not one of a merged change request': `UPDATE change_requests SET revision_merged = 'another' WHERE status = 'merged'`,
  'a merged change request is not in the main content': `UPDATE change_requests SET revision_merged = 'another' WHERE status = 'merged'`,
  'an update does not lie over what it took in': `UPDATE revisions SET type = 'update' WHERE type = 'merge'`,
  'the space counts its change requests wrongly': `UPDATE change_requests SET status = 'archived' WHERE status <> 'merged'`,
  'a change request is not in the organization of its space': `UPDATE change_requests SET organization_id = ${OTHER_ORGANIZATION}`,
  'a contributor is kept under another space': `UPDATE change_request_contributors SET space_id = 'another'`,
  'a review or a request for one names no revision': `UPDATE change_request_reviews SET revision_id = 'none'`,
  'a comment counts its replies wrongly': `DELETE FROM comment_replies`,
  'comments of a space or a change request are counted wrongly': `UPDATE comment_counts SET count = count + 1`,
  'a space counts its open comments wrongly': `UPDATE spaces SET comments = comments + 1`,
  'a change request counts its open comments wrongly': `DELETE FROM comments WHERE change_request_id IS NOT NULL`,
  'a comment is on a change request of another space': `UPDATE comments SET space_id = 'another' WHERE change_request_id IS NOT NULL`,
  'a comment names no revision': `UPDATE comments SET revision_id = 'none'`,
  'a comment belongs to a review of something else': `UPDATE comments SET review_id = (SELECT min(id) FROM change_request_reviews) WHERE id = (SELECT min(id) FROM comments WHERE change_request_id IS NULL)`,
  'a reply is not where its comment is': `UPDATE comment_replies SET home_id = 'elsewhere'`,
  'a reaction is to a reply to another comment': `INSERT INTO comment_reactions (subject_id, emoji, user_id, comment_id, reply_id, reacted_at) SELECT id, '1f44d', posted_by, 'another', id, now() FROM comment_replies`,
  'a site counts its site spaces wrongly': `DELETE FROM site_spaces`,
  'a site with sections has not exactly one default section': `UPDATE site_sections SET is_default = false`,
  'a section or a site without sections has not exactly one default site space': `UPDATE site_spaces SET is_default = false`,
  'a site has site spaces beside its sections': `UPDATE site_spaces SET section_id = NULL WHERE id = (SELECT min(id) FROM site_spaces)`,
  'two parts of a site have one position': `UPDATE site_sections SET group_id = NULL, position = 'a0'; UPDATE site_section_groups SET position = 'a0'`,
  'two organizations have sites at one host': `UPDATE sites SET hostname = NULL, proxy = 'www.example.com/one'; INSERT INTO sites SELECT (jsonb_populate_record(s, jsonb_build_object('id', 'copy', 'organization_id', ${OTHER_ORGANIZATION}, 'proxy', 'www.example.com/one/two'))).* FROM sites s LIMIT 1`,
  'a spec names a version that is none of its own': `UPDATE openapi_specs SET last_version_id = 'none'`,
  'something is installed in a space or site of another organization': `UPDATE integration_installations SET organization_id = ${OTHER_ORGANIZATION}`,
};

class Undone extends Error {}

/** The faults that are told once the data is broken; afterwards it is as before. */
async function faultsAfter(statement: string): Promise<string[]> {
  let faults: string[] = [];
  const breaking = db.transaction(async () => {
    await db.query('SET LOCAL session_replication_role = replica');
    await db.query(statement);
    faults = (await violatedOf(db)).map(({ fault, violations }) => (violations.length === 0 ? '' : fault));
    throw new Undone();
  });
  await expect(breaking).rejects.toThrow(Undone);
  return faults;
}

describe('the check of everything that is stored', () => {
  it('tells nothing of what the service wrote', async () => {
    expect(await check.run()).toEqual({ invariants: INVARIANTS.length + 1, files: 3, violated: [] });
  });

  it.each(INVARIANTS.map(({ fault }) => fault))('sees that %s', async (fault) => {
    expect(await faultsAfter(BREAKS[fault] ?? '')).toContain(fault);
  });

  it('sees cycles of pages and of collections', async () => {
    const twoPages = `UPDATE page_versions SET parent_id = (SELECT page_id FROM page_versions WHERE slug = 'below') WHERE slug = 'above'`;
    expect(await faultsAfter(twoPages)).toContain('a page of the main content stands nowhere');
    const collection = `UPDATE targets SET parent_id = (SELECT min(below.id) FROM targets below WHERE below.parent_id = targets.id) WHERE kind = 'collection'`;
    expect(await faultsAfter(collection)).toContain('a collection or space stands nowhere in its tree, or keeps something else of what is above it');
  });

  it('tells where, as ids', async () => {
    const [space] = await db.query<{ id: string }>('SELECT min(id) AS id FROM spaces');
    await db.query('UPDATE spaces SET comments = comments + 7 WHERE id = $1', [space?.id]);
    const { violated } = await check.run();
    await db.query('UPDATE spaces SET comments = comments - 7 WHERE id = $1', [space?.id]);
    expect(violated).toEqual([{ fault: 'a space counts its open comments wrongly', violations: [expect.objectContaining({ space_id: space?.id })] }]);
  });

  it('sees that the bytes of files and of pictures are gone', async () => {
    const hashes = await db.query<{ hash: string }>("SELECT hash FROM file_versions UNION SELECT icon->>'hash' FROM integrations WHERE icon IS NOT NULL");
    const objects = join(service.config.dataDirectory, 'objects');
    await rename(objects, `${objects}-away`);
    const { files, violated } = await check.run().finally(() => rename(`${objects}-away`, objects));
    expect([files, violated]).toEqual([3, [{ fault: 'bytes of a file are not in the storage', violations: expect.arrayContaining(hashes) }]]);
  });
});
