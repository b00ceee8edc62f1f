import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { SpaceEntity } from '../../src/modules/spaces/space.entity.js';
import type { Client } from '../support/client.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  spaceId: string;
  all: string;
  member: TestUser;
  as: Client;
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('review');
  return { organizationId: space.organizationId, spaceId: space.id, all: `/v1/spaces/${space.id}/change-requests`, member, as: service.as(member.token) };
}

describe('a new change request', () => {
  it('is a draft over the newest main content, with an address and a number', async () => {
    const { organizationId, spaceId, all, member, as } = await makeStage();
    const { revisionId } = await service.make.commit(spaceId, { variables: { a: '1' } });
    const made = await as.post(all, { subject: 'Über 😀' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        object: 'change-request',
        number: 1,
        status: 'draft',
        subject: 'Über 😀',
        createdBy: { object: 'user', id: member.id, email: member.email },
        space: spaceId,
        revision: revisionId,
        revisionInitial: revisionId,
        comments: 0,
        outdated: false,
        urls: { location: `${service.url}${all}/${String(made.body.id)}`, app: expect.stringContaining(`/o/${organizationId}/s/${spaceId}/`) },
      },
    });
    expect(made.body).not.toHaveProperty('revisionMerged');
    expect(made.headers.get('location')).toBe(made.body.urls.location);
    for (const name of [made.body.id, '1']) expect(await as.get(`${all}/${String(name)}`)).toMatchObject({ status: 200, body: made.body });
  });

  it('needs no body, and takes no agent task, unknown field or long subject', async () => {
    const { all, as } = await makeStage();
    expect((await as.post(all)).body.subject).toBe('');
    expect((await as.post(all, { subject: '😀'.repeat(100) })).status).toBe(201);
    for (const body of [{ agentTaskId: newId() }, { agentTaskId: null }, { subject: 'a'.repeat(101) }, { subject: null }, { subject: 1 }, { status: 'open' }]) {
      expect(await as.post(all, body)).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(Object.keys(body)[0] ?? '') } } });
    }
    expect((await as.get(`${all}?status=draft`)).body.count).toBe(2);
  });

  it('takes the next number, however many come at once', async () => {
    const { spaceId, all, as } = await makeStage();
    const answers = await Promise.all(Array.from({ length: 30 }, () => as.post(all, {})));
    expect(answers.map(({ body }) => Number(body.number)).sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(await service.make.db.repo(SpaceEntity).findOneByOrFail({ id: spaceId })).toMatchObject({ changeRequests: 30, changeRequestsDraft: 30, changeRequestsOpen: 0 });
  });
});

describe('changing a change request', () => {
  it('sets subject and status freely, and counts by status', async () => {
    const { spaceId, all, as } = await makeStage();
    const { body: made } = await as.post(all, {});
    const one = `${all}/${String(made.id)}`;
    for (const status of ['open', 'archived', 'draft', 'archived', 'open']) {
      expect(await as.patch(one, { status })).toMatchObject({ status: 200, body: { status, subject: '' } });
    }
    expect(await service.make.db.repo(SpaceEntity).findOneByOrFail({ id: spaceId })).toMatchObject({ changeRequests: 1, changeRequestsDraft: 0, changeRequestsOpen: 1 });
    const named = await as.patch(`${all}/1`, { subject: 'Named' });
    expect(named.body).toMatchObject({ subject: 'Named', status: 'open', revision: made.revision });
    expect(named.body.updatedAt > made.updatedAt).toBe(true);
  });

  it('leaves the time alone when nothing changes', async () => {
    const { all, as } = await makeStage();
    const { body: made } = await as.post(all, { subject: 'Same' });
    for (const body of [{}, undefined, { subject: 'Same' }, { status: 'draft' }]) expect((await as.patch(`${all}/1`, body)).body).toEqual(made);
  });

  it('refuses what is none of the fields and statuses', async () => {
    const { all, as } = await makeStage();
    await as.post(all, {});
    for (const body of [{ status: 'merged' }, { status: null }, { subject: null }, { number: 2 }, { subject: 'a'.repeat(101) }]) expect((await as.patch(`${all}/1`, body)).status).toBe(400);
    for (const name of [newId(), '2', '0', '01', '1.0', '-1', '99999999999', '1e0', '%20']) expect((await as.get(`${all}/${name}`)).status).toBe(404);
  });
});

describe('the list of change requests', () => {
  it('shows open ones unless another status is wanted, page by page', async () => {
    const { all, as } = await makeStage();
    for (let number = 1; number <= 7; number += 1) {
      await as.post(all, {});
      if (number !== 4) await as.patch(`${all}/${String(number)}`, { status: number > 5 ? 'archived' : 'open' });
    }
    const numbers = async (query: string): Promise<number[]> => (await as.all(`${all}?${query}`)).map(({ number }) => Number(number));
    expect(await numbers('limit=2')).toEqual([1, 2, 3, 5]);
    expect(await numbers('status=draft')).toEqual([4]);
    expect(await numbers('status=archived&limit=1')).toEqual([6, 7]);
    expect(await numbers('status=merged')).toEqual([]);
    expect((await as.get(`${all}?limit=1`)).body.count).toBe(4);
    expect((await as.get(`${all}?status=archived`)).body.count).toBe(2);
    expect((await as.get(`${all}?status=closed`)).status).toBe(400);
    const { body } = await as.get(`${all}?limit=1`);
    expect((await as.get(`${all}?limit=1&status=archived&page=${String(body.next.page)}`)).status).toBe(400);
  });

  it('can be of one contributor', async () => {
    const { organizationId, all, member, as } = await makeStage();
    const other = await service.make.user({ organizationId, role: 'edit' });
    await as.post(all, {});
    await service.as(other.token).post(all, {});
    const ofMember = (await as.get(`${all}?status=draft&contributor=${member.id}`)).body;
    expect(ofMember).toMatchObject({ count: 1, items: [{ number: 1, createdBy: { id: member.id } }] });
    expect((await as.get(`${all}?status=draft&contributor=${other.id}`)).body).toMatchObject({ count: 1, items: [{ number: 2 }] });
    expect((await as.get(`${all}?status=draft&contributor=nobody`)).body).toEqual({ count: 0, items: [] });
  });
});
