import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { commitTo, makeChangeRequest } from '../support/change-requests.js';
import type { Client, Json } from '../support/client.js';
import { type DocumentSite, startDocumentSite } from '../support/document-site.js';
import { newPage } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let site: DocumentSite;

beforeAll(async () => {
  [service, site] = await Promise.all([startTestApp(), startDocumentSite()]);
});
afterAll(async () => {
  await service.close();
  await site.close();
});

interface Stage {
  spaceId: string;
  id: string;
  /** Content of the space and of the change request. */
  main: string;
  own: string;
  as: Client;
  /** A page with a child, and one that links to the child and to nothing. */
  parent: string;
  child: string;
  linking: string;
  file: string;
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('review');
  const spaceId = space.id;
  const parent = await service.make.page(spaceId, { title: 'Parent', markdown: 'parent\n' });
  const child = await service.make.page(spaceId, { title: 'Child', parentId: parent, markdown: '# Here\n' });
  const file = await service.make.file(spaceId, { gitPath: 'a.png' });
  const linking = await service.make.page(spaceId, { title: 'Linking', gitPath: 'linking.md', markdown: '[child](parent/child) [later](later) ![file](a.png)\n' });
  const id = await makeChangeRequest(service, spaceId);
  const main = `/v1/spaces/${spaceId}/content`;
  return { spaceId, id, main, own: `/v1/spaces/${spaceId}/change-requests/${id}/content`, as: service.as(member.token), parent, child, linking, file };
}

/** Without what names where it was read. */
function bare(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll(/\/~\/changes\/\d+/g, ''));
}

async function titles(as: Client, content: string): Promise<string[]> {
  const flat = (pages: Json[]): string[] => pages.flatMap((page) => [`${String(page.path)}: ${String(page.title)}`, ...flat(page.pages)]);
  return flat((await as.get(`${content}/pages`)).body.pages);
}

describe('the content of a new change request', () => {
  it('is the main content as it was', async () => {
    const { as, main, own, spaceId, child, linking, file } = await makeStage();
    for (const part of ['', '/pages', '/files', `/files/${file}`, `/files/${file}/backlinks`, `/page/${child}`, `/page/${child}?format=document`]) {
      expect(bare((await as.get(own + part)).body)).toEqual((await as.get(main + part)).body);
    }
    const links = (await as.get(`${main}/page/${linking}/links`)).body;
    expect(bare((await as.get(`${own}/page/${linking}/links`)).body)).toEqual({ ...links, stats: { total: 3, broken: { total: 1, changeRequest: 0 } } });
    const before = (await as.get(own)).body;
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: child, fields: { title: 'Changed' }, markdown: 'changed\n' }], deletedPages: [linking] });
    await service.make.page(spaceId, { title: 'New', parentId: child });
    await service.make.file(spaceId);
    expect((await as.get(own)).body).toEqual(before);
    expect((await as.get(`${own}/page/${child}`)).body.markdown).toBe('# Here\n');
    expect((await as.get(`${own}/page/${linking}/links`)).body.stats).toEqual({ total: 3, broken: { total: 1, changeRequest: 0 } });
    expect((await as.get(`${own}/files/${file}/backlinks`)).body).toMatchObject({ count: 1, items: [{ page: { id: linking } }] });
  });

  it('is tagged, and answers 304 until it changes', async () => {
    const { as, own, spaceId, id, child } = await makeStage();
    for (const part of ['', '/pages', '/files', `/page/${child}`, `/page/${child}/links`]) {
      const tag = String((await as.get(own + part)).headers.get('etag'));
      expect((await as.get(own + part, { headers: { 'if-none-match': tag } })).status).toBe(304);
      await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: child, markdown: `[x](${newId()})\n` }], newFiles: [] });
      if (part !== '/files') expect((await as.get(own + part, { headers: { 'if-none-match': tag } })).status).toBe(200);
    }
  });

  it('has no page or file of elsewhere', async () => {
    const { as, own } = await makeStage();
    const other = await makeStage();
    for (const part of [`page/${other.child}`, `page/${other.child}/links`, `files/${other.file}`, `files/${other.file}/backlinks`, `page/${newId()}`, 'page/a.b', 'files/a.b']) {
      expect((await as.get(`${own}/${part}`)).status).toBe(404);
    }
  });
});

describe('changes of a change request', () => {
  it('are its own, and the main content stays', async () => {
    const { as, main, own, spaceId, id, parent, child, linking } = await makeStage();
    const before = (await as.get(main)).body;
    const added = newPage({ title: 'Added', parentId: parent, markdown: 'added\n' });
    await commitTo(service, spaceId, id, { newPages: [added], pageUpdates: [{ pageId: child, fields: { title: 'Other' }, slug: 'other', markdown: 'other\n' }], deletedPages: [linking] });
    expect(await titles(as, own)).toEqual(['parent: Parent', 'parent/other: Other', 'parent/added: Added']);
    expect((await as.get(`${own}/page/${child}`)).body).toMatchObject({ path: 'parent/other', markdown: 'other\n' });
    expect((await as.get(`${own}/page/${parent}`)).body.pages.map((page: Json) => page.title)).toEqual(['Other', 'Added']);
    expect((await as.get(`${own}/page/${linking}`)).status).toBe(404);
    expect((await as.get(`${own}/page/${linking}/links`)).status).toBe(404);
    expect((await as.get(main)).body).toEqual(before);
    expect((await as.get(`/v1/spaces/${spaceId}/search?query=added`)).body.count).toBe(0);
  });

  it('make revisions, each the child of the one before', async () => {
    const { as, main, own, spaceId, id, child } = await makeStage();
    const initial = (await as.get(main)).body.id;
    const first = await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: child, markdown: 'one\n' }] });
    expect((await as.get(own)).body).toMatchObject({ id: first.revisionId, type: 'edits', parents: [initial] });
    const second = await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: child, markdown: 'two\n' }] });
    expect((await as.get(own)).body).toMatchObject({ id: second.revisionId, parents: [first.revisionId] });
    const same = await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: child, markdown: 'two\n' }] });
    expect(same).toEqual(second);
    expect((await as.get(`/v1/spaces/${spaceId}/change-requests/${id}`)).body).toMatchObject({ revision: second.revisionId, revisionInitial: initial, outdated: false });
  });

  it('keep the addresses of covers as they were written, also those that lead nowhere', async () => {
    const { as, own } = await makeStage();
    const { body } = await as.post(`${own}?compat=false`, { changes: [{ operation: 'insert_page', document: { markdown: '---\ncover: images/sea.png\ncoverDark: https://exämple.com/a|b\n---\n' } }] });
    const cover = { ref: { kind: 'url', url: 'images/sea.png' }, refDark: { kind: 'url', url: 'https://exämple.com/a|b' }, yPos: 0 };
    expect((await as.get(`${own}/page/${String(body.changes[0].page.id)}`)).body).toMatchObject({ cover });
  });

  it('find free slugs among all that show', async () => {
    const { as, own, spaceId, id, parent, child } = await makeStage();
    const slug = async (page = newPage({ title: 'Child', parentId: parent })): Promise<string> => {
      await commitTo(service, spaceId, id, { newPages: [page] });
      return (await as.get(`${own}/page/${page.pageId}`)).body.slug;
    };
    expect([await slug(), await slug()]).toEqual(['child-1', 'child-2']);
    await commitTo(service, spaceId, id, { deletedPages: [child] });
    expect(await slug()).toBe('child');
  });

  it('delete what is below, wherever it comes from', async () => {
    const { as, own, spaceId, id, parent, child } = await makeStage();
    const deep = newPage({ title: 'Deep', parentId: child });
    await commitTo(service, spaceId, id, { newPages: [deep] });
    await commitTo(service, spaceId, id, { deletedPages: [parent] });
    expect(await titles(as, own)).toEqual(['linking: Linking']);
    await expect(commitTo(service, spaceId, id, { pageUpdates: [{ pageId: deep.pageId, markdown: 'x' }] })).rejects.toThrow('no page');
  });
});

describe('links in a change request', () => {
  it('heal when it adds what they wait for, and break when it deletes what they lead to', async () => {
    const { as, main, own, spaceId, id, child, linking, file } = await makeStage();
    const statuses = async (content: string): Promise<string[]> => (await as.get(`${content}/page/${linking}/links`)).body.items.map((link: Json) => link.status);
    expect(await statuses(own)).toEqual(['ok', 'broken', 'ok']);
    const later = newPage({ title: 'Later' });
    await commitTo(service, spaceId, id, { newPages: [later] });
    expect(await statuses(own)).toEqual(['ok', 'ok', 'ok']);
    expect(await statuses(main)).toEqual(['ok', 'broken', 'ok']);
    await commitTo(service, spaceId, id, { deletedPages: [child] });
    expect((await as.get(`${own}/page/${linking}/links`)).body.stats).toEqual({ total: 3, broken: { total: 1, changeRequest: 1 } });
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: linking, markdown: '![file](a.png) ![file](a.png)\n' }] });
    expect((await as.get(`${own}/files/${file}/backlinks`)).body).toMatchObject({ count: 1, items: [{ page: { id: linking } }] });
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: linking, markdown: 'nothing\n' }] });
    expect((await as.get(`${own}/files/${file}/backlinks`)).body.count).toBe(0);
    expect((await as.get(`${main}/files/${file}/backlinks`)).body.count).toBe(1);
  });

  it('keep their target when the change request moves it', async () => {
    const { as, own, spaceId, id, child, linking } = await makeStage();
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: child, parentId: null, slug: 'moved' }] });
    expect((await as.get(`${own}/page/${linking}/links`)).body.items[0]).toMatchObject({ status: 'ok', targetReference: { page: { id: child, path: 'moved' } } });
  });
});

describe('importing into a change request', () => {
  it('adds to its content alone, and tells where', async () => {
    const { as, main, own } = await makeStage();
    const before = (await as.get(main)).body;
    const imported = await as.post(`${own}/import`, { url: site.url, source: 'markdown' });
    expect(imported).toMatchObject({ status: 201, body: { importedResources: imported.body.totalResources } });
    expect(imported.headers.get('location')).toBe(service.url + own);
    expect((await as.get(own)).body).toMatchObject({ id: imported.body.revision });
    expect((await as.get(`${own}/pages`)).body.pages.length).toBe(before.pages.length + 1);
    expect((await as.get(main)).body).toEqual(before);
  });

  it('changes nothing when the address cannot be read', async () => {
    const { as, own } = await makeStage();
    const before = (await as.get(own)).body;
    expect((await as.post(`${own}/import`, { url: 'http://127.0.0.1:9/', source: 'website' })).status).toBe(400);
    expect((await as.get(own)).body).toEqual(before);
  });
});
