import { describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { reaches } from '../../src/kernel/permissions/role.js';
import { commentAbilities } from '../../src/modules/comments/comment.policy.js';
import { makeChangeRequest } from '../support/change-requests.js';
import { makeComment } from '../support/comments.js';
import type { TestUser } from '../support/factories.js';
import { COMMENT_AUTHORIZATION, type CommentStage } from './comment-authorization.js';
import { type SpacePlace, trySpaceTable } from './space-table.js';
import { sendRow, successOf } from './table-row.js';

let author: TestUser;
let changeRequestId: string;

const place = trySpaceTable({
  rows: COMMENT_AUTHORIZATION,
  prepare: async ({ service, organizationId, spaceId }) => {
    author = await service.make.user({ organizationId, role: 'comment' });
    changeRequestId = await makeChangeRequest(service, spaceId);
  },
  makeStage,
  absent: ({ operationId }, { onSpace, onChangeRequest }) => {
    if (/^(?:list|post)Comment(?:s|ers)?In/.test(operationId)) return Promise.resolve([]);
    const nothing = { commentId: newId(), replyId: newId() };
    return Promise.resolve([
      { onSpace: nothing, onChangeRequest: nothing },
      // Of the other home.
      { onSpace: onChangeRequest, onChangeRequest: onSpace },
    ]);
  },
  told: ({ permission }, role) => (permission === 'comment' ? reaches(role, 'comment') : commentAbilities(role, false)[permission]),
});

describe.each(COMMENT_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
  it('lets authors do everything with what is theirs', async () => {
    const { status } = await sendRow(place().service, row, await makeStage(place()), author.token);
    expect(status).toBe(successOf(row));
  });
});

async function makeStage({ service, spaceId }: SpacePlace): Promise<CommentStage> {
  const space = `/v1/spaces/${spaceId}`;
  const [onSpace, onChangeRequest] = [await makeComment(service, space, author.token), await makeComment(service, `${space}/change-requests/${changeRequestId}`, author.token)];
  return { spaceId, changeRequestId, onSpace, onChangeRequest };
}
