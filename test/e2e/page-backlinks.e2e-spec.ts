import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { commitTo, makeChangeRequest } from '../support/change-requests.js';
import type { Client } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  spaceId: string;
  content: string;
  client: Client;
  /** A page, and pages that link to it. */
  target: string;
  linking: readonly string[];
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('edit');
  const target = newId();
  const pages = [
    newPage({ pageId: target, title: 'Target', markdown: '# Here\n\n[top](#here) [self](target)\n' }),
    newPage({ title: 'Twice', markdown: '[one](target) [two](target#here)\n' }),
    newPage({ title: 'Loose', markdown: `[by id](/pages/${target}#gone)\n` }),
    newPage({ title: 'Other', markdown: '[elsewhere](twice) [out](https://example.com/target)\n' }),
  ];
  await service.make.commit(space.id, { newPages: pages });
  const linking = pages.slice(1, 3).map(({ pageId }) => pageId);
  return { spaceId: space.id, content: `/v1/spaces/${space.id}/content`, client: service.as(member.token), target, linking: linking.sort() };
}

describe('backlinks of a page', () => {
  it('are the other pages that link to it, each once, page by page', async () => {
    const { client, content, target, linking, spaceId } = await makeStage();
    const { status, body, headers } = await client.get(`${content}/page/${target}/backlinks`);
    expect(status).toBe(200);
    expect(body.count).toBe(2);
    expect(body.items).toMatchObject(linking.map((id) => ({ kind: 'page', page: { id }, space: { id: spaceId }, versionContext: { type: 'revision' } })));
    expect(await client.all(`${content}/page/${target}/backlinks?limit=1`)).toEqual(body.items);
    expect((await client.get(`${content}/page/${target}/backlinks`, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(304);
  });

  it('follow the pages: a link that goes is none, and a deleted page has none', async () => {
    const { client, content, target, linking, spaceId } = await makeStage();
    const [first = '', second = ''] = linking;
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: first, markdown: 'nothing\n' }] });
    expect((await client.get(`${content}/page/${target}/backlinks`)).body).toMatchObject({ count: 1, items: [{ page: { id: second } }] });
    await service.make.commit(spaceId, { deletedPages: [second] });
    expect((await client.get(`${content}/page/${target}/backlinks`)).body).toEqual({ count: 0, items: [] });
    await service.make.commit(spaceId, { deletedPages: [target] });
    for (const id of [target, newId(), 'a.b']) expect((await client.get(`${content}/page/${id}/backlinks`)).status).toBe(404);
  });

  it('are in a change request those that it has, also after the main content has gone on', async () => {
    const { client, content, target, linking, spaceId } = await makeStage();
    const id = await makeChangeRequest(service, spaceId);
    const own = `/v1/spaces/${spaceId}/change-requests/${id}/content/page/${target}/backlinks`;
    const [first = '', second = ''] = linking;
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: first, markdown: 'nothing\n' }], newPages: [newPage({ title: 'New', markdown: '[new](target)\n' })] });
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: second, markdown: 'nothing\n' }] });
    expect((await client.all(`${own}?limit=1`)).map(({ page }) => page.title).sort()).toEqual(['New', (await client.get(`${content}/page/${second}`)).body.title].sort());
    expect((await client.get(`${content}/page/${target}/backlinks`)).body).toMatchObject({ count: 1, items: [{ page: { id: first } }] });
    expect((await client.get(own.replace(target, newId()))).status).toBe(404);
  });
});

it('writes only the links that an edit changes, in every revision those that the page had then', async () => {
  const { spaceId, linking } = await makeStage();
  const id = await makeChangeRequest(service, spaceId);
  const [pageId = ''] = linking;
  const texts = ['[a](target)\n', 'More. [a](target)\n', '[a](target) [b](lost)\n', '[c](target)\n', null, '[a](target)\n'];
  const sources = [async (markdown: string | null) => service.make.commit(spaceId, { pageUpdates: [{ pageId, markdown }] }), async (markdown: string | null) => commitTo(service, spaceId, id, { pageUpdates: [{ pageId, markdown }] })];
  for (const write of sources) {
    const numbers: number[] = [];
    for (const markdown of texts) numbers.push((await write(markdown)).number);
    const line = write === sources[0] ? 'main' : id;
    const rows = await service.make.db.query<{ text: string; since: number; until: number | null }>(
      'SELECT text, since, until FROM page_links WHERE space_id = $1 AND line = $2 AND page_id = $3 AND since >= $4 ORDER BY since, ordinal',
      [spaceId, line, pageId, numbers[0]],
    );
    const [first, , third, fourth, fifth, sixth] = numbers;
    expect(rows).toEqual([
      { text: 'a', since: first, until: fourth },
      { text: 'b', since: third, until: fourth },
      { text: 'c', since: fourth, until: fifth },
      { text: 'a', since: sixth, until: null },
    ]);
  }
});
