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
  space: string;
  as: Client;
  /** Where links lead, and the page that has them. */
  target: string;
  linking: string;
  /** What the link of the page leads to, by its path; undefined for a broken one. */
  leadsTo(changeRequest?: string): Promise<string | undefined>;
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('review');
  const as = service.as(member.token);
  const target = await service.make.page(space.id, { title: 'Guide', markdown: 'old\n' });
  const linking = await service.make.page(space.id, { title: 'Linking', markdown: '[guide](guide)\n' });
  const path = `/v1/spaces/${space.id}`;
  return {
    spaceId: space.id,
    space: path,
    as,
    target,
    linking,
    leadsTo: async (changeRequest) => {
      const content = changeRequest === undefined ? path : `${path}/change-requests/${changeRequest}`;
      const { items, stats } = (await as.get(`${content}/content/page/${linking}/links`)).body;
      const [link] = items.filter(({ status }: Json) => status === 'ok');
      expect(stats.broken.total).toBe(link === undefined ? 1 : 0);
      return link?.targetReference.page.id;
    },
  };
}

/** Changes the content of a change request by the operation of the interface. */
async function change({ as, space }: Stage, id: string, ...changes: Json[]): Promise<Json> {
  const { status, body } = await as.post(`${space}/change-requests/${id}/content?compat=false`, { changes });
  expect(status).toBe(200);
  return body;
}

async function merge({ as, space }: Stage, id: string): Promise<void> {
  expect((await as.post(`${space}/change-requests/${id}/merge`)).body.result).toBe('merge');
}

const insert = (title: string): Json => ({ operation: 'insert_page', title, document: { markdown: 'new\n' } });

describe('links to a deleted page', () => {
  it('lead to another one that comes to its place, on pages that nobody touched', async () => {
    const stage = await makeStage();
    const { spaceId, as, space, target, linking, leadsTo } = stage;
    const before = (await as.get(`${space}/content/page/${linking}`)).body;
    await service.make.commit(spaceId, { deletedPages: [target] });
    expect(await leadsTo()).toBeUndefined();
    const other = await service.make.page(spaceId, { title: 'Guide' });
    expect(await leadsTo()).toBe(other);
    expect((await as.get(`${space}/content/page/${other}/backlinks`)).body.items).toMatchObject([{ page: { id: linking } }]);
    expect((await as.get(`${space}/content/page/${linking}`)).body).toEqual(before);
    // And so on: the one after that as well.
    await service.make.commit(spaceId, { deletedPages: [other] });
    expect(await leadsTo()).toBeUndefined();
    const third = await service.make.page(spaceId, { title: 'Guide' });
    expect(await leadsTo()).toBe(third);
  });

  it('lead at once to the one that has come to its place before', async () => {
    const { spaceId, target, linking, leadsTo } = await makeStage();
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: target, slug: 'moved' }] });
    const other = await service.make.page(spaceId, { title: 'Guide' });
    expect(await leadsTo()).toBe(target);
    const id = await makeChangeRequest(service, spaceId);
    await commitTo(service, spaceId, id, { deletedPages: [target] });
    expect([await leadsTo(id), await leadsTo()]).toEqual([other, target]);
    await service.make.commit(spaceId, { deletedPages: [target] });
    expect(await leadsTo()).toBe(other);
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: linking, markdown: '[guide](guide)\n\nmore\n' }] });
    expect(await leadsTo()).toBe(other);
  });

  it('lead to the one that takes its place in one change request', async () => {
    const stage = await makeStage();
    const { spaceId, target, leadsTo } = stage;
    const id = await makeChangeRequest(service, spaceId);
    const { changes } = await change(stage, id, { operation: 'delete_page', page: target }, insert('Guide'));
    const other = changes.find(({ object }: Json) => object === 'created_page').page.id;
    expect(await leadsTo(id)).toBe(other);
    expect(await leadsTo()).toBe(target);
    await merge(stage, id);
    expect(await leadsTo()).toBe(other);
  });

  it('lead to it again once it is back', async () => {
    const stage = await makeStage();
    const { spaceId, target, leadsTo } = stage;
    const id = await makeChangeRequest(service, spaceId);
    await change(stage, id, { operation: 'delete_page', page: target });
    expect(await leadsTo(id)).toBeUndefined();
    await change(stage, id, insert('Else'));
    await change(stage, id, { operation: 'revert_page', page: target });
    expect(await leadsTo(id)).toBe(target);
    const { changes } = await change(stage, id, { operation: 'update_page', page: target, slug: 'moved' }, insert('Guide'));
    expect(await leadsTo(id)).toBe(target);
    await change(stage, id, { operation: 'delete_page', page: target });
    expect(await leadsTo(id)).toBe(changes.find(({ object }: Json) => object === 'created_page').page.id);
  });

  it('stay as they were over older main content, until that is taken in', async () => {
    const stage = await makeStage();
    const { spaceId, as, space, target, linking, leadsTo } = stage;
    const untouched = await makeChangeRequest(service, spaceId);
    const edited = await makeChangeRequest(service, spaceId);
    await change(stage, untouched, insert('Else'));
    await commitTo(service, spaceId, edited, { pageUpdates: [{ pageId: linking, markdown: '[guide](guide)\n\nmore\n' }] });
    await service.make.commit(spaceId, { deletedPages: [target] });
    const other = await service.make.page(spaceId, { title: 'Guide' });
    expect([await leadsTo(untouched), await leadsTo(edited)]).toEqual([target, target]);
    for (const id of [untouched, edited]) expect((await as.post(`${space}/change-requests/${id}/update`)).body.result).toBe('update');
    expect([await leadsTo(untouched), await leadsTo(edited)]).toEqual([other, other]);
    for (const id of [untouched, edited]) await merge(stage, id);
    expect(await leadsTo()).toBe(other);
  });

  it('lead to the main content\'s, where a change request has one of its own deleted', async () => {
    const stage = await makeStage();
    const { spaceId, target, leadsTo } = stage;
    await service.make.commit(spaceId, { deletedPages: [target] });
    const id = await makeChangeRequest(service, spaceId);
    const added = newPage({ title: 'Guide' });
    await commitTo(service, spaceId, id, { newPages: [added] });
    expect(await leadsTo(id)).toBe(added.pageId);
    await commitTo(service, spaceId, id, { deletedPages: [added.pageId] });
    expect(await leadsTo(id)).toBeUndefined();
    const other = newPage({ title: 'Guide' });
    await commitTo(service, spaceId, id, { newPages: [other] });
    expect([await leadsTo(id), await leadsTo()]).toEqual([other.pageId, undefined]);
    await merge(stage, id);
    expect(await leadsTo()).toBe(other.pageId);
  });
});
