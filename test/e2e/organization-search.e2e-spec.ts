import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newPage } from '../support/factories.js';
import type { Json } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('the search of an organization', () => {
  it('groups pages by space, those with the words in a title first', async () => {
    const { id: organizationId } = await service.make.organization();
    const member = await service.make.user({ organizationId, role: 'read' });
    const [few, many, titled, none] = await Promise.all(['Few', 'Many', 'Titled', 'None'].map((title) => service.make.space({ organizationId, title })));
    if (few === undefined || many === undefined || titled === undefined || none === undefined) throw new Error('Four spaces were made.');
    await service.make.commit(few.id, { newPages: [newPage({ title: 'A', markdown: '# Part\n\nA quokka.\n' })] });
    await service.make.commit(many.id, { newPages: Array.from({ length: 13 }, (_, index) => newPage({ title: `P${String(index)}`, markdown: 'One quokka.\n' })) });
    await service.make.commit(titled.id, { newPages: [newPage({ title: 'Quokka', markdown: 'Text.\n' })] });
    await service.make.commit(none.id, { newPages: [newPage({ title: 'Wombat', markdown: 'Text.\n' })] });
    const { body } = await service.as(member.token).get(`/v1/orgs/${organizationId}/search?query=QUOKKA`);
    expect(body.count).toBe(3);
    expect(body.items.map((item: Json) => [item.id, item.title, item.pages.length])).toEqual([
      [titled.id, 'Titled', 1],
      [many.id, 'Many', 10],
      [few.id, 'Few', 1],
    ]);
    expect(body.items[2].pages[0]).toMatchObject({ title: 'A', path: 'a', sections: [{ id: 'part', title: 'Part', path: 'a#part', body: 'A quokka.' }] });
  });

  it('looks only where the caller may read, and says nothing of the rest', async () => {
    const { id: organizationId } = await service.make.organization();
    const guest = await service.make.user({ organizationId, role: null });
    const outsider = await service.make.user({});
    const [open, granted] = [await service.make.space({ organizationId }), await service.make.space({ organizationId })];
    for (const space of [open, granted]) await service.make.page(space.id, { markdown: 'A secret word.\n' });
    const path = `/v1/orgs/${organizationId}/search?query=secret`;
    expect((await service.as(guest.token).get(path)).body).toEqual({ count: 0, items: [] });
    await service.make.grant(granted.id, guest.id, 'read');
    const { body } = await service.as(guest.token).get(path);
    expect([body.count, body.items.map((item: Json) => item.id)]).toEqual([1, [granted.id]]);
    expect((await service.as(outsider.token).get(path)).status).toBe(404);
    expect((await service.as(guest.token).get(`/v1/orgs/${organizationId}/search`)).status).toBe(400);
    expect((await service.as(guest.token).get(`${path}&limit=0`)).status).toBe(400);
  });

  it('comes in pages whose union is everything once, whatever is asked for', async () => {
    const { id: organizationId } = await service.make.organization();
    const member = await service.make.user({ organizationId, role: 'read' });
    const spaces = await Promise.all(Array.from({ length: 23 }, (_, index) => service.make.space({ organizationId, title: `S${String(index)}` })));
    for (const space of spaces) await service.make.page(space.id, { title: '設計の話', markdown: 'Node & “edge” it’s 設計書.\n' });
    const client = service.as(member.token);
    for (const query of ['node edge', '設計書', '計', "it's & 'node' | !x:*", 'nod']) {
      const items = await client.all(`/v1/orgs/${organizationId}/search?query=${encodeURIComponent(query)}&limit=10`);
      expect([query, new Set(items.map((item) => item.id)).size]).toEqual([query, query.includes('!x') ? 0 : 23]);
    }
    const first = await client.get(`/v1/orgs/${organizationId}/search?query=node&limit=10`);
    const foreign = await client.get(`/v1/orgs/${organizationId}/search?query=edge&limit=10&page=${String(first.body.next.page)}`);
    expect([first.body.count, foreign.status]).toEqual([23, 400]);
  });

  it('shows members what is open to them and what is granted, and admins everything', async () => {
    const { id: organizationId } = await service.make.organization();
    const [member, admin] = await Promise.all([service.make.user({ organizationId, role: 'edit' }), service.make.user({ organizationId, role: 'admin' })]);
    const closed = await service.make.collection({ organizationId });
    expect((await service.as(admin.token).patch(`/v1/collections/${closed.id}`, { defaultLevel: null })).status).toBe(200);
    const [open, hidden, granted] = [await service.make.space({ organizationId }), await service.make.space({ organizationId, parentId: closed.id }), await service.make.space({ organizationId, parentId: closed.id })];
    for (const space of [open, hidden, granted]) await service.make.page(space.id, { markdown: 'A pangolin.\n' });
    await service.make.grant(granted.id, member.id, 'read');
    const found = async (token: string): Promise<string[]> => {
      const { body } = await service.as(token).get(`/v1/orgs/${organizationId}/search?query=pangolin`);
      expect(body.count).toBe(body.items.length);
      return body.items.map((item: Json) => item.id).sort();
    };
    expect(await found(member.token)).toEqual([open.id, granted.id].sort());
    expect(await found(admin.token)).toEqual([open.id, hidden.id, granted.id].sort());
  });

  it('finds words of a page that is too large for one row of the index', async () => {
    const { id: organizationId } = await service.make.organization();
    const member = await service.make.user({ organizationId, role: 'read' });
    const space = await service.make.space({ organizationId });
    const words = Array.from({ length: 60_000 }, (_, index) => `word${String(index)}`);
    await service.make.page(space.id, { markdown: words.join(' ') });
    const { body } = await service.as(member.token).get(`/v1/orgs/${organizationId}/search?query=word1 word59999`);
    expect([body.count, body.items[0]?.id]).toEqual([1, space.id]);
    expect((await service.as(member.token).get(`/v1/orgs/${organizationId}/search?query=word1 word60000`)).body.count).toBe(0);
  });

  it('follows a space that goes to another organization, whoever writes to it meanwhile', async () => {
    const [from, to] = await Promise.all([service.make.organization(), service.make.organization()]);
    const collection = await service.make.collection({ organizationId: from.id });
    const space = await service.make.space({ organizationId: from.id, parentId: collection.id });
    await service.make.page(space.id, { title: 'First', markdown: 'An axolotl.\n' });
    const mover = await service.make.user({ organizationId: from.id, role: 'admin' });
    await service.make.join(to.id, mover.id, 'admin');
    const client = service.as(mover.token);
    const [transfer] = await Promise.all([
      client.post(`/v1/collections/${collection.id}/transfer`, { organization: to.id }),
      ...Array.from({ length: 5 }, (_, index) => service.make.page(space.id, { title: `P${String(index)}`, markdown: 'One axolotl more.\n' })),
    ]);
    expect(transfer.status).toBe(200);
    expect((await client.get(`/v1/orgs/${from.id}/search?query=axolotl`)).body).toEqual({ count: 0, items: [] });
    const { body } = await client.get(`/v1/orgs/${to.id}/search?query=axolotl`);
    expect([body.count, body.items[0]?.pages.length]).toEqual([1, 6]);
  });
});
