import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TargetEntity } from '../../src/modules/access/target.entity.js';
import type { Json } from '../support/client.js';
import { type EditStage, insert, makeEditStage, pathsOf } from '../support/edit-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('inserting pages', () => {
  it('puts them where it is told, last unless told', async () => {
    const stage = await makeEditStage(service);
    const { as, edit, own, one, second } = stage;
    const answer = await edit(insert('Last'), insert('Top', { at: 0 }), insert('In', { into: second, at: 1 }), insert('Far', { at: 900 }), insert('Between', { at: 2, ref: 'between' }), insert('Below', { into: 'between' }));
    expect(answer).toMatchObject({ status: 200, body: { changeRequest: { object: 'change-request', status: 'draft' } } });
    expect(answer.body.changes.map((change: Json) => [change.object, change.ref])).toEqual([['created_page', undefined], ['created_page', undefined], ['created_page', undefined], ['created_page', undefined], ['created_page', 'between'], ['created_page', undefined]]);
    expect(await pathsOf(stage)).toEqual(['top', 'first', 'between', 'between/below', 'second', 'second/child', 'second/in', 'third', 'last', 'far']);
    const { page } = answer.body.changes[0];
    expect(page.urls.location).toBe(`${service.url}${own}/page/${String(page.id)}`);
    expect((await as.get(`${own}/page/${String(page.id)}`)).body).toMatchObject({ title: 'Last', markdown: '' });
    expect((await as.get(one)).body).toEqual(answer.body.changeRequest);
  });

  it('take body and properties, front matter first', async () => {
    const { as, edit, own } = await makeEditStage(service);
    const markdown = '---\ndescription: Told inside\nhidden: true\n---\n\n# Heading\n\nText.\n';
    const { body } = await edit(
      { operation: 'insert_page', document: { markdown }, title: 'Told', description: 'Outside', emoji: '🦊', icon: 'book', slug: 'Own Slug', noIndex: true },
      { operation: 'insert_page', document: { document: { object: 'document', data: {}, nodes: [{ object: 'block', type: 'paragraph', data: {}, isVoid: false, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'From a tree', marks: [] }] }] }] } } },
    );
    const [one, other] = await Promise.all(body.changes.map(async (change: Json) => (await as.get(`${own}/page/${String(change.page.id)}`)).body));
    expect(one).toMatchObject({ title: 'Heading', slug: 'own-slug', description: 'Told inside', hidden: true, emoji: '🦊', icon: 'book', noIndex: true, markdown });
    expect(other).toMatchObject({ title: 'Untitled', slug: 'untitled', markdown: 'From a tree\n' });
  });

  it('take no more of a title that the body has than a title may have', async () => {
    const { as, edit, own, first } = await makeEditStage(service);
    const markdown = `# ${'x'.repeat(254)}é and more\n`;
    const { body } = await edit({ operation: 'insert_page', document: { markdown } }, { operation: 'update_page', page: first, document: { markdown: `---\ntitle: ${'y'.repeat(300)}\n---\n` } });
    const titles = await Promise.all(body.changes.map(async (change: Json) => (await as.get(`${own}/page/${String(change.page.id)}`)).body.title));
    expect(titles).toEqual([`${'x'.repeat(254)}é`, 'y'.repeat(255)]);
  });

  it('turn names of the request, and paths behind /pages/, into lasting addresses', async () => {
    const { as, edit, own, child } = await makeEditStage(service);
    const markdown = '[b](./b.md#x) ![p](./picture) [c](/pages/second/child.md#y) [i](/pages/second) [none](/pages/none/such) [out](https://example.com/)\n';
    const { body } = await edit(
      { operation: 'insert_page', document: { markdown } },
      { operation: 'insert_page', document: {}, title: 'B', ref: 'b' },
      { operation: 'insert_files', files: [{ name: 'p.txt', base64: Buffer.from('bytes').toString('base64'), contentType: 'text/plain', ref: 'picture' }] },
    );
    const [page, b] = body.changes;
    const read = (await as.get(`${own}/page/${String(page.page.id)}`)).body.markdown;
    const second = (await as.get(`${own}/pages`)).body.pages[1].id;
    expect(read).toBe(`[b](/pages/${String(b.page.id)}#x) ![p](/files/${String(body.insertedFiles[0].id)}) [c](/pages/${child}#y) [i](/pages/${String(second)}) [none](/pages/none/such) [out](https://example.com/)\n`);
  });

  it('turn paths behind /pages/ of what the same request inserts into lasting addresses', async () => {
    const { as, edit, own, second } = await makeEditStage(service);
    const markdown = '[own](/pages/overview#overview) [new](/pages/second/new-part.md) [below](/pages/second/new-part/own-slug/README.md) [there](/pages/first) [no](/pages/second/other)\n';
    const { body } = await edit(
      { operation: 'insert_page', document: { markdown: `# Overview\n\n${markdown}` }, title: 'Not this' },
      { operation: 'insert_page', document: { markdown: '---\ntitle: New part\n---\n' }, into: second, ref: 'part' },
      { operation: 'insert_page', document: {}, title: 'Below', slug: 'Own slug', into: 'part' },
      { operation: 'insert_page', document: {}, title: 'First' },
      { operation: 'insert_page', document: {}, title: 'Overview' },
    );
    const [overview, part, below] = body.changes.map((change: Json) => String(change.page.id));
    const first = (await as.get(`${own}/pages`)).body.pages[0].id;
    expect((await as.get(`${own}/page/${String(overview)}`)).body.markdown).toBe(
      `# Overview\n\n[own](/pages/${String(overview)}#overview) [new](/pages/${String(part)}) [below](/pages/${String(below)}) [there](/pages/${String(first)}) [no](/pages/second/other)\n`,
    );
    expect((await as.get(`${own}/page/${String(overview)}/links`)).body.stats).toMatchObject({ total: 5, broken: { total: 1 } });
  });
});

describe('whoever changes the content', () => {
  it('is a contributor from then on, and the change request is newer', async () => {
    const { spaceId, one, own, as } = await makeEditStage(service);
    const { organizationId } = await service.make.db.repo(TargetEntity).findOneByOrFail({ id: spaceId });
    const other = await service.make.user({ organizationId, role: 'edit' });
    const listed = async (): Promise<number> => (await as.get(`/v1/spaces/${spaceId}/change-requests?status=draft&contributor=${other.id}`)).body.count;
    const before = (await as.get(one)).body;
    expect(await listed()).toBe(0);
    const changed = await service.as(other.token).post(own, { changes: [insert('By another')] });
    expect(changed.body.updatedAt > before.updatedAt).toBe(true);
    expect(changed.body.revision).not.toBe(before.revision);
    expect(await listed()).toBe(1);
  });
});

describe('changing pages', () => {
  it('leaves alone what it does not tell', async () => {
    const { as, edit, own, first } = await makeEditStage(service);
    await edit({ operation: 'update_page', page: first, title: 'Other', emoji: '🦊', description: 'D' });
    expect((await as.get(`${own}/page/${first}`)).body).toMatchObject({ title: 'Other', slug: 'first', emoji: '🦊', markdown: 'first\n' });
    const { body } = await edit({ operation: 'update_page', page: first, slug: '', emoji: null, document: { markdown: 'new\n' } });
    expect(body.changes).toEqual([{ object: 'updated_page', page: { object: 'page', id: first, urls: { location: `${service.url}${own}/page/${first}` } } }]);
    const page = (await as.get(`${own}/page/${first}`)).body;
    expect(page).toMatchObject({ title: 'Other', slug: 'other', description: 'D', markdown: 'new\n' });
    expect(page).not.toHaveProperty('emoji');
    await edit({ operation: 'update_page', page: first, document: {} });
    expect((await as.get(`${own}/page/${first}`)).body).not.toHaveProperty('documentId');
  });

  it('moves within and between parents', async () => {
    const stage = await makeEditStage(service);
    const { edit, first, second, child, third } = stage;
    await edit({ operation: 'update_page', page: third, at: 0 });
    expect(await pathsOf(stage)).toEqual(['third', 'first', 'second', 'second/child']);
    await edit({ operation: 'update_page', page: third, into: second, at: 0 }, { operation: 'update_page', page: first, into: second });
    expect(await pathsOf(stage)).toEqual(['second', 'second/third', 'second/child', 'second/first']);
    await edit({ operation: 'update_page', page: child, into: null, at: 0 }, { operation: 'update_page', page: first, at: 0 });
    expect(await pathsOf(stage)).toEqual(['child', 'second', 'second/first', 'second/third']);
  });

  it('makes no revision when nothing changes', async () => {
    const { as, edit, one, first, second, child } = await makeEditStage(service);
    const before = (await as.get(one)).body;
    await edit(
      { operation: 'update_page', page: first, title: 'First', slug: 'first', document: { markdown: 'first\n' }, into: null, at: 0 },
      { operation: 'update_page', page: child, into: second, at: 5 },
      { operation: 'revert_page', page: first },
    );
    expect((await as.get(one)).body).toEqual(before);
  });
});

describe('deleting and reverting pages', () => {
  it('deletes what is below, too, and reverting brings a page back', async () => {
    const stage = await makeEditStage(service);
    const { as, edit, own, second, child, first } = stage;
    const { body } = await edit({ operation: 'delete_page', page: second });
    expect(body.changes.map((change: Json) => [change.object, change.page])).toEqual([['deleted_page', second], ['deleted_page', child]]);
    expect(await pathsOf(stage)).toEqual(['first', 'third']);
    await edit({ operation: 'revert_page', page: second }, { operation: 'revert_page', page: child });
    expect(await pathsOf(stage)).toEqual(['first', 'second', 'second/child', 'third']);
    const { changeRequest } = (await edit({ operation: 'update_page', page: first, title: 'Once', document: { markdown: 'once\n' } })).body;
    await edit({ operation: 'update_page', page: first, title: 'Twice', into: second, document: { markdown: 'twice\n' } });
    await edit({ operation: 'revert_page', page: first, revision: changeRequest.revision });
    expect((await as.get(`${own}/page/${first}`)).body).toMatchObject({ title: 'Once', path: 'first', markdown: 'once\n' });
    await edit({ operation: 'revert_page', page: first });
    expect((await as.get(`${own}/page/${first}`)).body).toMatchObject({ title: 'First', markdown: 'first\n' });
    const added = (await edit(insert('Added'))).body.changes[0].page.id;
    const { updatedAt } = (await as.get(`${own}/page/${first}`)).body;
    const retitled = (await edit({ operation: 'update_page', page: first, title: 'Thrice' })).body.changeRequest.revision;
    await edit({ operation: 'update_page', page: first, title: 'Fourth' });
    const last = (await as.get(`${own}/page/${first}`)).body.updatedAt;
    await edit({ operation: 'revert_page', page: first, revision: retitled });
    const reverted = (await as.get(`${own}/page/${first}`)).body;
    expect(reverted.title).toBe('Thrice');
    expect([updatedAt <= last, last <= reverted.updatedAt]).toEqual([true, true]);
    await edit({ operation: 'revert_page', page: first });
    expect((await edit({ operation: 'revert_page', page: added })).body.changes).toEqual([{ object: 'deleted_page', page: added }]);
    expect(await service.make.db.query('SELECT 1 FROM page_versions WHERE space_id = $1 AND line <> $2 AND until IS NULL', [stage.spaceId, 'main'])).toEqual([]);
  });

  it('brings a page back behind the one that has its place now, so that there is room between them', async () => {
    const stage = await makeEditStage(service);
    const { edit, first, second, child } = stage;
    // What comes before the first of those that are left gets the place that the first one had.
    await edit({ operation: 'update_page', page: first, at: 2 }, insert('Before', { at: 0 }));
    await edit({ operation: 'revert_page', page: first });
    await edit(insert('Between', { at: 1 }));
    expect(await pathsOf(stage)).toEqual(['before', 'between', 'first', 'second', 'second/child', 'third']);
    // A page whose parent is gone comes to the root, where others have its place.
    await edit({ operation: 'delete_page', page: second }, { operation: 'revert_page', page: child });
    const siblings = (await pathsOf(stage)).length;
    for (let at = siblings; at >= 0; at -= 1) await edit(insert('Room', { at }));
    expect((await pathsOf(stage)).filter((_, index) => index % 2 === 0).every((path) => path.startsWith('room'))).toBe(true);
  });

  it('forgets what one request makes and deletes', async () => {
    const stage = await makeEditStage(service);
    const { edit } = stage;
    const { body } = await edit(insert('Gone', { ref: 'gone' }), { operation: 'update_page', page: 'gone', title: 'Renamed' }, { operation: 'delete_page', page: 'gone' }, insert('Stays'));
    expect(body.changes.map((change: Json) => change.object)).toEqual(['created_page']);
    expect(await pathsOf(stage)).toEqual(['first', 'second', 'second/child', 'third', 'stays']);
  });
});

describe('edits that cancel each other', () => {
  const document = { markdown: 'other\n' };
  it.each<[string, (stage: EditStage) => object[]]>([
    ['a page that is made and deleted', () => [insert('Temp', { ref: 't' }), { operation: 'delete_page', page: 't' }]],
    ['a page that is made and reverted', () => [insert('Temp', { ref: 't' }), { operation: 'revert_page', page: 't' }]],
    ['a title that is changed back', ({ first }) => [{ operation: 'update_page', page: first, title: 'X' }, { operation: 'update_page', page: first, title: 'First' }]],
    ['a page that is moved back', ({ first }) => [{ operation: 'update_page', page: first, at: 1 }, { operation: 'update_page', page: first, at: 0 }]],
    ['a page that is moved below another and back', ({ first, second }) => [{ operation: 'update_page', page: first, into: second }, { operation: 'update_page', page: first, into: null, at: 0 }]],
    ['a tree that is deleted and reverted', ({ second, child }) => [{ operation: 'delete_page', page: second }, { operation: 'revert_page', page: second }, { operation: 'revert_page', page: child }]],
    ['a body that is changed back', ({ first }) => [{ operation: 'update_page', page: first, document }, { operation: 'update_page', page: first, document: { markdown: 'first\n' } }]],
  ])('make no revision: %s', async (_, changes) => {
    const stage = await makeEditStage(service);
    const { as, edit, one, own, third } = stage;
    for (const earlier of [false, true]) {
      if (earlier) await edit({ operation: 'update_page', page: third, title: 'Earlier' });
      const before = [(await as.get(one)).body, (await as.get(`${own}/pages`)).body];
      expect((await edit(...changes(stage))).status).toBe(200);
      expect([(await as.get(one)).body, (await as.get(`${own}/pages`)).body]).toEqual(before);
    }
  });

  it('make one where the order is another in the end', async () => {
    const stage = await makeEditStage(service);
    const { as, edit, first, one, third } = stage;
    const { revision } = (await as.get(one)).body;
    await edit({ operation: 'update_page', page: first, at: 1 }, { operation: 'update_page', page: third, at: 2 });
    expect(await pathsOf(stage)).toEqual(['second', 'second/child', 'first', 'third']);
    expect((await as.get(one)).body.revision).not.toBe(revision);
  });
});

describe('a slug that is written otherwise', () => {
  it.each(['', 'Alpha-Beta', 'alpha beta', 'alpha-beta ', 'alpha-beta'])('is the page’s own still: %j', async (slug) => {
    const { as, edit, own, first } = await makeEditStage(service);
    await edit({ operation: 'update_page', page: first, title: 'Alpha Beta', slug: 'alpha-beta' });
    await edit({ operation: 'update_page', page: first, slug });
    expect((await as.get(`${own}/page/${first}`)).body).toMatchObject({ slug: 'alpha-beta', path: 'alpha-beta' });
  });

  it('is the page’s own number, too, where another page has the slug', async () => {
    const { as, edit, own, first } = await makeEditStage(service);
    await edit(insert('First'), { operation: 'update_page', page: first, title: 'Second' });
    await edit({ operation: 'update_page', page: first, slug: '' });
    expect((await as.get(`${own}/page/${first}`)).body.slug).toBe('second-1');
    await edit({ operation: 'update_page', page: first, slug: '' });
    expect((await as.get(`${own}/page/${first}`)).body.slug).toBe('second-1');
  });
});
