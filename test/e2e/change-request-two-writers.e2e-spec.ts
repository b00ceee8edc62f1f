import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Json } from '../support/client.js';
import { historyFaults } from '../support/history-faults.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const TEXT = ['# Guide', '', 'Install it.', '', 'Start it.', '', '* one', '* two', '* three', '', 'Stop it.', ''];

interface Stage {
  spaceId: string;
  /** The page that both write on. */
  page: string;
  main: string;
  as: Client;
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('review');
  const page = await service.make.page(space.id, { title: 'Guide', markdown: TEXT.join('\n') });
  return { spaceId: space.id, page, main: `/v1/spaces/${space.id}/content`, as: service.as(member.token) };
}

/** A change request with these changes; its address. */
async function propose({ as, spaceId }: Stage, ...changes: object[]): Promise<string> {
  const made = await as.post(`/v1/spaces/${spaceId}/change-requests`, {});
  const one = `/v1/spaces/${spaceId}/change-requests/${String(made.body.number)}`;
  expect((await as.post(`${one}/content`, { changes })).status).toBe(200);
  return one;
}

/** A change of the main content, through a change request. */
async function change(stage: Stage, ...changes: object[]): Promise<void> {
  expect((await stage.as.post(`${await propose(stage, ...changes)}/merge`)).body.result).toBe('merge');
}

function rewrite({ page }: Stage, lines: Readonly<Record<number, string>>): object {
  return { operation: 'update_page', page, document: { markdown: textWith(lines).join('\n') } };
}

function textWith(lines: Readonly<Record<number, string>>): string[] {
  return TEXT.map((line, index) => lines[index] ?? line);
}

async function lines({ as, page }: Stage, content: string): Promise<string[]> {
  return (await as.get(`${content}/page/${page}`)).body.markdown.split('\n');
}

/** Whatever happened, the history is whole. */
afterEach(async () => {
  for (const { id } of await service.make.db.query<{ id: string }>('SELECT id FROM spaces')) expect(await historyFaults(service.make.db, id)).toEqual([]);
});

describe('two change requests that edit one page', () => {
  it('in different places are both merged, the second though it is outdated', async () => {
    const stage = await makeStage();
    const { as, main } = stage;
    const [one, other] = [await propose(stage, rewrite(stage, { 2: 'Install version 2.' })), await propose(stage, rewrite(stage, { 10: 'Stop it with Ctrl-C.' }))];
    expect((await as.post(`${one}/merge`)).body.result).toBe('merge');
    expect((await as.get(other)).body.outdated).toBe(true);
    expect((await as.post(`${other}/merge`)).body.result).toBe('merge');
    expect(await lines(stage, main)).toEqual(textWith({ 2: 'Install version 2.', 10: 'Stop it with Ctrl-C.' }));
  });

  it('in one place are not both merged: the second is told, shows both texts, and merges once somebody decided', async () => {
    const stage = await makeStage();
    const { as, main } = stage;
    const [one, other] = [await propose(stage, rewrite(stage, { 4: 'Start it twice.' })), await propose(stage, rewrite(stage, { 4: 'Never start it.', 10: 'It never stops.' }))];
    await as.post(`${one}/merge`);
    expect((await as.post(`${other}/merge`)).body.result).toBe('conflicts');
    expect(await lines(stage, main)).toEqual(textWith({ 4: 'Start it twice.' }));
    expect((await as.post(`${other}/update`)).body.result).toBe('conflicts');
    const marked = await lines(stage, `${other}/content`);
    expect(marked.slice(0, 4)).toEqual(TEXT.slice(0, 4));
    expect(marked.slice(4, 9)).toEqual(['<<<<<<< change request', 'Never start it.', '=======', 'Start it twice.', '>>>>>>> main content']);
    expect(marked.slice(9)).toEqual(textWith({ 10: 'It never stops.' }).slice(5));
    expect((await as.post(`${other}/merge`)).body.result).toBe('conflicts');
    await as.post(`${other}/content`, { changes: [rewrite(stage, { 4: 'Start it once.', 10: 'It never stops.' })] });
    expect((await as.post(`${other}/merge`)).body.result).toBe('merge');
    expect(await lines(stage, main)).toEqual(textWith({ 4: 'Start it once.', 10: 'It never stops.' }));
  });

  it('with the same text, or one the text and one the title and the place, merge without a word', async () => {
    const stage = await makeStage();
    const { as, main, page } = stage;
    const same = rewrite(stage, { 6: '* ONE' });
    const [one, other, third] = [
      await propose(stage, same),
      await propose(stage, same),
      await propose(stage, { operation: 'insert_page', document: {}, title: 'Top', ref: 'top' }, { operation: 'update_page', page, title: 'Manual', slug: 'manual', into: 'top' }),
    ];
    for (const request of [one, other, third]) expect((await as.post(`${request}/merge`)).body.result).toBe('merge');
    expect(await lines(stage, main)).toEqual(textWith({ 6: '* ONE' }));
    expect((await as.get(`${main}/page/${page}`)).body).toMatchObject({ title: 'Manual', path: 'top/manual' });
  });
});

describe('an edit against a deletion', () => {
  it('keeps the edit when the main content deletes the page: merging is refused, updating tells', async () => {
    const stage = await makeStage();
    const { as, main, page } = stage;
    const one = await propose(stage, rewrite(stage, { 2: 'Install it anyway.' }));
    await change(stage, { operation: 'delete_page', page });
    expect((await as.post(`${one}/merge`)).body.result).toBe('conflicts');
    expect((await as.get(`${main}/page/${page}`)).status).toBe(404);
    expect((await as.post(`${one}/update`)).body.result).toBe('conflicts');
    expect(await lines(stage, `${one}/content`)).toEqual(textWith({ 2: 'Install it anyway.' }));
    expect((await as.post(`${one}/merge`)).body.result).toBe('merge');
    expect(await lines(stage, main)).toEqual(textWith({ 2: 'Install it anyway.' }));
  });

  it('keeps the edit when the change request deletes the page', async () => {
    const stage = await makeStage();
    const { as, main, page } = stage;
    const one = await propose(stage, { operation: 'delete_page', page });
    await change(stage, rewrite(stage, { 2: 'Install it anyway.' }));
    expect((await as.post(`${one}/merge`)).body.result).toBe('conflicts');
    expect(await lines(stage, main)).toEqual(textWith({ 2: 'Install it anyway.' }));
    expect((await as.post(`${one}/update`)).body.result).toBe('conflicts');
    expect(await lines(stage, main)).toEqual(textWith({ 2: 'Install it anyway.' }));
  });

  it('keeps a page that one side adds below a page that the other deletes', async () => {
    const stage = await makeStage();
    const { as, main, page } = stage;
    const one = await propose(stage, { operation: 'insert_page', document: { markdown: 'added\n' }, title: 'Added', into: page });
    await change(stage, { operation: 'delete_page', page });
    const merged = (await as.post(`${one}/merge`)).body.result;
    if (merged === 'conflicts') {
      await as.post(`${one}/update`);
      expect((await as.post(`${one}/merge`)).body.result).toBe('merge');
    }
    const titles = (pages: Json[]): string[] => pages.flatMap((found) => [String(found.title), ...titles(found.pages)]);
    expect(titles((await as.get(`${main}/pages`)).body.pages)).toContain('Added');
  });
});
