import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Answer, Client } from '../support/client.js';
import { editContent, makeReviewStage, review, type ReviewStage } from '../support/reviews.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('a review', () => {
  it('tells who thinks what of which revision, and is found at its address', async () => {
    const stage = await makeReviewStage(service);
    await editContent(stage);
    const { body: changeRequest } = await stage.asEditor.get(stage.one);
    const made = await stage.asReviewer.post(`${stage.one}/reviews`, { status: 'changes-requested' });
    expect(made).toMatchObject({
      status: 201,
      body: { object: 'change-request-review', revision: changeRequest.revision, reviewer: { object: 'user', id: stage.reviewer.id }, status: 'changes-requested', outdated: false },
    });
    expect(made.body).not.toHaveProperty('requestedBy');
    expect(made.body).not.toHaveProperty('comment');
    const location = made.headers.get('location') ?? '';
    expect(location.startsWith(service.url)).toBe(true);
    expect(await stage.asEditor.get(location.slice(service.url.length))).toMatchObject({ status: 200, body: made.body });
    expect((await stage.asEditor.get(`${stage.one}/reviews`)).body).toEqual({ count: 1, items: [made.body] });
    expect((await stage.asEditor.get(`${stage.one}/reviews/${newId()}`)).status).toBe(404);
  });

  it('can have a comment, which is a comment on the change request and can go without the review', async () => {
    const stage = await makeReviewStage(service);
    const made = await review(stage, stage.asReviewer, { status: 'approved', comment: { markdown: 'Fine *work*.' } });
    expect(made.comment).toMatchObject({
      object: 'comment',
      body: { markdown: 'Fine *work*.' },
      postedBy: { id: stage.reviewer.id },
      target: { changeRequest: stage.changeRequestId, review: made.id },
      permissions: { view: true, edit: true, delete: true, reply: true },
    });
    const comment = `${stage.one}/comments/${String(made.comment.id)}`;
    expect((await stage.asReviewer.get(comment)).body).toEqual(made.comment);
    expect((await stage.asEditor.get(stage.one)).body.comments).toBe(1);
    const [shown] = (await stage.asEditor.get(`${stage.one}/reviews?format=document`)).body.items;
    expect(shown.comment).toMatchObject({ body: { markdown: 'Fine *work*.', document: expect.anything() }, permissions: { edit: false, reply: true } });
    expect((await stage.asReviewer.delete(comment)).status).toBe(205);
    expect((await stage.asEditor.get(`${stage.one}/reviews/${String(made.id)}`)).body).not.toHaveProperty('comment');
  });

  it('is outdated once the change request has a newer revision, also by an update, or the reviewer a newer review', async () => {
    const stage = await makeReviewStage(service);
    const first = await review(stage, stage.asReviewer);
    await editContent(stage);
    const second = await review(stage, stage.asReviewer, { status: 'changes-requested' });
    const third = await review(stage, stage.asReviewer);
    const outdated = async (filter = ''): Promise<unknown[]> => (await stage.asEditor.all(`${stage.one}/reviews?limit=1${filter}`)).map(({ id }) => id);
    expect(await outdated()).toEqual([first.id, second.id, third.id]);
    expect(await outdated('&outdated=true')).toEqual([first.id, second.id]);
    expect(await outdated('&outdated=false')).toEqual([third.id]);
    expect((await stage.asEditor.get(`${stage.one}/reviews?outdated=true&limit=1`)).body.count).toBe(2);
    await service.make.page(stage.spaceId, { title: 'Main' });
    expect(await outdated('&outdated=false')).toEqual([third.id]);
    await stage.asEditor.post(`${stage.one}/update`);
    expect(await outdated('&outdated=false')).toEqual([]);
  });

  it('keeps one that counts for each reviewer, however many come at once', async () => {
    const stage = await makeReviewStage(service);
    const { body } = await stage.asEditor.get(`${stage.one}/reviews`);
    expect(body).toEqual({ count: 0, items: [] });
    await Promise.all(Array.from({ length: 12 }, (_, index) => review(stage, stage.asReviewer, { status: 'approved', ...(index % 2 === 0 ? { comment: { markdown: 'At once.' } } : {}) })));
    const all = await stage.asEditor.all(`${stage.one}/reviews`);
    expect([all.length, all.filter(({ outdated }) => outdated === false).length]).toEqual([12, 1]);
    expect((await stage.asEditor.get(stage.one)).body.comments).toBe(6);
  });

  it('is refused for a merged change request, and so is its comment', async () => {
    const stage = await makeReviewStage(service);
    const made = await review(stage, stage.asReviewer);
    await stage.asReviewer.post(`${stage.one}/merge`);
    expect((await stage.asReviewer.post(`${stage.one}/reviews`, { status: 'approved', comment: { markdown: 'Late.' } })).status).toBe(409);
    expect((await stage.asEditor.post(`${stage.one}/requested-reviewers`, { users: [stage.reviewer.id] })).status).toBe(409);
    expect((await stage.asEditor.get(`${stage.one}/comments`)).body.count).toBe(0);
    expect((await stage.asEditor.get(`${stage.one}/reviews?outdated=false`)).body.items).toEqual([made]);
  });

  it('takes a status and a comment, and nothing else', async () => {
    const stage = await makeReviewStage(service);
    for (const body of [{}, { status: 'rejected' }, { status: null }, { status: 'approved', comment: 'text' }, { status: 'approved', comment: { markdown: 1 } }, { status: 'approved', revision: 'x' }]) {
      expect((await stage.asReviewer.post(`${stage.one}/reviews`, body)).status).toBe(400);
    }
    expect((await stage.asReviewer.get(`${stage.one}/reviews?outdated=1`)).status).toBe(400);
    expect((await stage.asReviewer.get(`${stage.one}/reviews`)).body.count).toBe(0);
  });
});

describe('asking for a review', () => {
  it('lasts until the review, which tells who asked; asking again outdates it', async () => {
    const stage = await makeReviewStage(service);
    const asked = await stage.asEditor.post(`${stage.one}/requested-reviewers`, { users: [stage.reviewer.id], subject: 'Please look' });
    const { body: changeRequest } = await stage.asEditor.get(stage.one);
    expect(changeRequest.subject).toBe('Please look');
    const request = { object: 'change-request-requested-reviewer', kind: 'user', user: { id: stage.reviewer.id }, requestedBy: { id: stage.editor.id }, revision: changeRequest.revision };
    expect(asked).toMatchObject({ status: 200, body: { users: [request] } });
    expect((await stage.asReviewer.get(`${stage.one}/requested-reviewers`)).body).toEqual({ count: 1, items: asked.body.users });
    const made = await review(stage, stage.asReviewer);
    expect(made).toMatchObject({ outdated: false, requestedBy: { id: stage.editor.id } });
    expect((await stage.asReviewer.get(`${stage.one}/requested-reviewers`)).body.count).toBe(0);
    await stage.asEditor.post(`${stage.one}/requested-reviewers`, { users: [stage.reviewer.id] });
    expect((await stage.asEditor.get(`${stage.one}/reviews/${String(made.id)}`)).body).toMatchObject({ status: 'approved', outdated: true });
  });

  it('leaves alone who is asked already, and lists who was asked first first', async () => {
    const stage = await makeReviewStage(service);
    const others = await Promise.all(Array.from({ length: 4 }, () => service.make.user({ organizationId: stage.organizationId, role: 'admin' })));
    const first = await stage.asEditor.post(`${stage.one}/requested-reviewers`, { users: [stage.reviewer.id] });
    const ids = [stage.reviewer.id, ...others.map(({ id }) => id)];
    const all = await service.as(others[0]?.token).post(`${stage.one}/requested-reviewers`, { users: ids });
    expect(all.body.users[0]).toEqual(first.body.users[0]);
    expect(all.body.users.map(({ user }: { user: { id: string } }) => user.id)).toEqual(ids);
    const listed = await stage.asEditor.all(`${stage.one}/requested-reviewers?limit=2`);
    expect(listed.map(({ user }) => user.id)).toEqual([stage.reviewer.id, ...ids.slice(1).sort()]);
    expect((await stage.asEditor.delete(`${stage.one}/requested-reviewers/${stage.reviewer.id}`)).status).toBe(205);
    expect((await stage.asEditor.delete(`${stage.one}/requested-reviewers/${stage.reviewer.id}`)).status).toBe(404);
    expect((await stage.asEditor.get(`${stage.one}/requested-reviewers`)).body.count).toBe(4);
  });

  it('is for people who may review: else nobody is asked and nothing changed', async () => {
    const stage = await makeReviewStage(service);
    const stranger = await service.make.user();
    for (const id of [stage.editor.id, stranger.id, newId(), 'not an id']) {
      const answer = await stage.asEditor.post(`${stage.one}/requested-reviewers`, { users: [stage.reviewer.id, id], subject: 'Changed' });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'users.1', message: expect.stringContaining('"review"') }] } } });
    }
    for (const users of [[], Array.from({ length: 101 }, () => stage.reviewer.id), stage.reviewer.id, null]) expect((await stage.asEditor.post(`${stage.one}/requested-reviewers`, { users })).status).toBe(400);
    expect((await stage.asEditor.get(`${stage.one}/requested-reviewers`)).body.count).toBe(0);
    expect((await stage.asEditor.get(stage.one)).body.subject).toBe('');
  });
});

/** How somebody who was asked for a review may lose the right to make one. The admin is in another organization, too. */
const LOSSES: Readonly<Record<string, (admin: Client, stage: ReviewStage, elsewhere: string) => Promise<Answer>>> = {
  'leaves the organization': (admin, { organizationId, reviewer }) => admin.delete(`/v1/orgs/${organizationId}/members/${reviewer.id}`),
  'has a lower role': (admin, { organizationId, reviewer }) => admin.patch(`/v1/orgs/${organizationId}/members/${reviewer.id}`, { role: 'edit' }),
  'may do less by default': (admin, { spaceId }) => admin.patch(`/v1/spaces/${spaceId}`, { defaultLevel: 'edit' }),
  'is not where the space goes': (admin, { spaceId }, organization) => admin.post(`/v1/spaces/${spaceId}/transfer`, { organization }),
};

describe('a request for a review', () => {
  it.each(Object.keys(LOSSES))('is not listed while the reviewer %s', async (loss) => {
    const stage = await makeReviewStage(service);
    const { id: elsewhere } = await service.make.organization();
    const admin = await service.make.user({ organizationId: stage.organizationId, role: 'admin' });
    await service.make.join(elsewhere, admin.id, 'admin');
    const asAdmin = service.as(admin.token);
    expect((await stage.asEditor.post(`${stage.one}/requested-reviewers`, { users: [stage.reviewer.id, admin.id] })).status).toBe(200);
    const asked = async (): Promise<unknown[]> => (await asAdmin.all(`${stage.one}/requested-reviewers?limit=1`)).map(({ user }) => user.id);
    expect((await asked()).sort()).toEqual([stage.reviewer.id, admin.id].sort());
    expect((await LOSSES[loss]?.(asAdmin, stage, elsewhere))?.status).toBeLessThan(300);
    expect(await asked()).toEqual([admin.id]);
    expect((await asAdmin.get(`${stage.one}/requested-reviewers`)).body.count).toBe(1);
  });

  it('is listed where a team has the right, and again with the right', async () => {
    const stage = await makeReviewStage(service);
    const { organizationId, spaceId, reviewer } = stage;
    const team = await service.make.team({ organizationId, members: { [reviewer.id]: 'member' } });
    await service.make.grantToTeam(spaceId, team.id, 'review');
    await service.make.join(organizationId, reviewer.id, null);
    await stage.asEditor.post(`${stage.one}/requested-reviewers`, { users: [reviewer.id] });
    const count = async (): Promise<unknown> => (await stage.asEditor.get(`${stage.one}/requested-reviewers`)).body.count;
    expect(await count()).toBe(1);
    await service.make.grantToTeam(spaceId, team.id, 'comment');
    expect(await count()).toBe(0);
    await service.make.grant(spaceId, reviewer.id, 'admin');
    expect(await count()).toBe(1);
  });
});

describe('contributors of a change request', () => {
  it('are told with how much they edited and commented, and when last', async () => {
    const stage = await makeReviewStage(service);
    await editContent(stage);
    const { body: comment } = await stage.asReviewer.post(`${stage.one}/comments`, { body: { markdown: 'One' } });
    await stage.asReviewer.post(`${stage.one}/comments/${String(comment.id)}/replies`, { body: { markdown: 'Two' } });
    await stage.asEditor.post(`${stage.one}/comments/${String(comment.id)}/replies`, { body: { markdown: 'Three' } });
    const contributors = await stage.asEditor.all(`${stage.one}/contributors?limit=1`);
    const { body: changeRequest } = await stage.asEditor.get(stage.one);
    expect(contributors.map(({ user, actionType, count }) => ({ user: user.id, actionType, count }))).toEqual([
      { user: stage.editor.id, actionType: 'edit', count: 2 },
      { user: stage.editor.id, actionType: 'comment', count: 1 },
      { user: stage.reviewer.id, actionType: 'comment', count: 2 },
    ]);
    expect(contributors[0].updatedAt).toBe(changeRequest.updatedAt);
    expect((await stage.asEditor.get(`${stage.one}/contributors?limit=2`)).body.count).toBe(3);
  });
});
