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
  first: string;
  second: string;
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('edit');
  await service.make.file(space.id, { gitPath: 'a.png' });
  const [first = '', second = ''] = [newId(), newId()].sort();
  await service.make.commit(space.id, {
    newPages: [
      newPage({ pageId: first, title: 'First', gitPath: 'first.md', markdown: '[second](second) [gone](gone) ![a](a.png)\n' }),
      newPage({ pageId: second, title: 'Second', markdown: '[out](https://example.com) [first](first#nowhere) [none](gone)\n' }),
      newPage({ title: 'Without links', markdown: 'text\n' }),
    ],
  });
  return { spaceId: space.id, space: `/v1/spaces/${space.id}`, client: service.as(member.token), first, second };
}

const brief = (items: Json[]): string[] => items.map(({ status, address, locationReferences }) => `${String(locationReferences[0].page.title)}: ${String(address)} ${String(status)}`);

describe('the links of a space', () => {
  it('are those of all pages, each with its status, its target and the page that it is on', async () => {
    const { space, client, first } = await makeStage();
    const { status, body } = await client.get(`${space}/links`);
    expect(status).toBe(200);
    expect(brief(body.items)).toEqual(['First: second ok', 'First: gone broken', 'First: a.png ok', 'Second: https://example.com ok', 'Second: first#nowhere broken', 'Second: gone broken']);
    expect([body.count, body.stats]).toEqual([6, { total: 6, broken: { total: 3 } }]);
    expect(body.items[0]).toMatchObject({ relation: 'reference', text: 'second', targetReference: { kind: 'page', page: { path: 'second' } }, locationReferences: [{ kind: 'page', page: { id: first, path: 'first' } }] });
    const ofPage = (await client.get(`${space}/content/page/${first}/links`)).body.items;
    expect(body.items.slice(0, 3)).toMatchObject(ofPage);
    expect(await client.all(`${space}/links?limit=2`)).toEqual(body.items);
  });

  it('are not sent again while they stay as they are, in a space and in a change request', async () => {
    const { spaceId, space, client } = await makeStage();
    const changeRequest = await makeChangeRequest(service, spaceId);
    const more = { newPages: [newPage({ title: 'More', markdown: '[more](more)\n' })] };
    const changes = new Map([
      [`${space}/links`, () => service.make.commit(spaceId, more)],
      [`${space}/change-requests/${changeRequest}/links`, () => commitTo(service, spaceId, changeRequest, more)],
    ]);
    for (const [path, change] of changes) {
      const known = { headers: { 'if-none-match': (await client.get(path)).headers.get('etag') ?? '' } };
      expect((await client.get(path, known)).status).toBe(304);
      expect((await client.get(`${path}?status=broken`, known)).status).toBe(200);
      await change();
      expect((await client.get(path, known)).status).toBe(200);
    }
  });

  it('are found by their status, with the figures of all', async () => {
    const { space, client } = await makeStage();
    const broken = (await client.get(`${space}/links?status=broken&limit=1`)).body;
    expect([broken.count, broken.stats, brief(broken.items)]).toEqual([3, { total: 6, broken: { total: 3 } }, ['First: gone broken']]);
    expect((await client.all(`${space}/links?status=broken&limit=1`)).length).toBe(3);
    expect((await client.get(`${space}/links?status=in-app`)).body).toMatchObject({ count: 0, items: [] });
    expect((await client.get(`${space}/links?status=fine`)).status).toBe(400);
    expect((await client.get(`${space}/links?page=${String(broken.next.page)}`)).status).toBe(400);
    const { space: bare, member } = await service.make.spaceWithMember('read');
    expect((await service.as(member.token).get(`/v1/spaces/${bare.id}/links`)).body).toEqual({ count: 0, items: [], stats: { total: 0, broken: { total: 0 } } });
  });
});

describe('the links of a change request', () => {
  it('tell what it broke from what is broken below', async () => {
    const { spaceId, space, client, first, second } = await makeStage();
    const id = await makeChangeRequest(service, spaceId);
    const own = `${space}/change-requests/${id}/links`;
    expect((await client.get(own)).body.stats).toEqual({ total: 6, broken: { total: 3, changeRequest: 0 } });
    await commitTo(service, spaceId, id, { deletedPages: [second], newPages: [newPage({ title: 'Third', markdown: '[new](new)\n' })] });
    const all = (await client.get(own)).body;
    expect(all.stats).toEqual({ total: 4, broken: { total: 3, changeRequest: 2 } });
    expect(brief(await client.all(`${own}?brokenContext=change-request&limit=1`)).sort()).toEqual(['First: second broken', 'Third: new broken']);
    expect(brief((await client.get(`${own}?brokenContext=space&status=broken`)).body.items)).toEqual(['First: gone broken']);
    expect((await client.get(`${own}?brokenContext=space&status=ok`)).body.count).toBe(0);
    expect((await client.get(`${own}?brokenContext=both`)).status).toBe(400);
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: first, markdown: 'none\n' }] });
    expect((await client.get(own)).body.items).toHaveLength(4);
    expect((await client.get(`${space}/links`)).body.stats).toEqual({ total: 3, broken: { total: 2 } });
  });
});
