import type { CommentAbilities } from '../../src/modules/comments/comment.policy.js';
import type { SpaceRow } from './space-table.js';

/** What a request of the table acts on: comments with replies by somebody else, on a space and on a change request of it. New for each request. */
export interface CommentStage {
  spaceId: string;
  changeRequestId: string;
  onSpace: CommentIds;
  onChangeRequest: CommentIds;
}

export interface CommentIds {
  commentId: string;
  replyId: string;
}

/** `needs` is of whoever is not the author. */
export interface CommentAuthorizationRow extends SpaceRow<CommentStage> {
  /** What an answer tells of it; on the space for lists and new comments. */
  readonly permission: keyof CommentAbilities | 'comment';
}

function rowsOf(noun: 'Space' | 'ChangeRequest'): CommentAuthorizationRow[] {
  const prefix = ({ spaceId, changeRequestId }: CommentStage): string => (noun === 'Space' ? `/v1/spaces/${spaceId}/comments` : `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/comments`);
  const ids = (stage: CommentStage): CommentIds => stage[`on${noun}`];
  const one = (stage: CommentStage): string => `${prefix(stage)}/${ids(stage).commentId}`;
  const reply = (stage: CommentStage): string => `${one(stage)}/replies/${ids(stage).replyId}`;
  const text = { body: { markdown: 'New' } };
  const see = { needs: 'read', permission: 'view' } as const;
  return [
    { operationId: `listCommentsIn${noun}`, ...see, call: (stage) => ({ path: prefix(stage) }) },
    { operationId: `listCommentersIn${noun}`, ...see, besides: 'listMembers', call: (stage) => ({ path: prefix(stage).replace(/comments$/, 'commenters') }) },
    { operationId: `postCommentIn${noun}`, needs: 'comment', permission: 'comment', call: (stage) => ({ path: prefix(stage), body: text }) },
    { operationId: `getCommentIn${noun}`, ...see, call: (stage) => ({ path: one(stage) }) },
    { operationId: `updateCommentIn${noun}`, needs: 'review', permission: 'edit', call: (stage) => ({ path: one(stage), body: text }) },
    { operationId: `deleteCommentIn${noun}`, needs: 'review', permission: 'delete', call: (stage) => ({ path: one(stage) }) },
    { operationId: `listCommentRepliesIn${noun}`, ...see, call: (stage) => ({ path: `${one(stage)}/replies` }) },
    { operationId: `postCommentReplyIn${noun}`, needs: 'comment', permission: 'reply', call: (stage) => ({ path: `${one(stage)}/replies`, body: text }) },
    { operationId: `getCommentReplyIn${noun}`, ...see, call: (stage) => ({ path: reply(stage) }) },
    { operationId: `updateCommentReplyIn${noun}`, needs: 'review', permission: 'edit', call: (stage) => ({ path: reply(stage), body: text }) },
    { operationId: `deleteCommentReplyIn${noun}`, needs: 'review', permission: 'delete', call: (stage) => ({ path: reply(stage) }) },
  ];
}

export const COMMENT_AUTHORIZATION: readonly CommentAuthorizationRow[] = [...rowsOf('Space'), ...rowsOf('ChangeRequest')];
