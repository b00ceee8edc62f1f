import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { commitTo, makeChangeRequest } from '../support/change-requests.js';
import type { Client, Json } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  spaceId: string;
  space: string;
  client: Client;
  guide: string;
  other: string;
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('review');
  const [guide, other] = [newId(), newId()];
  await service.make.commit(space.id, { newPages: [newPage({ pageId: guide, title: 'Guide', markdown: 'one\n' }), newPage({ pageId: other, title: 'Other', markdown: 'two\n' })] });
  return { spaceId: space.id, space: `/v1/spaces/${space.id}`, client: service.as(member.token), guide, other };
}

/** All revisions of the main content, newest first, as the client reads them. */
async function history({ client, space }: Stage): Promise<Json[]> {
  const found = [(await client.get(`${space}/content`)).body];
  for (let parent = found[0].parents[0]; parent !== undefined; parent = found.at(-1).parents[0]) found.push((await client.get(`${space}/revisions/${String(parent)}`)).body);
  return found;
}

const names = (changes: Json[]): string[] => changes.map(({ type, page, file }) => [type, page?.title ?? file?.name ?? ''].join(' '));

describe('a revision', () => {
  it('is read as it was, back to the first, and never changes', async () => {
    const stage = await makeStage();
    const { spaceId, space, client, guide } = stage;
    const { body: now } = await client.get(`${space}/content`);
    const before = await client.get(`${space}/revisions/${String(now.id)}`);
    expect({ ...before.body, urls: now.urls, pages: 0 }).toEqual({ ...now, pages: 0 });
    expect(before.body.pages.map(({ path }: Json) => path)).toEqual(['guide', 'other']);
    const fileId = await service.make.file(spaceId);
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: guide, fields: { title: 'New' }, slug: 'new', markdown: 'changed\n' }] });
    expect((await client.get(`${space}/revisions/${String(now.id)}`)).body).toEqual(before.body);
    expect((await client.get(`${space}/revisions/${String(now.id)}`, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } })).status).toBe(304);
    const all = await history(stage);
    expect(all.map(({ pages }) => pages.map(({ title }: Json) => title))).toEqual([['New', 'Other'], ['Guide', 'Other'], ['Guide', 'Other'], []]);
    expect(all.map(({ files }) => files.map(({ id }: Json) => id))).toEqual([[fileId], [fileId], [], []]);
    const foreign = await makeStage();
    for (const id of [newId(), 'a.b', (await history(foreign))[0].id]) {
      for (const suffix of ['', '/changes']) expect((await client.get(`${space}/revisions/${String(id)}${suffix}`)).status).toBe(404);
    }
  });

  it('tells what it changed of pages, files and variables', async () => {
    const stage = await makeStage();
    const { spaceId, space, client, guide, other } = stage;
    const fileId = await service.make.file(spaceId, { name: 'a.png' });
    await service.make.commit(spaceId, {
      pageUpdates: [{ pageId: guide, parentId: other, fields: { title: 'New', hidden: true }, markdown: 'changed\n' }],
      newPages: [newPage({ title: 'Added', parentId: other })],
      variables: { product: 'Docspine' },
    });
    await service.make.commit(spaceId, { deletedPages: [other] });
    const [last, middle, file, first, empty] = await Promise.all((await history(stage)).map(async ({ id }) => (await client.get(`${space}/revisions/${String(id)}/changes`)).body));
    expect(names(first.changes)).toEqual(['page_created Guide', 'page_created Other']);
    expect(file).toEqual({ changes: [{ type: 'file_created', file: { id: fileId, name: 'a.png', contentType: 'image/png', downloadURL: expect.stringContaining(fileId) } }] });
    expect(middle.changes).toEqual([
      { type: 'page_moved', page: { id: guide, type: 'document', title: 'New', path: 'other/guide' }, parent: { after: { id: other, type: 'document', title: 'Other', path: 'other' } } },
      {
        type: 'page_edited',
        page: { id: guide, type: 'document', title: 'New', path: 'other/guide' },
        attributes: { title: { before: 'Guide', after: 'New' }, hidden: { before: false, after: true }, document: { before: expect.any(String), after: expect.any(String) } },
      },
      { type: 'page_created', page: { id: expect.any(String), type: 'document', title: 'Added', path: 'other/added' } },
      { type: 'variables_edited', variables: { product: { after: 'Docspine' } } },
    ]);
    expect(last.changes.map(({ type, page }: Json) => `${String(type)} ${String(page.path)}`)).toEqual(['page_deleted other/guide', 'page_deleted other', 'page_deleted other/added']);
    expect(empty).toEqual({ changes: [] });
  });

  it('answers as many changes as are asked for, and counts the others', async () => {
    const { spaceId, space, client } = await makeStage();
    const { revisionId } = await service.make.commit(spaceId, { newPages: Array.from({ length: 12 }, (_, index) => newPage({ title: `P${String(index)}` })) });
    const changes = `${space}/revisions/${revisionId}/changes`;
    expect((await client.get(changes)).body).toMatchObject({ more: 2, changes: { length: 10 } });
    expect((await client.get(`${changes}?limit=1`)).body).toMatchObject({ more: 11, changes: { length: 1 } });
    expect((await client.get(`${changes}?limit=1000`)).body).not.toHaveProperty('more');
    for (const limit of ['0', '1001', 'all']) expect((await client.get(`${changes}?limit=${limit}`)).status).toBe(400);
  });
});

describe('a change request', () => {
  it('tells what it changes of the main content that it took in last, also once it is merged', async () => {
    const stage = await makeStage();
    const { spaceId, space, client, guide, other } = stage;
    const id = await makeChangeRequest(service, spaceId);
    const own = `${space}/change-requests/${id}`;
    const changes = async (path: string): Promise<string[]> => names((await client.get(`${path}/changes`)).body.changes);
    expect((await client.get(`${own}/changes`)).body).toEqual({ changes: [] });
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: guide, fields: { title: 'Ours' } }], newPages: [newPage({ title: 'Added' })] });
    const second = await commitTo(service, spaceId, id, { deletedPages: [other] });
    await service.make.page(spaceId, { title: 'Theirs' });
    const expected = ['page_edited Ours', 'page_deleted Other', 'page_created Added'];
    expect(await changes(own)).toEqual(expected);
    expect(await changes(`${space}/revisions/${second.revisionId}`)).toEqual(['page_deleted Other']);
    expect((await client.get(`${space}/revisions/${second.revisionId}`)).body.pages.map(({ title }: Json) => title)).toEqual(['Ours', 'Added']);

    await client.post(`${own}/update`);
    const updated = (await client.get(own)).body.revision;
    expect(await changes(own)).toEqual(expected);
    // What the change request added stands behind what came in the same place.
    expect(await changes(`${space}/revisions/${String(updated)}`)).toEqual(['page_moved Added', 'page_created Theirs']);

    await client.post(`${own}/merge`);
    expect(await changes(own)).toEqual(expected);
    const merged = (await client.get(`${space}/content`)).body.id;
    const told = (await client.get(`${space}/revisions/${String(merged)}/changes`)).body;
    expect(names(told.changes)).toEqual(expected);
    expect(told.mergedFrom).toEqual((await client.get(own)).body);
    expect((await client.get(`${space}/change-requests/${newId()}/changes`)).status).toBe(404);
  });
});
