import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { prepared } from '../../kernel/database/prepared.js';
import type { WrittenAnswer } from '../../kernel/http/answer.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { behindCondition, type CursorValue, type KeysetColumn } from '../../kernel/pagination/keyset.js';
import { rowLimit } from '../../kernel/pagination/row-limit.js';
import { toPage } from '../../kernel/pagination/page.js';
import { WrittenItems } from '../../kernel/pagination/written-items.js';
import type { ContentReference } from '../content/content-reference.js';
import { CommentAccess } from './comment.access.js';
import { CommentAnswers } from './comment-answers.js';
import type { CommentListQuery, ReplyListQuery } from './dto/comment-requests.dto.js';
import { listedComment, listedReply, readComments, readReplies } from './read-comment.js';

type Filter = Pick<CommentListQuery, 'status' | 'targetPage' | 'authors'> & { homeId: string };

const REPLY_ORDER: readonly KeysetColumn[] = [{ sql: 'id', direction: 'asc' }];

/** Lists of comments by when they were posted, and of replies, oldest first. */
@Injectable()
export class CommentLists {
  constructor(
    private readonly db: Database,
    private readonly access: CommentAccess,
    private readonly answers: CommentAnswers,
    private readonly cursors: Cursors,
    private readonly items: WrittenItems,
  ) {}

  async list(actor: Actor, content: ContentReference, { page, limit, order, format, ...filters }: CommentListQuery): Promise<WrittenAnswer> {
    const home = await this.access.home(actor, content, 'view');
    const filter = { ...filters, homeId: home.id };
    const columns: readonly KeysetColumn[] = [{ sql: 'id', direction: order }];
    const scope = cursorScope('comments', { ...filter, authors: filter.authors === undefined ? null : [...new Set(filter.authors)].sort(), order });
    const after = this.cursors.decode(scope, page, columns);
    const { rows, count } = await this.find(actor, filter, order, after, limit);
    const found = toPage({ rows, limit, count, cursorOf: (row) => this.cursors.encode(scope, [idOf(row)]), present: (row) => row });
    const { role, revisionId, state } = home;
    return this.items.answer(found, ['comment', role, state.line, revisionId, format], (unknown) => this.answers.items(home, unknown.map((row) => listedComment(row, role)), format));
  }

  async listReplies(actor: Actor, content: ContentReference, commentId: string, { page, limit, format }: ReplyListQuery): Promise<WrittenAnswer> {
    const { home: { role }, comment } = await this.access.load(actor, content, commentId, 'view');
    const scope = cursorScope('replies', { comment: comment.id });
    const after = this.cursors.decode(scope, page, REPLY_ORDER);
    const behind = behindCondition(after, REPLY_ORDER, 3);
    const source = `(SELECT * FROM comment_replies WHERE comment_id = $1 AND ${behind} ORDER BY id LIMIT ${String(limit + 1)})`;
    const told = await this.db.read<{ row: string }>(`SELECT row_to_json(told)::text AS row FROM (${readReplies(source, isOwn('r', '$2'))}) AS told ORDER BY id`, [comment.id, actor.userId, ...after]);
    const rows = told.map(({ row }) => row);
    const found = toPage({ rows, limit, count: comment.replies, cursorOf: (row) => this.cursors.encode(scope, [idOf(row)]), present: (row) => row });
    return this.items.answer(found, ['reply', role, format], (unknown) => this.answers.replies(unknown.map((row) => listedReply(row, role)), format));
  }

  private async find({ userId }: Actor, filter: Filter, order: 'asc' | 'desc', after: readonly CursorValue[], limit: number): Promise<{ rows: string[]; count: number }> {
    const { values, condition } = conditionOf(filter);
    const behind = behindCondition(after, [{ sql: 'id', direction: order }], values.length + 1);
    values.push(...after);
    const most = `LIMIT ${rowLimit(limit, values)}`;
    // BETWEEN and not `=`: for one home the planner may go through everybody's newest comments until enough are of that home,
    // while a range of homes is in order in their own index only. The same holds for authors, so each is looked up on its own.
    const source =
      filter.authors === undefined
        ? `(SELECT * FROM comments WHERE ${condition} AND home_id BETWEEN $1 AND $1 AND ${behind} ORDER BY home_id ${order}, id ${order} ${most})`
        : `(SELECT own.* FROM (SELECT DISTINCT unnest($2::text[]) AS id) AS author
            CROSS JOIN LATERAL (SELECT * FROM comments WHERE ${condition} AND home_id = $1 AND posted_by BETWEEN author.id AND author.id AND ${behind} ORDER BY posted_by ${order}, id ${order} ${most}) AS own
            ORDER BY own.id ${order} ${most})`;
    const user = `$${String(values.push(userId))}`;
    const text = `
      SELECT total.count, listed.row FROM (${countOf(filter, condition)}) AS total
      LEFT JOIN (SELECT told.id, row_to_json(told)::text AS row FROM (${readComments(source, isOwn('c', user))}) AS told) AS listed ON true
      ORDER BY listed.id ${order}`;
    // One row at least, which tells the count.
    const rows = await this.db.read<{ count: number; row: string | null }>(prepared(text), values);
    return { count: rows[0]?.count ?? 0, rows: rows.flatMap(({ row }) => row ?? []) };
  }
}

function idOf(row: string): string {
  return (JSON.parse(row) as { id: string }).id;
}

/** SQL: a column that tells the caller's own from others', so that the text of a row differs by it, as the caller's abilities do. */
function isOwn(alias: string, userId: string): string {
  return `${alias}.posted_by = ${userId} AS own`;
}

/** SQL: how many meet the filter. Without one but the status it is counted already. */
function countOf({ status, targetPage, authors }: Filter, condition: string): string {
  if (targetPage !== undefined || authors !== undefined) {
    return `SELECT count(*)::integer AS count FROM comments WHERE home_id = $1 AND ${condition} ${authors === undefined ? '' : 'AND posted_by = ANY ($2)'}`;
  }
  return `SELECT coalesce(sum(count), 0)::integer AS count FROM comment_counts WHERE home_id = $1 ${status === 'all' ? '' : `AND resolved = ${String(status === 'resolved')}`}`;
}

/** What is asked of comments beside their home, which is $1; $2: authors where there are any */
function conditionOf({ homeId, status, targetPage, authors }: Filter): { condition: string; values: unknown[] } {
  const values: unknown[] = [homeId, ...(authors === undefined ? [] : [authors])];
  const parts = ['true'];
  if (status !== 'all') parts.push(`resolved = ${String(status === 'resolved')}`);
  if (targetPage !== undefined) parts.push(`page_id = $${String(values.push(targetPage))}`);
  return { condition: parts.join(' AND '), values };
}
