import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  id: string;
  /** The change request. */
  one: string;
  main: string;
  own: string;
  as: Client;
  page: string;
  other: string;
}

const LINES = Array.from({ length: 12 }, (_, index) => `Line ${String(index + 1)}.\n`);

function changed(changes: Readonly<Record<number, string>>): string {
  return LINES.map((line, index) => changes[index + 1] ?? line).join('\n');
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('review');
  const spaceId = space.id;
  const page = await service.make.page(spaceId, { title: 'Page', markdown: changed({}) });
  const other = await service.make.page(spaceId, { title: 'Other', markdown: 'other\n' });
  const id = await makeChangeRequest(service, spaceId);
  const one = `/v1/spaces/${spaceId}/change-requests/${id}`;
  return { spaceId, id, one, main: `/v1/spaces/${spaceId}/content`, own: `${one}/content`, as: service.as(member.token), page, other };
}

async function markdown({ as, page }: Stage, content: string): Promise<string> {
  return (await as.get(`${content}/page/${page}`)).body.markdown;
}

async function titles(as: Client, content: string): Promise<string[]> {
  const flat = (pages: Json[]): string[] => pages.flatMap((page) => [`${String(page.path)}: ${String(page.title)}`, ...flat(page.pages)]);
  return flat((await as.get(`${content}/pages`)).body.pages);
}

describe('merging', () => {
  it('brings everything that changed into the main content, in one revision', async () => {
    const stage = await makeStage();
    const { as, spaceId, id, one, main, own, page, other } = stage;
    const initial = (await as.get(main)).body.id;
    const added = newPage({ title: 'Added', parentId: page, markdown: '[other](../other)\n' });
    await commitTo(service, spaceId, id, { newPages: [added], pageUpdates: [{ pageId: page, fields: { title: 'Renamed', emoji: '🦊' }, markdown: changed({ 2: 'Two.\n' }) }], deletedPages: [other], variables: { a: '1' } });
    const { revision } = (await as.get(one)).body;
    const merged = await as.post(`${one}/merge`);
    expect(merged).toMatchObject({ status: 200, body: { result: 'merge' } });
    const content = (await as.get(main)).body;
    expect(content).toMatchObject({ id: merged.body.revision, type: 'merge', parents: [initial, revision], variables: { a: '1' } });
    expect(await titles(as, main)).toEqual(['page: Renamed', 'page/added: Added']);
    expect(await markdown(stage, main)).toBe(changed({ 2: 'Two.\n' }));
    const { createdAt, updatedAt } = (await as.get(`${main}/page/${page}`)).body;
    expect(updatedAt > createdAt).toBe(true);
    expect(updatedAt).toBe((await as.get(`${own}/page/${page}`)).body.updatedAt);
    expect((await as.get(one)).body).toMatchObject({ status: 'merged', revision, revisionMerged: merged.body.revision, outdated: false });
    expect((await as.get(`/v1/spaces/${spaceId}/search?query=added`)).body.items.map((item: Json) => item.id)).toEqual([added.pageId]);
    expect((await as.get(`/v1/spaces/${spaceId}/search?query=other`)).body.count).toBe(1);
    expect(await titles(as, own)).toEqual(['page: Renamed', 'page/added: Added']);
  });

  it('of an unchanged one makes no revision', async () => {
    const { as, one, main } = await makeStage();
    const before = (await as.get(main)).body;
    expect(await as.post(`${one}/merge`)).toMatchObject({ status: 200, body: { result: 'merge', revision: before.id } });
    expect((await as.get(main)).body).toEqual(before);
    expect((await as.get(one)).body).toMatchObject({ status: 'merged', revisionMerged: before.id });
  });

  it('is final', async () => {
    const { as, one, own } = await makeStage();
    await as.post(`${one}/merge`);
    for (const answer of [
      await as.post(`${one}/merge`),
      await as.post(`${one}/update`),
      await as.patch(one, { status: 'open' }),
      await as.post(`${own}/import`, { url: 'http://127.0.0.1:9/', source: 'markdown' }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('merged') } } });
    }
    expect((await as.patch(one, { subject: 'Named later' })).status).toBe(200);
  });

  it('is not for archived ones', async () => {
    const { as, one } = await makeStage();
    await as.patch(one, { status: 'archived' });
    expect((await as.post(`${one}/merge`)).status).toBe(409);
    await as.patch(one, { status: 'draft' });
    expect((await as.post(`${one}/merge`)).status).toBe(200);
  });

  it('takes what both changed in different places', async () => {
    const stage = await makeStage();
    const { as, spaceId, id, one, main, page } = stage;
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: page, fields: { title: 'Theirs' }, markdown: changed({ 2: 'Two of the change request.\n' }) }] });
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: page, fields: { description: 'Ours' }, markdown: changed({ 10: 'Ten of main.\n' }) }] });
    expect((await as.get(one)).body.outdated).toBe(true);
    expect((await as.post(`${one}/merge`)).body.result).toBe('merge');
    expect((await as.get(`${main}/page/${page}`)).body).toMatchObject({ title: 'Theirs', description: 'Ours' });
    expect(await markdown(stage, main)).toBe(changed({ 2: 'Two of the change request.\n', 10: 'Ten of main.\n' }));
  });

  it('changes nothing where both changed one place in different ways', async () => {
    const { as, spaceId, id, one, main, page } = await makeStage();
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: page, markdown: changed({ 2: 'One way.\n' }) }] });
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: page, markdown: changed({ 2: 'Another way.\n' }) }] });
    const [before, request] = [(await as.get(main)).body, (await as.get(one)).body];
    expect(await as.post(`${one}/merge`)).toMatchObject({ status: 200, body: { result: 'conflicts', revision: request.revision } });
    expect((await as.get(main)).body).toEqual(before);
    expect((await as.get(one)).body).toEqual(request);
  });
});

describe('updating', () => {
  it('of one that is up to date makes no revision', async () => {
    const { as, spaceId, id, one, page } = await makeStage();
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: page, markdown: 'x\n' }] });
    const before = (await as.get(one)).body;
    expect((await as.post(`${one}/update`)).body).toEqual({ result: 'update', revision: before.revision });
    expect((await as.get(one)).body).toEqual(before);
  });

  it('takes in the main content, in one revision, and keeps what the change request changed', async () => {
    const stage = await makeStage();
    const { as, spaceId, id, one, main, own, page, other } = stage;
    const added = newPage({ title: 'Added', parentId: page });
    await commitTo(service, spaceId, id, { newPages: [added], pageUpdates: [{ pageId: page, fields: { title: 'Renamed' }, markdown: changed({ 2: 'Two.\n' }) }], variables: { a: '1' } });
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: page, markdown: changed({ 10: 'Ten.\n' }) }], deletedPages: [other], variables: { b: '2' } });
    await service.make.page(spaceId, { title: 'Of main' });
    const [{ revision }, head] = [(await as.get(one)).body, (await as.get(main)).body.id];
    const updated = await as.post(`${one}/update`);
    expect(updated).toMatchObject({ status: 200, body: { result: 'update' } });
    expect((await as.get(own)).body).toMatchObject({ id: updated.body.revision, type: 'update', parents: [revision, head], variables: { a: '1', b: '2' } });
    expect((await as.get(one)).body).toMatchObject({ outdated: false, revision: updated.body.revision, revisionMergedAncestor: head });
    expect(await markdown(stage, own)).toBe(changed({ 2: 'Two.\n', 10: 'Ten.\n' }));
    expect(await titles(as, own)).toEqual(['page: Renamed', 'page/added: Added', 'of-main: Of main']);
    expect((await as.post(`${one}/merge`)).body.result).toBe('merge');
    expect(await markdown(stage, main)).toBe(changed({ 2: 'Two.\n', 10: 'Ten.\n' }));
    expect(await titles(as, main)).toEqual(['page: Renamed', 'page/added: Added', 'of-main: Of main']);
  });

  it('marks what contradicts, and the markers have to go before merging', async () => {
    const stage = await makeStage();
    const { as, spaceId, id, one, own, main, page } = stage;
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: page, markdown: changed({ 2: 'One way.\n', 12: 'Twelve.\n' }) }] });
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: page, markdown: changed({ 2: 'Another way.\n', 7: 'Seven.\n' }) }] });
    const updated = await as.post(`${one}/update`);
    expect(updated.body.result).toBe('conflicts');
    expect((await as.get(one)).body).toMatchObject({ outdated: false, revision: updated.body.revision });
    const marked = await markdown(stage, own);
    expect(marked).toBe(changed({ 2: '<<<<<<< change request\nOne way.\n=======\nAnother way.\n>>>>>>> main content\n', 7: 'Seven.\n', 12: 'Twelve.\n' }));
    expect((await as.post(`${one}/merge`)).body).toEqual({ result: 'conflicts', revision: updated.body.revision });
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: page, markdown: marked.replace(/<<<<<<<[^]*>>>>>>> main content\n/, 'Both ways.\n') }] });
    expect((await as.post(`${one}/merge`)).body.result).toBe('merge');
    expect(await markdown(stage, main)).toBe(changed({ 2: 'Both ways.\n', 7: 'Seven.\n', 12: 'Twelve.\n' }));
  });

  it('names the files and variables that contradict, which can hold no markers', async () => {
    const { as, spaceId, id, one, own, main } = await makeStage();
    const file = await service.make.file(spaceId, { name: 'base.png' });
    await as.post(`${one}/update`);
    const { body } = await as.get(`${main}/files/${file}`);
    const named = (name: string): Json => ({ newFiles: [{ fileId: file, name, contentType: 'image/png', size: 1, width: 1, height: 1, hash: 'a'.repeat(64), gitPath: null, gitOid: null }] });
    expect(body.name).toBe('base.png');
    await commitTo(service, spaceId, id, { ...named('own.png'), variables: { product: 'Own', other: 'Same' } });
    await service.make.commit(spaceId, { ...named('main.png'), variables: { product: 'Main', other: 'Same' } });
    const { revision } = (await as.get(one)).body;
    expect((await as.post(`${one}/merge`)).body).toEqual({ result: 'conflicts', revision, conflicts: [{ object: 'file', id: file, name: 'own.png' }, { object: 'variable', name: 'product' }] });
    const updated = (await as.post(`${one}/update`)).body;
    expect(updated).toEqual({ result: 'conflicts', revision: expect.any(String), conflicts: [{ object: 'file', id: file, name: 'own.png' }, { object: 'variable', name: 'product' }] });
    expect((await as.get(own)).body.variables).toEqual({ product: 'Own', other: 'Same' });
    expect(await as.post(`${one}/merge`)).toMatchObject({ body: { result: 'merge' } });
    expect([(await as.get(main)).body.variables, (await as.get(`${main}/files/${file}`)).body.name]).toEqual([{ product: 'Own', other: 'Same' }, 'own.png']);
  });

  it('keeps an edited page that the main content has deleted', async () => {
    const { as, spaceId, id, one, own, main, page, other } = await makeStage();
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: other, markdown: 'edited\n' }] });
    await service.make.commit(spaceId, { deletedPages: [other] });
    expect((await as.post(`${one}/merge`)).body.result).toBe('conflicts');
    expect((await as.post(`${one}/update`)).body.result).toBe('conflicts');
    expect((await as.get(`${own}/page/${other}`)).body.markdown).toContain('edited');
    const text = (await as.get(`${own}/page/${other}`)).body.markdown;
    if (text !== 'edited\n') await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: other, markdown: 'edited\n' }] });
    expect((await as.post(`${one}/merge`)).body.result).toBe('merge');
    expect((await as.get(`${main}/pages`)).body.pages.map((found: Json) => found.id)).toEqual([page, other]);
  });

  it('lets what became the same show through again', async () => {
    const { as, spaceId, id, one, own, page } = await makeStage();
    const same = { pageUpdates: [{ pageId: page, markdown: changed({ 3: 'Same.\n' }) }] };
    await commitTo(service, spaceId, id, same);
    await service.make.commit(spaceId, same);
    expect((await as.post(`${one}/update`)).body.result).toBe('update');
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: page, fields: { title: 'Later' } }] });
    expect((await as.get(`${own}/page/${page}`)).body.title).toBe('Page');
    await as.post(`${one}/update`);
    expect((await as.get(`${own}/page/${page}`)).body.title).toBe('Later');
    expect(await service.make.db.query('SELECT 1 FROM page_versions WHERE space_id = $1 AND line = $2 AND until IS NULL', [spaceId, id])).toEqual([]);
  });
});

describe('links', () => {
  it('lead to the same pages after merging, whatever moved since they were written', async () => {
    const { as, spaceId, id, one, main, other } = await makeStage();
    const linking = newPage({ title: 'Linking', markdown: '[other](other) [new](new-one)\n' });
    await commitTo(service, spaceId, id, { newPages: [linking] });
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: other, slug: 'moved' }] });
    const added = newPage({ title: 'New one' });
    await commitTo(service, spaceId, id, { newPages: [added] });
    expect((await as.post(`${one}/merge`)).body.result).toBe('merge');
    const links = (await as.get(`${main}/page/${linking.pageId}/links`)).body;
    expect(links.items.map((link: Json) => [link.status, link.targetReference?.page?.id])).toEqual([['ok', other], ['ok', added.pageId]]);
  });

  it('find what the main content added, once it is taken in', async () => {
    const { as, spaceId, id, one, own, page } = await makeStage();
    const linking = newPage({ title: 'Linking', markdown: '[later](later)\n' });
    await commitTo(service, spaceId, id, { newPages: [linking] });
    await service.make.page(spaceId, { title: 'Later' });
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: page, markdown: '[linking](linking) [none](none)\n' }] });
    const statuses = async (pageId: string): Promise<string[]> => (await as.get(`${own}/page/${pageId}/links`)).body.items.map((link: Json) => link.status);
    expect(await statuses(linking.pageId)).toEqual(['broken']);
    await as.post(`${one}/update`);
    expect(await statuses(linking.pageId)).toEqual(['ok']);
    expect(await statuses(page)).toEqual(['ok', 'broken']);
  });
});
