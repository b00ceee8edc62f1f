import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { reaches, type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { changeRequestAbilities } from '../../src/modules/change-requests/change-request.policy.js';
import { SpaceEntity } from '../../src/modules/spaces/space.entity.js';
import { makeChangeRequest } from '../support/change-requests.js';
import type { Answer } from '../support/client.js';
import { type DocumentSite, startDocumentSite } from '../support/document-site.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { CHANGE_REQUEST_AUTHORIZATION, type ChangeRequestRow, type ChangeRequestStage } from './change-request-authorization.js';
import { OPERATIONS } from './operations.js';

interface Caller {
  name: string;
  user: TestUser;
  /** On the space; null: none. */
  role: Role | null;
}

let service: TestApp;
let site: DocumentSite;
let organizationId: string;
let space: Omit<ChangeRequestStage, 'changeRequestId'>;
let callers: Caller[];

beforeAll(async () => {
  [service, site] = await Promise.all([startTestApp(), startDocumentSite()]);
  organizationId = (await service.make.organization()).id;
  space = await makeSpace(organizationId);
  callers = await makeCallers();
});
afterAll(async () => {
  await service.close();
  await site.close();
});

describe.each(CHANGE_REQUEST_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
  it('answers 401 without a valid token', async () => {
    const stage = await makeStage();
    for (const token of [undefined, 'dsp_unknown']) expect(await call(row, stage, token)).toMatchObject({ status: 401, body: { error: { code: 401 } } });
  });

  it('answers 404 to whoever does not see the space, and where nothing is', async () => {
    const stage = await makeStage();
    const [other, guest, stranger] = await Promise.all([service.make.spaceWithMember('admin'), service.make.user({ organizationId, role: null }), service.make.user()]);
    for (const { token } of [other.member, guest, stranger]) expect((await call(row, stage, token)).status).toBe(404);
    const { token } = await service.make.user({ organizationId, role: 'admin' });
    expect((await call(row, { ...stage, spaceId: newId() }, token)).status).toBe(404);
    expect((await call(row, { ...stage, spaceId: other.space.id }, token)).status).toBe(404);
    const ofOther = await makeChangeRequest(service, other.space.id);
    if (row.call(stage).path.includes(stage.changeRequestId)) expect((await call(row, { ...stage, changeRequestId: ofOther }, token)).status).toBe(404);
  });

  it('does for everybody what the policy tells, wherever the role comes from, also in a locked space', async () => {
    for (const editMode of ['live', 'locked'] as const) {
      await service.make.db.repo(SpaceEntity).update({ id: space.spaceId }, { editMode });
      for (const { name, user, role } of callers) {
        const answer = await call(row, await makeStage(), user.token);
        expect({ name, status: answer.status, told: changeRequestAbilities(role)[row.permission] }).toEqual({ name, status: expectedStatus(row, role), told: answer.status < 300 });
        if (answer.status === 403) expect(answer.body.error.message).toContain(`"${row.permission}"`);
      }
    }
  });
});

async function makeSpace(owner: string): Promise<Omit<ChangeRequestStage, 'changeRequestId'>> {
  const { id: spaceId } = await service.make.space({ organizationId: owner });
  const pageId = await service.make.page(spaceId, { title: 'Page', markdown: '[page](page)\n' });
  return { spaceId, pageId, pagePath: 'page', fileId: await service.make.file(spaceId), documentUrl: site.url };
}

async function makeStage(): Promise<ChangeRequestStage> {
  return { ...space, changeRequestId: await makeChangeRequest(service, space.spaceId) };
}

/** Every rung as a member, and granted to a guest. */
async function makeCallers(): Promise<Caller[]> {
  const made: Caller[] = [{ name: 'guest', user: await service.make.user({ organizationId, role: null }), role: null }];
  for (const role of ROLES) {
    const [member, guest] = await Promise.all([service.make.user({ organizationId, role }), service.make.user({ organizationId, role: null })]);
    await service.make.grant(space.spaceId, guest.id, role);
    made.push({ name: `member: ${role}`, user: member, role }, { name: `guest granted ${role}`, user: guest, role });
  }
  return made;
}

function expectedStatus(row: ChangeRequestRow, role: Role | null): number {
  if (reaches(role, row.needs)) return OPERATIONS.find(({ operationId }) => operationId === row.operationId)?.success ?? 0;
  return reaches(role, 'read') ? 403 : 404;
}

function call(row: ChangeRequestRow, on: ChangeRequestStage, token?: string): Promise<Answer> {
  const { path, body } = row.call(on);
  const method = OPERATIONS.find(({ operationId }) => operationId === row.operationId)?.method ?? 'GET';
  return service.as(token).send(method, path, body);
}
