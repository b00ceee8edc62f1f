import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { NewPage } from '../../src/modules/content/store/content-changes.js';
import { commitTo, makeChangeRequest } from '../support/change-requests.js';
import type { Json } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('pages', () => {
  it('come as a tree in order, with paths made of slugs, each readable by its id', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    const [guide, part, deep] = [newId(), newId(), newId()];
    await service.make.commit(space.id, {
      newPages: [
        newPage({ pageId: part, title: 'Grundlagen & Übersicht', type: 'group', markdown: null }),
        newPage({ pageId: guide, title: 'Guide', parentId: part, markdown: '# Guide\n\nText.\n' }),
        newPage({ pageId: deep, title: 'Deep', parentId: guide, markdown: null }),
        newPage({ title: '設計' }),
        newPage({ title: 'Guide', parentId: part }),
      ],
    });

    const tree = await client.get(`/v1/spaces/${space.id}/content/pages`);
    expect(tree.status).toBe(200);
    expect(outline(tree.body.pages)).toEqual(['grundlagen-übersicht', 'grundlagen-übersicht/guide', 'grundlagen-übersicht/guide/deep', 'grundlagen-übersicht/guide-1', '設計']);

    const page = await client.get(`/v1/spaces/${space.id}/content/page/${guide}`);
    expect(page.body).toMatchObject({ id: guide, title: 'Guide', type: 'document', path: 'grundlagen-übersicht/guide', markdown: '# Guide\n\nText.\n', pages: [{ id: deep }] });
    const group = await client.get(`/v1/spaces/${space.id}/content/page/${part}`);
    expect(group.body).toMatchObject({ id: part, type: 'group', pages: [{ id: guide }, { title: 'Guide', slug: 'guide-1' }] });
    expect(group.body.markdown).toBeUndefined();
  });

  it('keep their id and creation through changes, and a change of nothing makes no revision', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    const pageId = await service.make.page(space.id, { title: 'Old', markdown: 'one\n' });
    const before = (await client.get(`/v1/spaces/${space.id}/content/page/${pageId}`)).body;
    await service.make.commit(space.id, { pageUpdates: [{ pageId, fields: { title: 'New' }, markdown: 'two\n' }] });
    const after = await client.get(`/v1/spaces/${space.id}/content/page/${pageId}`);
    expect(after.body).toMatchObject({ id: pageId, title: 'New', slug: 'old', markdown: 'two\n', createdAt: before.createdAt });

    const revision = (await client.get(`/v1/spaces/${space.id}/content`)).body;
    expect(revision).toMatchObject({ object: 'revision', type: 'edits', parents: [expect.any(String)], files: [], reusableContents: [], variables: {} });
    await service.make.commit(space.id, { pageUpdates: [{ pageId, fields: { title: 'New' }, markdown: 'two\n' }] });
    expect((await client.get(`/v1/spaces/${space.id}/content`)).body.id).toBe(revision.id);
  });

  it('go with everything below them, and cannot come below themselves', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    const top = await service.make.page(space.id, { title: 'Top' });
    const below = await service.make.page(space.id, { title: 'Below', parentId: top });
    await expect(service.make.commit(space.id, { pageUpdates: [{ pageId: top, parentId: below }] })).rejects.toThrow('below itself');
    await service.make.commit(space.id, { deletedPages: [top] });
    expect((await client.get(`/v1/spaces/${space.id}/content/pages`)).body.pages).toEqual([]);
    expect((await client.get(`/v1/spaces/${space.id}/content/page/${below}`)).status).toBe(404);
  });

  it('are revalidated by their entity tag', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    const pageId = await service.make.page(space.id, { markdown: 'one\n' });
    const path = `/v1/spaces/${space.id}/content/page/${pageId}`;
    const tag = (await client.get(path)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    const again = await client.get(path, { headers: { 'if-none-match': `"other", W/${tag}` } });
    expect(again).toMatchObject({ status: 304, body: undefined });
    expect(again.headers.get('cache-control')).toBe('private');
    expect((await client.get(`${path}?metadata=false`)).headers.get('etag')).not.toBe(tag);
    await service.make.page(space.id);
    expect((await client.get(path, { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  it('show what came from a folder of Git unless metadata is left out', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    const pageId = await service.make.page(space.id, { gitPath: 'a.md', gitOid: 'abc' });
    const path = `/v1/spaces/${space.id}/content/page/${pageId}`;
    expect((await client.get(path)).body.git).toEqual({ oid: 'abc', path: 'a.md' });
    expect((await client.get(`${path}?metadata=false`)).body.git).toBeUndefined();
    expect((await client.get(`${path}?metadata=no`)).status).toBe(400);
  });
});

describe('links', () => {
  it('follow the page when it moves, and are broken when it is gone', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    const target = await service.make.page(space.id, { title: 'Target', markdown: '# Set:Up\n' });
    const folder = await service.make.page(space.id, { title: 'Folder' });
    const source = await service.make.page(space.id, { title: 'Source', markdown: '[a](target) [b](target#setup) [c](target#none) [d](gone) [e](https://example.com/) [f](mailto:a@example.com)\n' });
    const links = `/v1/spaces/${space.id}/content/page/${source}/links`;

    const first = await client.get(links);
    expect(first.body.items.map((item: { status: string }) => item.status)).toEqual(['ok', 'ok', 'broken', 'broken', 'ok', 'ok']);
    expect(first.body.stats).toEqual({ total: 6, broken: { total: 2 } });
    expect(first.body.items[0].targetReference).toMatchObject({ kind: 'page', page: { id: target, path: 'target' }, space: { id: space.id, permissions: { view: true, admin: false } } });

    await service.make.commit(space.id, { pageUpdates: [{ pageId: target, parentId: folder, slug: 'moved' }] });
    await service.make.commit(space.id, { pageUpdates: [{ pageId: source, fields: { title: 'Source again' } }] });
    const moved = await client.get(links);
    expect(moved.body.items[0]).toMatchObject({ status: 'ok', targetReference: { page: { path: 'folder/moved' } } });

    await service.make.commit(space.id, { deletedPages: [target] });
    const gone = await client.get(`${links}?status=broken`);
    expect(gone.body).toMatchObject({ count: 4, stats: { total: 6, broken: { total: 4 } } });
    expect(gone.body.items[0].targetReference).toBeUndefined();
  });

  it('heal when their target appears', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    const source = await service.make.page(space.id, { title: 'Source', gitPath: 'docs/source.md', markdown: '[later](./later.md)\n' });
    const links = `/v1/spaces/${space.id}/content/page/${source}/links`;
    expect((await client.get(links)).body.items[0].status).toBe('broken');
    const later = await service.make.page(space.id, { title: 'Other title', gitPath: 'docs/later.md' });
    expect((await client.get(links)).body.items[0]).toMatchObject({ status: 'ok', targetReference: { page: { id: later } } });
  });

  it('heal when a page above their target comes to the place that they name', async () => {
    const { space, member } = await service.make.spaceWithMember('review');
    const client = service.as(member.token);
    const old = await service.make.page(space.id, { title: 'Old' });
    const below = await service.make.page(space.id, { title: 'Below', parentId: old });
    const target = await service.make.page(space.id, { title: 'Target', parentId: below });
    const source = await service.make.page(space.id, { title: 'Source', markdown: '[t](/new/below/target) [u](/last/below/target)\n' });
    const main = `/v1/spaces/${space.id}`;
    const leadTo = async (content = main): Promise<unknown[]> => (await client.get(`${content}/content/page/${source}/links`)).body.items.map((link: Json) => link.targetReference?.page.id);
    const [id, other] = [await makeChangeRequest(service, space.id), await makeChangeRequest(service, space.id)];
    await commitTo(service, space.id, other, { newPages: [newPage({ title: 'Else' })] });
    await commitTo(service, space.id, id, { pageUpdates: [{ pageId: old, slug: 'new' }] });
    expect([await leadTo(`${main}/change-requests/${id}`), await leadTo()]).toEqual([[target, undefined], [undefined, undefined]]);
    await client.post(`${main}/change-requests/${id}/merge`);
    expect(await leadTo()).toEqual([target, undefined]);
    await client.post(`${main}/change-requests/${other}/update`);
    expect(await leadTo(`${main}/change-requests/${other}`)).toEqual([target, undefined]);
    const last = await service.make.page(space.id, { title: 'Last' });
    await service.make.commit(space.id, { pageUpdates: [{ pageId: below, parentId: last }] });
    expect(await leadTo()).toEqual([target, target]);
  });

  it('heal when their target appears with many others, also in a change request', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    const source = await service.make.page(space.id, { title: 'Source', markdown: '[later](later/page-7) [never](never)\n' });
    const id = await makeChangeRequest(service, space.id);
    const own = newPage({ title: 'Own source', markdown: '[later](later/page-8)\n' });
    await commitTo(service, space.id, id, { newPages: [own] });
    const many = (): NewPage[] => {
      const later = newPage({ title: 'Later' });
      return [later, ...Array.from({ length: 250 }, (_, number) => newPage({ title: `Page ${String(number)}`, parentId: later.pageId }))];
    };
    const statuses = async (content: string, page: string): Promise<unknown[]> => (await client.get(`/v1/spaces/${space.id}/${content}/page/${page}/links`)).body.items.map((link: Json) => link.status);
    await commitTo(service, space.id, id, { newPages: many() });
    const inRequest = `change-requests/${id}/content`;
    expect([await statuses(inRequest, source), await statuses(inRequest, own.pageId), await statuses('content', source)]).toEqual([['ok', 'broken'], ['ok'], ['broken', 'broken']]);
    await service.make.commit(space.id, { newPages: many() });
    expect(await statuses('content', source)).toEqual(['ok', 'broken']);
  });

  it('may be longer than what an index takes', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    const slugs = Array.from({ length: 60 }, (_, depth) => createHash('sha384').update(String(depth)).digest('hex'));
    const source = await service.make.page(space.id, { title: 'Source', markdown: `[deep](/${slugs.join('/')}) [none](${slugs.join('')}) [pages](/pages/${slugs.join('')})\n` });
    const statuses = async (): Promise<unknown[]> => (await client.get(`/v1/spaces/${space.id}/content/page/${source}/links`)).body.items.map((link: Json) => link.status);
    expect(await statuses()).toEqual(['broken', 'broken', 'broken']);
    const ids = slugs.map(() => newId());
    await service.make.commit(space.id, { newPages: slugs.map((slug, depth) => newPage({ pageId: ids[depth], parentId: ids[depth - 1] ?? null, title: slug })) });
    expect(await statuses()).toEqual(['ok', 'broken', 'broken']);
  });

  it('to the application are told apart', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const { appUrl } = service.config;
    const source = await service.make.page(space.id, { markdown: `<${appUrl}/o/x> <${appUrl}er/>\n` });
    const answer = await service.as(member.token).get(`/v1/spaces/${space.id}/content/page/${source}/links`);
    expect(answer.body.items.map((item: { status: string }) => item.status)).toEqual(['in-app', 'ok']);
  });

  it('are paged, with the figures of the whole page', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    const addresses = Array.from({ length: 23 }, (_, index) => `[x](missing-${String(index)})`);
    const source = await service.make.page(space.id, { markdown: `${addresses.join(' ')}\n` });
    const path = `/v1/spaces/${space.id}/content/page/${source}/links?limit=10&status=broken`;
    const items = await client.all(path);
    expect(items.map((item: { address: string }) => item.address)).toEqual(Array.from({ length: 23 }, (_, index) => `missing-${String(index)}`));
    expect((await client.get(path)).body).toMatchObject({ count: 23, stats: { total: 23, broken: { total: 23 } } });
    expect((await client.get(`${path}&page=${String((await client.get(path)).body.next.page)}x`)).status).toBe(400);
  });
});

function outline(pages: { path: string; pages: never[] }[]): string[] {
  return pages.flatMap((page) => [page.path, ...outline(page.pages)]);
}
