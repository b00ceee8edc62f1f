import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeComment } from '../support/comments.js';
import { makeReviewStage } from '../support/reviews.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('the people who commented', () => {
  it('are members with a comment or a reply on that very content, each once', async () => {
    const stage = await makeReviewStage(service);
    const space = `/v1/spaces/${stage.spaceId}`;
    const gone = await service.make.user({ organizationId: stage.organizationId, role: 'comment' });
    const { commentId } = await makeComment(service, space, stage.editor.token);
    await makeComment(service, space, stage.editor.token);
    await makeComment(service, space, gone.token);
    await stage.asReviewer.post(`${space}/comments/${commentId}/replies`, { body: { markdown: 'A reply.' } });
    await makeComment(service, stage.one, stage.reviewer.token);
    const ids = async (path: string): Promise<unknown[]> => (await stage.asEditor.all(`${path}/commenters?limit=1`)).map(({ id }) => id);
    const inSpace = [stage.editor.id, stage.reviewer.id, gone.id].sort();
    expect(await ids(space)).toEqual(inSpace);
    expect(await ids(stage.one)).toEqual([stage.reviewer.id]);
    const { body } = await stage.asEditor.get(`${space}/commenters?limit=2`);
    expect(body).toMatchObject({ count: 3, items: inSpace.slice(0, 2).map((id) => ({ object: 'member', id })) });
    expect((await stage.asEditor.get(`/v1/orgs/${stage.organizationId}/members/${stage.editor.id}`)).body).toEqual(body.items.find(({ id }: { id: string }) => id === stage.editor.id));
    expect((await service.as(gone.token).delete(`/v1/orgs/${stage.organizationId}/members/${gone.id}`)).status).toBe(204);
    expect(await ids(space)).toEqual(inSpace.filter((id) => id !== gone.id));
    const { status } = await stage.asEditor.get(`${stage.one}/commenters?page=${String(body.next.page)}`);
    expect(status).toBe(400);
  });

  it('are those who still have one there', async () => {
    const stage = await makeReviewStage(service);
    const { commentId, replyId } = await makeComment(service, stage.one, stage.reviewer.token);
    await stage.asReviewer.delete(`${stage.one}/comments/${commentId}/replies/${replyId}`);
    expect((await stage.asEditor.get(`${stage.one}/commenters`)).body.count).toBe(1);
    await stage.asReviewer.delete(`${stage.one}/comments/${commentId}`);
    expect((await stage.asEditor.get(`${stage.one}/commenters`)).body).toEqual({ count: 0, items: [] });
  });
});
