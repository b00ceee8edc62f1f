import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { reaches, type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { commentAbilities } from '../../src/modules/comments/comment.policy.js';
import { makeChangeRequest } from '../support/change-requests.js';
import type { Answer } from '../support/client.js';
import { makeComment } from '../support/comments.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { COMMENT_AUTHORIZATION, type CommentAuthorizationRow, type CommentStage } from './comment-authorization.js';
import { OPERATIONS } from './operations.js';

interface Caller {
  name: string;
  user: TestUser;
  /** On the space; null: none. */
  role: Role | null;
}

let service: TestApp;
let organizationId: string;
let author: TestUser;
let place: Pick<CommentStage, 'spaceId' | 'changeRequestId'>;
let callers: Caller[];

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  author = await service.make.user({ organizationId, role: 'comment' });
  const { id: spaceId } = await service.make.space({ organizationId });
  place = { spaceId, changeRequestId: await makeChangeRequest(service, spaceId) };
  callers = await makeCallers();
});
afterAll(() => service.close());

describe.each(COMMENT_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
  it('answers 401 without a valid token, and 404 to whoever does not see the space, and where nothing is', async () => {
    const stage = await makeStage();
    for (const token of [undefined, 'dsp_unknown']) expect((await call(row, stage, token)).status).toBe(401);
    const [other, guest] = await Promise.all([service.make.spaceWithMember('admin'), service.make.user({ organizationId, role: null })]);
    for (const { token } of [other.member, guest]) expect((await call(row, stage, token)).status).toBe(404);
    const { token } = await service.make.user({ organizationId, role: 'admin' });
    expect((await call(row, { ...stage, spaceId: newId() }, token)).status).toBe(404);
    if (!/^(?:list|post)Comments?In/.test(row.operationId)) {
      const nothing = { commentId: newId(), replyId: newId() };
      expect((await call(row, { ...stage, onSpace: nothing, onChangeRequest: nothing }, token)).status).toBe(404);
      // Of the other home.
      expect((await call(row, { ...stage, onSpace: stage.onChangeRequest, onChangeRequest: stage.onSpace }, token)).status).toBe(404);
    }
  });

  it('does for everybody what the policy tells, and names the right that is missing', async () => {
    for (const { name, user, role } of callers) {
      const answer = await call(row, await makeStage(), user.token);
      expect({ name, status: answer.status, told: told(row, role) }).toEqual({ name, status: expectedStatus(row, role), told: answer.status < 300 });
      if (answer.status === 403) expect(answer.body.error.message).toContain(`"${row.permission}"`);
    }
  });

  it('lets authors do everything with what is theirs', async () => {
    const { status } = await call(row, await makeStage(), author.token);
    expect(status).toBe(success(row));
  });
});

async function makeStage(): Promise<CommentStage> {
  const space = `/v1/spaces/${place.spaceId}`;
  const [onSpace, onChangeRequest] = [await makeComment(service, space, author.token), await makeComment(service, `${space}/change-requests/${place.changeRequestId}`, author.token)];
  return { ...place, onSpace, onChangeRequest };
}

async function makeCallers(): Promise<Caller[]> {
  const made: Caller[] = [{ name: 'guest', user: await service.make.user({ organizationId, role: null }), role: null }];
  for (const role of ROLES) {
    const [member, guest] = await Promise.all([service.make.user({ organizationId, role }), service.make.user({ organizationId, role: null })]);
    await service.make.grant(place.spaceId, guest.id, role);
    made.push({ name: `member: ${role}`, user: member, role }, { name: `guest granted ${role}`, user: guest, role });
  }
  return made;
}

function told({ permission }: CommentAuthorizationRow, role: Role | null): boolean {
  return permission === 'comment' ? reaches(role, 'comment') : commentAbilities(role, false)[permission];
}

function expectedStatus(row: CommentAuthorizationRow, role: Role | null): number {
  if (reaches(role, row.needs)) return success(row);
  return reaches(role, 'read') ? 403 : 404;
}

function success(row: CommentAuthorizationRow): number {
  return OPERATIONS.find(({ operationId }) => operationId === row.operationId)?.success ?? 0;
}

function call(row: CommentAuthorizationRow, on: CommentStage, token?: string): Promise<Answer> {
  const { path, body } = row.call(on);
  const method = OPERATIONS.find(({ operationId }) => operationId === row.operationId)?.method ?? 'GET';
  return service.as(token).send(method, path, body);
}
