import { EXTENSION_SECTION } from '../../../src/kernel/openapi/operation.js';
import { type ContractOperation, PAGING } from './operation.js';

const format = { type: 'string', enum: ['document', 'markdown'], default: 'markdown' } as const;
const reactions = { addedReactions: { type: 'array' }, removedReactions: { type: 'array' } } as const;

function commentsOn(noun: 'Space' | 'ChangeRequest'): ContractOperation[] {
  const own = noun === 'Space' ? 'Space comments' : 'Change request comments';
  const all = noun === 'Space' ? '/v1/spaces/{spaceId}/comments' : '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments';
  const one = `${all}/{commentId}`;
  const replies = `${one}/replies`;
  const reply = `${replies}/{commentReplyId}`;
  const inSpace = noun === 'Space';
  return [
    {
      section: own,
      method: 'GET',
      path: all,
      operationId: `listCommentsIn${noun}`,
      success: 200,
      query: {
        ...PAGING,
        format,
        order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
        status: { type: 'string', enum: ['all', 'open', 'resolved'], default: 'all' },
        targetPage: { type: 'string' },
        authors: { type: 'array' },
      },
    },
    { section: own, method: 'POST', path: all, operationId: `postCommentIn${noun}`, success: 200, body: { node: { type: 'string', minLength: 1, maxLength: 100 }, page: { type: 'string' }, body: { required: true } } },
    { section: own, method: 'GET', path: one, operationId: `getCommentIn${noun}`, success: 200, query: { format } },
    { section: own, method: 'PUT', path: one, operationId: `updateCommentIn${noun}`, success: 200, body: { resolved: { type: 'boolean' }, body: {}, ...reactions } },
    { section: EXTENSION_SECTION, method: 'GET', path: all.replace(/comments$/, 'commenters'), operationId: `listCommentersIn${noun}`, success: 200, query: PAGING },
    { section: own, method: 'DELETE', path: one, operationId: `deleteCommentIn${noun}`, success: 205 },
    { section: inSpace ? EXTENSION_SECTION : own, method: 'GET', path: replies, operationId: `listCommentRepliesIn${noun}`, success: 200, query: { ...PAGING, format } },
    { section: own, method: 'POST', path: replies, operationId: `postCommentReplyIn${noun}`, success: 200, ...(inSpace ? {} : { query: { format } }), body: { body: { required: true } } },
    { section: own, method: 'GET', path: reply, operationId: `getCommentReplyIn${noun}`, success: 200, query: { format } },
    { section: inSpace ? own : EXTENSION_SECTION, method: 'PUT', path: reply, operationId: `updateCommentReplyIn${noun}`, success: 200, body: { body: {}, ...reactions } },
    { section: inSpace ? own : EXTENSION_SECTION, method: 'DELETE', path: reply, operationId: `deleteCommentReplyIn${noun}`, success: inSpace ? 205 : 204 },
  ];
}

export const COMMENTS: readonly ContractOperation[] = [...commentsOn('Space'), ...commentsOn('ChangeRequest')];
