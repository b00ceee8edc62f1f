import { mock } from 'node:test';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/kernel/database/database.js';
import { commitTo, makeChangeRequest } from '../support/change-requests.js';
import type { Answer, Client, Json } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { Statements } from '../support/statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  spaceId: string;
  organizationId: string;
  userId: string;
  space: string;
  client: Client;
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('admin');
  return { spaceId: space.id, organizationId: space.organizationId, userId: member.id, space: `/v1/spaces/${space.id}`, client: service.as(member.token) };
}

const tag = ({ headers }: Answer): string => headers.get('etag') ?? '';
const paths = ({ body }: Answer): string[] => (body.items as Json[]).map(({ path }) => String(path)).sort();

describe('a search in a space', () => {
  it('is answered from memory while the content stays, with an entity tag by which it is not sent again', async () => {
    const { spaceId, space, client } = await makeStage();
    await service.make.commit(spaceId, { newPages: ['One', 'Two', 'Three'].map((title) => newPage({ title, markdown: 'zebra\n' })) });
    const statements = Statements.of(service);
    const first = await client.get(`${space}/search?query=zebra`);
    let again: Answer | undefined;
    const asked = await statements.during(async () => {
      again = await client.get(`${space}/search?query=zebra`);
    });
    expect(asked.filter((text) => text.includes('search_'))).toEqual([]);
    expect([again?.body, tag(again ?? first)]).toEqual([first.body, tag(first)]);
    expect(first.body).toMatchObject({ count: 3 });
    expect(first.headers.get('cache-control')).toBe('private');
    expect((await client.get(`${space}/search?query=zebra`, { headers: { 'if-none-match': tag(first) } })).status).toBe(304);
    await service.make.page(spaceId, { title: 'Four', markdown: 'lion\n' });
    expect((await client.get(`${space}/search?query=zebra`, { headers: { 'if-none-match': tag(first) } })).status).toBe(200);
  });

  it('has an answer for each query, limit and page, whatever is in the query', async () => {
    const { spaceId, space, client } = await makeStage();
    await service.make.commit(spaceId, { newPages: ['a/b', 'a', 'b/a'].map((title) => newPage({ title, markdown: 'a/undefined/b\n' })) });
    for (let round = 0; round < 2; round += 1) {
      expect((await client.all(`${space}/search?query=a&limit=1`)).length).toBe(3);
      const { body } = await client.get(`${space}/search?query=a%2Fb&limit=2`);
      expect([body.count, body.items.length]).toEqual([3, 2]);
      const next = String(body.next.page);
      expect((await client.get(`${space}/search?query=a%2Fb&limit=2&page=${next}`)).body.items.length).toBe(1);
      expect((await client.get(`${space}/search?query=b&limit=2&page=${next}%2Fa`)).status).toBe(400);
      expect((await client.get(`${space}/search?query=b&limit=2&page=${next}`)).status).toBe(400);
      expect((await client.get(`${space}/search?query=%26%7C`)).body).toEqual({ count: 0, items: [] });
    }
  });

  it('sees each change of the content', async () => {
    const { spaceId, space, client, userId } = await makeStage();
    const [kept, moved] = [newPage({ title: 'Kept', markdown: 'zebra\n' }), newPage({ title: 'Moved', markdown: 'zebra\n' })];
    const found = async (): Promise<string[]> => paths(await client.get(`${space}/search?query=zebra`));
    expect(await found()).toEqual([]);
    await service.make.commit(spaceId, { newPages: [kept, moved] });
    expect(await found()).toEqual(['kept', 'moved']);

    const changeRequest = await makeChangeRequest(service, spaceId, userId);
    await commitTo(service, spaceId, changeRequest, { newPages: [newPage({ title: 'Merged', markdown: 'zebra\n' })] });
    expect(await found()).toEqual(['kept', 'moved']);
    const change = async (...changes: object[]): Promise<void> => {
      const id = await makeChangeRequest(service, spaceId, userId);
      expect((await client.post(`${space}/change-requests/${id}/content`, { changes })).status).toBe(200);
      expect((await client.post(`${space}/change-requests/${id}/merge`)).status).toBe(200);
    };
    expect((await client.post(`${space}/change-requests/${changeRequest}/merge`)).status).toBe(200);
    expect(await found()).toEqual(['kept', 'merged', 'moved']);

    await change({ operation: 'update_page', page: kept.pageId, title: 'Renamed', slug: 'renamed' });
    expect(await found()).toEqual(['merged', 'moved', 'renamed']);
    await change({ operation: 'update_page', page: moved.pageId, document: { markdown: 'lion\n' } });
    expect(await found()).toEqual(['merged', 'renamed']);
    await change({ operation: 'update_page', page: kept.pageId, noIndex: true });
    expect(await found()).toEqual(['merged']);
    await service.make.commit(spaceId, { deletedPages: [kept.pageId] });
    expect(await found()).toEqual(['merged']);
  });

  it('is of the organization that the space is in, and of those who see it there', async () => {
    const { spaceId, space, client, userId, organizationId } = await makeStage();
    await service.make.page(spaceId, { title: 'Guide', markdown: 'zebra\n' });
    const { id: other } = await service.make.organization();
    await service.make.join(other, userId, 'admin');
    const member = service.as((await service.make.user({ organizationId, role: 'read' })).token);
    const addresses = async (as: Client): Promise<string> => JSON.stringify((await as.get(`${space}/search?query=zebra`)).body.items.map(({ urls }: Json) => urls));
    expect([await addresses(client), await addresses(member)]).toEqual(Array(2).fill(expect.stringContaining(organizationId)));
    expect((await client.post(`${space}/transfer`, { organization: other })).status).toBe(200);
    expect(await addresses(client)).toContain(other);
    expect(await addresses(client)).not.toContain(organizationId);
    expect((await member.get(`${space}/search?query=zebra`)).status).toBe(404);
    expect((await client.delete(space)).status).toBeLessThan(300);
    expect((await client.get(`${space}/search?query=zebra`)).status).toBe(404);
  });

  it.each(['before', 'after'] as const)('is never remembered for another revision than the one that it saw, when a change is done right %s its look', async (moment) => {
    const { spaceId, space, client } = await makeStage();
    const db = service.app.get(Database);
    const read = db.read.bind(db);
    const change = (): Promise<unknown> => service.make.page(spaceId, { markdown: 'zebra\n' });
    const look = mock.method(db, 'read', async (...asked: Parameters<Database['read']>) => {
      look.mock.restore();
      if (moment === 'before') await change();
      const rows = await read(...asked);
      if (moment === 'after') await change();
      return rows;
    });
    const first = await client.get(`${space}/search?query=zebra`);
    expect(look.mock.callCount()).toBe(1);
    expect(first.body.count).toBe(moment === 'before' ? 1 : 0);
    const second = await client.get(`${space}/search?query=zebra`);
    expect(second.body.count).toBe(1);
    expect(tag(second) === tag(first)).toBe(moment === 'before');
    await change();
    expect((await client.get(`${space}/search?query=zebra`, { headers: { 'if-none-match': tag(second) } })).body.count).toBe(2);
  });

  it('sees what was acknowledged, and has one answer for a tag, while others search and change', async () => {
    const { spaceId, space, client } = await makeStage();
    const bodies = new Map<string, string>();
    const search = async (): Promise<number> => {
      const answer = await client.get(`${space}/search?query=zebra`);
      const text = JSON.stringify(answer.body);
      expect(bodies.get(tag(answer)) ?? text).toBe(text);
      bodies.set(tag(answer), text);
      return Number(answer.body.count);
    };
    for (let written = 1; written <= 20; written += 1) {
      const meanwhile: number[] = [];
      const searchers = [1, 2, 3].map(async (searches) => {
        for (let times = 0; times < searches; times += 1) meanwhile.push(await search());
      });
      await Promise.all([service.make.page(spaceId, { markdown: 'zebra\n' }), ...searchers]);
      for (const count of meanwhile) expect([written - 1, written]).toContain(count);
      expect(await search()).toBe(written);
    }
  });
});
