import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { TreeService } from '../../src/modules/access/tree.service.js';
import { makeChangeRequest } from '../support/change-requests.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  open: { id: string };
  closed: { id: string };
  admin: TestUser;
  member: TestUser;
  guest: TestUser;
}

/** A space that members see by default, and one that they see by grants only. */
async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const [open, closed] = [await service.make.space({ organizationId }), await service.make.space({ organizationId })];
  await service.app.get(TreeService).setLevel(closed.id, null);
  const [admin, member, guest] = [await service.make.user({ organizationId, role: 'admin' }), await service.make.user({ organizationId, role: 'edit' }), await service.make.user({ organizationId, role: null })];
  return { organizationId, open, closed, admin, member, guest };
}

async function ids({ organizationId }: Stage, { token }: TestUser, query = 'status=draft'): Promise<string[]> {
  const path = `/v1/orgs/${organizationId}/change-requests?${query}`;
  const items = await service.as(token).all(`${path}&limit=1`);
  const { body } = await service.as(token).get(path);
  expect(body.count).toBe(items.length);
  expect(body.items).toEqual(items);
  return items.map(({ id }) => String(id));
}

describe('the change requests of an organization', () => {
  it('are those of the spaces that the caller sees, the oldest first', async () => {
    const stage = await makeStage();
    const made = [await makeChangeRequest(service, stage.closed.id), await makeChangeRequest(service, stage.open.id), await makeChangeRequest(service, stage.closed.id)];
    await makeChangeRequest(service, (await service.make.space()).id);
    expect(await ids(stage, stage.admin)).toEqual(made);
    expect(await ids(stage, stage.member)).toEqual([made[1]]);
    expect(await ids(stage, stage.guest)).toEqual([]);
    for (const { id } of [stage.member, stage.guest]) await service.make.grant(stage.closed.id, id, 'read');
    expect(await ids(stage, stage.member)).toEqual(made);
    expect(await ids(stage, stage.guest)).toEqual([made[0], made[2]]);
    const [first] = (await service.as(stage.member.token).get(`/v1/orgs/${stage.organizationId}/change-requests?status=draft`)).body.items;
    expect((await service.as(stage.member.token).get(`/v1/spaces/${stage.closed.id}/change-requests/${String(first.id)}`)).body).toEqual(first);
  });

  it('can be of one status, one creator and one contributor', async () => {
    const stage = await makeStage();
    const [mine, others] = [await makeChangeRequest(service, stage.open.id, stage.member.id), await makeChangeRequest(service, stage.open.id, stage.admin.id)];
    await service.as(stage.member.token).post(`/v1/spaces/${stage.open.id}/change-requests/${others}/content`, { changes: [{ operation: 'insert_page', title: 'New', document: {} }] });
    const creator = `creator=${stage.member.id}`;
    const contributor = `contributor=${stage.member.id}`;
    expect(await ids(stage, stage.admin, `status=draft&${creator}`)).toEqual([mine]);
    expect(await ids(stage, stage.admin, `status=draft&${contributor}`)).toEqual([mine, others]);
    expect(await ids(stage, stage.admin, `status=draft&creator=${stage.admin.id}&${contributor}`)).toEqual([others]);
    expect(await ids(stage, stage.admin, `status=draft&creator=${newId()}`)).toEqual([]);
    expect(await ids(stage, stage.guest, `status=draft&${creator}`)).toEqual([]);
    expect(await ids(stage, stage.admin, '')).toEqual([]);
    await service.as(stage.member.token).patch(`/v1/spaces/${stage.open.id}/change-requests/${mine}`, { status: 'open' });
    expect(await ids(stage, stage.admin, '')).toEqual([mine]);
    const { body } = await service.as(stage.admin.token).get(`/v1/orgs/${stage.organizationId}/change-requests?status=draft&limit=1`);
    expect(body).not.toHaveProperty('next');
    expect((await service.as(stage.admin.token).get(`/v1/orgs/${stage.organizationId}/change-requests?status=closed`)).status).toBe(400);
  });

  it('go with their space: into the trash, and to another organization', async () => {
    const stage = await makeStage();
    const { id: target } = await service.make.organization();
    await service.make.join(target, stage.admin.id, 'admin');
    const [kept, moved, trashed] = [await makeChangeRequest(service, stage.closed.id), await makeChangeRequest(service, stage.open.id), await service.make.space({ organizationId: stage.organizationId })];
    await makeChangeRequest(service, trashed.id);
    const as = service.as(stage.admin.token);
    expect((await as.delete(`/v1/spaces/${trashed.id}`)).status).toBeLessThan(300);
    const transferred = await as.post(`/v1/spaces/${stage.open.id}/transfer`, { organization: target });
    expect(transferred.status).toBe(200);
    expect(await ids(stage, stage.admin)).toEqual([kept]);
    expect(await ids({ ...stage, organizationId: target }, stage.admin)).toEqual([moved]);
  });
});
