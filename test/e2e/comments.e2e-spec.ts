import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { makeChangeRequest, commitTo } from '../support/change-requests.js';
import type { Client, Json } from '../support/client.js';
import { makeComment } from '../support/comments.js';
import { newPage } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let organizationId: string;
let client: Client;
let ada: { id: string; token: string; email: string };

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  ada = await service.make.user({ organizationId, role: 'comment' });
  client = service.as(ada.token);
});
afterAll(() => service.close());

describe.each(['a space', 'a change request'])('comments on %s', (kind) => {
  const inSpace = kind === 'a space';
  let spaceId: string;
  let home: string;
  let path: string;
  let changeRequestId: string;

  beforeEach(async () => {
    spaceId = (await service.make.space({ organizationId })).id;
    changeRequestId = await makeChangeRequest(service, spaceId);
    home = inSpace ? `/v1/spaces/${spaceId}` : `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
    path = `${home}/comments`;
  });

  /** Open comments, as the home counts them. */
  const counted = async (): Promise<number> => {
    const admin = await service.make.user({ organizationId, role: 'admin' });
    return (await service.as(admin.token).get(home)).body.comments;
  };

  it('are posted and read, with everything told', async () => {
    const made = await client.post(path, { body: { markdown: 'Hello **you**' } });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      object: 'comment',
      postedBy: { id: ada.id, email: ada.email },
      reactions: [],
      replies: 0,
      body: { markdown: 'Hello **you**' },
      target: { space: spaceId, revision: expect.any(String), ...(inSpace ? {} : { changeRequest: changeRequestId }) },
      status: 'open',
      permissions: { view: true, edit: true, reply: true, delete: true },
      urls: { location: `${service.url}${path}/${String(made.body.id)}` },
    });
    for (const absent of ['editedAt', 'resolvedAt', 'resolvedBy']) expect(made.body).not.toHaveProperty(absent);
    for (const absent of ['node', 'page', 'review', ...(inSpace ? ['changeRequest'] : [])]) expect(made.body.target).not.toHaveProperty(absent);
    expect((await client.get(`${path}/${String(made.body.id)}`)).body).toEqual(made.body);
    expect(await counted()).toBe(1);
  });

  it('have bodies in both formats, whichever was sent', async () => {
    const { body: written } = await client.post(path, { body: { markdown: 'A **bold** word\r\n' } });
    const read = (await client.get(`${path}/${String(written.id)}?format=document`)).body.body;
    expect(read.markdown).toBe('A **bold** word\r\n');
    expect(read.document).toMatchObject({ object: 'document' });
    const sent = await client.post(path, { body: { document: read.document } });
    expect(sent.body.body.markdown.trim()).toBe('A **bold** word');
    expect((await client.get(`${path}/${String(sent.body.id)}?format=document`)).body.body.document).toEqual(read.document);
    expect((await client.post(path, { body: {} })).body.body).toEqual({ markdown: '' });
    const script = '[x](javascript:alert(1)) <img src=x onerror=alert(1)>';
    expect((await client.post(path, { body: { markdown: script } })).body.body.markdown).toBe(script);
  });

  it.each([
    [{}, 'body'],
    [{ body: null }, 'body'],
    [{ body: 'text' }, 'body'],
    [{ body: { markdown: 1 } }, 'body.markdown'],
    [{ body: { markdown: 'a', document: {} } }, 'body'],
    [{ body: { text: 'a' } }, 'body'],
    [{ body: { document: { object: 'page' } } }, 'body.document.object'],
    [{ body: { markdown: 'a'.repeat(100_001) } }, 'body.markdown'],
    [{ body: { markdown: 'a' }, page: 'nothing' }, 'page'],
    [{ body: { markdown: 'a' }, node: '' }, 'node'],
    [{ body: { markdown: 'a' }, node: 'n'.repeat(101) }, 'node'],
  ])('are not made from %j', async (body, field) => {
    const refused = await client.post(path, body);
    expect([refused.status, refused.body.error.details[0].field.startsWith(field)]).toEqual([400, true]);
    expect((await client.get(path)).body).toEqual({ count: 0, items: [] });
  });

  it('are on pages and on places in them, also once these are gone', async () => {
    const page = newPage({ title: 'Guide', markdown: '# Guide\n\n## Set *up*\n\nTurn it on.\n' });
    const commit = (changes: Parameters<typeof commitTo>[3]): Promise<unknown> => (inSpace ? service.make.commit(spaceId, changes) : commitTo(service, spaceId, changeRequestId, changes));
    await commit({ newPages: [page] });
    const made = await client.post(path, { page: page.pageId, node: 'set-up', body: { markdown: 'Here' } });
    expect(made.body.target).toMatchObject({ page: { id: page.pageId, title: 'Guide', path: 'guide', outdated: false }, node: { id: 'set-up', preview: 'Set up\nTurn it on.' } });
    const nowhere = await client.post(path, { page: page.pageId, node: 'no-such-node', body: { markdown: 'Where?' } });
    expect(nowhere.body.target.node).toEqual({ id: 'no-such-node' });
    expect((await client.post(path, { node: 'set-up', body: { markdown: 'No page' } })).body.target.node).toEqual({ id: 'set-up' });

    await commit({ pageUpdates: [{ pageId: page.pageId, fields: { title: 'Handbook' } }] });
    expect((await client.get(`${path}/${String(made.body.id)}`)).body.target.page).toMatchObject({ title: 'Handbook', outdated: false });
    await commit({ deletedPages: [page.pageId] });
    const { target } = (await client.get(`${path}/${String(made.body.id)}`)).body;
    expect(target).toMatchObject({ page: { id: page.pageId, title: 'Guide', path: 'guide', outdated: true }, node: { id: 'set-up' } });
    expect(target.node).not.toHaveProperty('preview');
    expect((await client.post(path, { page: page.pageId, body: { markdown: 'Late' } })).status).toBe(400);
  });

  it('are edited, resolved and opened again, and left alone where nothing changes', async () => {
    const { commentId } = await makeComment(service, home, ada.token);
    const one = `${path}/${commentId}`;
    const before = (await client.get(one)).body;
    expect((await client.put(one, { body: before.body, resolved: false })).body).toEqual(before);
    expect((await client.put(one, {})).body).toEqual(before);
    const edited = (await client.put(one, { body: { markdown: 'Other' } })).body;
    expect(edited).toMatchObject({ body: { markdown: 'Other' }, editedAt: expect.any(String) });
    const resolved = (await client.put(one, { resolved: true })).body;
    expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: { id: ada.id }, resolvedAt: expect.any(String), editedAt: edited.editedAt });
    expect(await counted()).toBe(0);
    const reviewer = service.as((await service.make.user({ organizationId, role: 'review' })).token);
    expect((await reviewer.put(one, { resolved: true })).body.resolvedBy.id).toBe(ada.id);
    const opened = (await reviewer.put(one, { resolved: false })).body;
    expect(opened.status).toBe('open');
    for (const absent of ['resolvedAt', 'resolvedBy']) expect(opened).not.toHaveProperty(absent);
    expect(await counted()).toBe(1);
    expect((await client.put(one, { resolved: null })).status).toBe(400);
  });

  it('take reactions by person, one of each, in one spelling', async () => {
    const { commentId, replyId } = await makeComment(service, home, ada.token);
    const other = await service.make.user({ organizationId, role: 'comment' });
    for (const one of [`${path}/${commentId}`, `${path}/${commentId}/replies/${replyId}`]) {
      const first = (await client.put(one, { addedReactions: ['❤️', '👍🏽', '❤'] })).body;
      expect(first.reactions.map((reaction: Json) => [reaction.emoji, reaction.count])).toEqual([['❤', 1], ['👍🏽', 1]]);
      expect(first).not.toHaveProperty('editedAt');
      const both = (await service.as(other.token).put(one, { addedReactions: ['❤'], removedReactions: ['👍🏽', '🚀'] })).body;
      expect(both.reactions.map((reaction: Json) => [reaction.emoji, reaction.count, reaction.users.map((by: Json) => by.user.id)])).toEqual([['❤', 2, [ada.id, other.id]], ['👍🏽', 1, [ada.id]]]);
      expect((await client.put(one, { removedReactions: ['❤️', '👍🏽'] })).body.reactions.map((reaction: Json) => reaction.users[0].user.id)).toEqual([other.id]);
      for (const bad of [[''], ['\uFE0F'], ['e'.repeat(51)], [1], 'x', Array.from({ length: 101 }, () => 'a')]) expect((await client.put(one, { addedReactions: bad })).status).toBe(400);
    }
    const reader = await service.make.user({ organizationId, role: 'read' });
    expect((await service.as(reader.token).put(`${path}/${commentId}`, { addedReactions: ['❤'] })).status).toBe(403);
  });

  it('have replies, oldest first, which count, change and go', async () => {
    const { commentId } = await makeComment(service, home, ada.token);
    const one = `${path}/${commentId}`;
    for (let index = 1; index < 7; index += 1) await client.post(`${one}/replies`, { body: { markdown: `Reply ${String(index)}` } });
    expect((await client.get(one)).body.replies).toBe(7);
    const replies = await client.all(`${one}/replies?limit=3`);
    expect(replies.map((reply) => reply.body.markdown)).toEqual(['A reply.', ...Array.from({ length: 6 }, (_, index) => `Reply ${String(index + 1)}`)]);
    const [first] = replies;
    const reply = `${one}/replies/${String(first?.id)}`;
    expect(first).toMatchObject({ object: 'comment-reply', postedBy: { id: ada.id }, reactions: [], urls: { location: `${service.url}${reply}` } });
    expect((await client.get(`${reply}?format=document`)).body.body.document).toMatchObject({ object: 'document' });
    expect((await client.put(reply, { body: { markdown: 'Changed' } })).body).toMatchObject({ body: { markdown: 'Changed' }, editedAt: expect.any(String) });
    expect((await client.delete(reply)).status).toBe(inSpace ? 205 : 204);
    expect((await client.delete(reply)).status).toBe(404);
    expect((await client.get(reply)).status).toBe(404);
    expect((await client.get(one)).body.replies).toBe(6);
  });

  it('are listed by time, status, page and author, in pages whose count is exact', async () => {
    const bob = await service.make.user({ organizationId, role: 'comment' });
    const page = newPage({ title: 'P', markdown: 'Text\n' });
    if (inSpace) await service.make.commit(spaceId, { newPages: [page] });
    else await commitTo(service, spaceId, changeRequestId, { newPages: [page] });
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const by = index % 3 === 0 ? service.as(bob.token) : client;
      const { body } = await by.post(path, { body: { markdown: `C${String(index)}` }, ...(index % 2 === 0 ? { page: page.pageId } : {}) });
      if (index % 4 === 0) await by.put(`${path}/${String(body.id)}`, { resolved: true });
      ids.push(String(body.id));
    }
    const listed = async (query: string): Promise<number[]> => {
      const { count } = (await client.get(`${path}?limit=1&${query}`)).body;
      const items = await client.all(`${path}?limit=5&${query}`);
      expect([query, count]).toEqual([query, items.length]);
      return items.map((item) => ids.indexOf(String(item.id)));
    };
    const all = Array.from({ length: 12 }, (_, index) => 11 - index);
    expect(await listed('')).toEqual(all);
    expect(await listed('order=asc')).toEqual([...all].reverse());
    expect(await listed('status=resolved')).toEqual([8, 4, 0]);
    expect(await listed('status=open')).toEqual(all.filter((index) => index % 4 !== 0));
    expect(await listed(`targetPage=${page.pageId}`)).toEqual([10, 8, 6, 4, 2, 0]);
    expect(await listed(`authors=${bob.id}`)).toEqual([9, 6, 3, 0]);
    expect(await listed(`authors[]=${bob.id}&authors[]=${ada.id}&authors[]=${ada.id}`)).toEqual(all);
    expect(await listed(`authors=${bob.id}&status=open&targetPage=${page.pageId}&order=asc`)).toEqual([6]);
    expect(await listed('authors=nobody')).toEqual([]);
    for (const nothing of ['nothing', '', 'x'.repeat(65)]) expect(await listed(`targetPage=${nothing}`)).toEqual([]);
    const first = (await client.get(`${path}?limit=5`)).body;
    await client.delete(`${path}/${ids[11] ?? ''}`);
    await client.delete(`${path}/${ids[7] ?? ''}`);
    const second = (await client.get(`${path}?limit=5&page=${String(first.next.page)}`)).body;
    expect([second.count, second.items.map((item: Json) => ids.indexOf(String(item.id)))]).toEqual([10, [6, 5, 4, 3, 2]]);
    expect((await client.get(`${path}?limit=5&order=asc&page=${String(first.next.page)}`)).status).toBe(400);
    for (const bad of ['order=up', 'status=closed', 'format=html']) expect((await client.get(`${path}?${bad}`)).status).toBe(400);
  });

  it('stay with their author when the author leaves, who can not change them any more', async () => {
    const leaver = await service.make.user({ organizationId, role: 'comment' });
    const { commentId } = await makeComment(service, home, leaver.token);
    await service.as(leaver.token).put(`${path}/${commentId}`, { addedReactions: ['👋'] });
    await service.app.get(MembersService).remove(organizationId, leaver.id);
    expect((await client.get(`${path}/${commentId}`)).body).toMatchObject({ postedBy: { id: leaver.id }, replies: 1, reactions: [{ emoji: '👋', count: 1 }] });
    expect((await service.as(leaver.token).delete(`${path}/${commentId}`)).status).toBe(404);
  });

  it('are counted exactly whatever happens at once', async () => {
    const reviewer = service.as((await service.make.user({ organizationId, role: 'review' })).token);
    const made = await Promise.all(Array.from({ length: 10 }, () => makeComment(service, home, ada.token)));
    const statuses = await Promise.all(
      made.flatMap(({ commentId, replyId }, index) => [
        client.put(`${path}/${commentId}`, { resolved: true }),
        reviewer.put(`${path}/${commentId}`, { resolved: true }),
        client.put(`${path}/${commentId}`, { addedReactions: ['👍'] }),
        client.put(`${path}/${commentId}`, { addedReactions: ['👍'] }),
        client.post(`${path}/${commentId}/replies`, { body: { markdown: 'More' } }),
        client.delete(`${path}/${commentId}/replies/${replyId}`),
        client.delete(`${path}/${commentId}/replies/${replyId}`),
        ...(index < 4 ? [client.delete(`${path}/${commentId}`), reviewer.post(`${path}/${commentId}/replies`, { body: { markdown: 'Late' } })] : []),
        ...(index > 7 ? [client.put(`${path}/${commentId}`, { resolved: false })] : []),
      ]),
    );
    expect(statuses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const left = await client.all(`${path}?limit=100`);
    expect(left.length).toBe(6);
    expect(await counted()).toBe(left.filter((comment) => comment.status === 'open').length);
    for (const comment of left) {
      const replies = await client.all(`${path}/${String(comment.id)}/replies`);
      expect([comment.replies, comment.reactions.map((reaction: Json) => reaction.count)]).toEqual([replies.length, [1]]);
    }
  });

  it('are found by nobody under another home', async () => {
    const { commentId } = await makeComment(service, home, ada.token);
    const other = inSpace ? `/v1/spaces/${spaceId}/change-requests/${changeRequestId}` : `/v1/spaces/${spaceId}`;
    expect((await client.get(`${other}/comments/${commentId}`)).status).toBe(404);
    expect((await client.get(`${path}/${newId()}`)).status).toBe(404);
    expect((await client.get(`${other}/comments`)).body.count).toBe(0);
  });
});

it('a change request is named by its number as well, and comments outlive its merge', async () => {
  const { id: spaceId } = await service.make.space({ organizationId });
  const changeRequestId = await makeChangeRequest(service, spaceId);
  const { commentId } = await makeComment(service, `/v1/spaces/${spaceId}/change-requests/1`, ada.token);
  const reviewer = service.as((await service.make.user({ organizationId, role: 'review' })).token);
  expect((await reviewer.post(`/v1/spaces/${spaceId}/change-requests/1/merge`)).status).toBe(200);
  expect((await client.get(`/v1/spaces/${spaceId}/change-requests/${changeRequestId}/comments/${commentId}`)).status).toBe(200);
  expect((await client.post(`/v1/spaces/${spaceId}/change-requests/1/comments`, { body: { markdown: 'After' } })).status).toBe(200);
});
