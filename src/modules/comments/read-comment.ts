import type { Database, Statement } from '../../kernel/database/database.js';
import type { Told } from '../../kernel/pagination/written-items.js';
import type { Role } from '../../kernel/permissions/role.js';
import { presentedUser } from '../identity/presented-user.js';
import type { PresentedUser } from '../identity/user.presenter.js';
import type { CommentEntity } from './comment.entity.js';
import type { CommentReplyEntity } from './comment-reply.entity.js';
import { type ReadReaction, readReactions } from './reactions.js';

/** A comment as it is read, with the people in it and the reactions to it. */
export interface ReadComment extends Omit<CommentEntity, 'homeId' | 'postedBy' | 'resolvedBy'> {
  readonly postedBy: PresentedUser;
  readonly resolvedBy: PresentedUser | null;
  readonly reactions: readonly ReadReaction[] | null;
  /** The caller's on the space, where it was found before. */
  readonly role?: Role | null;
}

/** A reply as it is read, with its author and where its comment is. */
export interface ReadReply extends Omit<CommentReplyEntity, 'homeId' | 'postedBy'>, Pick<ReadComment, 'spaceId' | 'changeRequestId' | 'role'> {
  readonly postedBy: PresentedUser;
  readonly reactions: readonly ReadReaction[] | null;
}

/** SQL: the rows of `source` (as `c`), which are rows of `comments`, as `ReadComment`s. @param more further columns */
export function readComments(source: string, ...more: readonly string[]): string {
  return `
    SELECT c.id, c.space_id AS "spaceId", c.change_request_id AS "changeRequestId", c.review_id AS "reviewId", c.revision_id AS "revisionId", c.page_id AS "pageId",
      c.page, c.node, c.markdown, c.posted_at AS "postedAt", c.edited_at AS "editedAt", c.resolved, c.resolved_at AS "resolvedAt",
      c.replies, ${presentedUser('author')} AS "postedBy", CASE WHEN resolver.id IS NOT NULL THEN ${presentedUser('resolver')} END AS "resolvedBy", ${[`${readReactions('c.id')} AS reactions`, ...more].join(', ')}
    FROM ${source} AS c JOIN users author ON author.id = c.posted_by LEFT JOIN users resolver ON resolver.id = c.resolved_by`;
}

/** SQL: the rows of `source` (as `r`), which are rows of `comment_replies`, as `ReadReply`s. @param more further columns */
export function readReplies(source: string, ...more: readonly string[]): string {
  return `
    SELECT r.id, r.comment_id AS "commentId", r.markdown, r.posted_at AS "postedAt", r.edited_at AS "editedAt",
      c.space_id AS "spaceId", c.change_request_id AS "changeRequestId", ${presentedUser('author')} AS "postedBy", ${[`${readReactions('r.id')} AS reactions`, ...more].join(', ')}
    FROM ${source} AS r JOIN comments c ON c.id = r.comment_id JOIN users author ON author.id = r.posted_by`;
}

const FIND_COMMENT: Statement = { name: 'comments_find', text: `${readComments('comments')} WHERE c.home_id = $1 AND c.id = $2` };
const FIND_REPLY: Statement = { name: 'comments_find_reply', text: `${readReplies('comment_replies')} WHERE r.comment_id = $1 AND r.id = $2` };

/** @param homeId of a change request, or of a space for its main content */
export async function findComment(db: Database, homeId: string, commentId: string): Promise<ReadComment | undefined> {
  const [comment] = await db.query<ReadComment>(FIND_COMMENT, [homeId, commentId]);
  return comment;
}

export async function findReply(db: Database, commentId: string, replyId: string): Promise<ReadReply | undefined> {
  const [reply] = await db.query<ReadReply>(FIND_REPLY, [commentId, replyId]);
  return reply;
}

/** A comment as a list told it, in JSON, to somebody with this role on its space. */
export function listedComment(row: string, role: Role | null): ReadComment {
  const comment = JSON.parse(row) as Told<ReadComment>;
  const { postedAt, editedAt, resolvedAt } = comment;
  return { ...comment, postedAt: new Date(postedAt), editedAt: timeOf(editedAt), resolvedAt: timeOf(resolvedAt), role };
}

/** The same of a reply. */
export function listedReply(row: string, role: Role | null): ReadReply {
  const reply = JSON.parse(row) as Told<ReadReply>;
  return { ...reply, postedAt: new Date(reply.postedAt), editedAt: timeOf(reply.editedAt), role };
}

function timeOf(told: string | null): Date | null {
  return told === null ? null : new Date(told);
}
