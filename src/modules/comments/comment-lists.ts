import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { prepared } from '../../kernel/database/prepared.js';
import { Cursors, cursorScope, type CursorValue } from '../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetCondition } from '../../kernel/pagination/keyset.js';
import { rowLimit } from '../../kernel/pagination/row-limit.js';
import { toPage } from '../../kernel/pagination/page.js';
import type { ContentReference } from '../content/content-reference.js';
import { MarkdownThread } from '../content/markdown-thread.js';
import { CommentAccess } from './comment.access.js';
import { presentBodies } from './comment-body.js';
import { CommentAnswers } from './comment-answers.js';
import { CommentPresenter } from './comment.presenter.js';
import type { CommentListDto, CommentReplyListDto } from './dto/comment.dto.js';
import type { CommentListQuery, ReplyListQuery } from './dto/comment-requests.dto.js';
import { readComments, readReplies, type ReadComment, type ReadReply } from './read-comment.js';

type Filter = Pick<CommentListQuery, 'status' | 'targetPage' | 'authors'> & { homeId: string };

const REPLY_ORDER: readonly KeysetColumn[] = [{ sql: 'id', direction: 'asc' }];

/** Lists of comments by when they were posted, and of replies, oldest first. */
@Injectable()
export class CommentLists {
  constructor(
    private readonly db: Database,
    private readonly access: CommentAccess,
    private readonly answers: CommentAnswers,
    private readonly presenter: CommentPresenter,
    private readonly cursors: Cursors,
    private readonly markdown: MarkdownThread,
  ) {}

  async list(actor: Actor, content: ContentReference, { page, limit, order, format, ...filters }: CommentListQuery): Promise<CommentListDto> {
    const home = await this.access.home(actor, content, 'view');
    const filter = { ...filters, homeId: home.id };
    const columns: readonly KeysetColumn[] = [{ sql: 'id', direction: order }];
    const scope = cursorScope('comments', { ...filter, authors: filter.authors === undefined ? null : [...new Set(filter.authors)].sort(), order });
    const after = page === undefined ? undefined : this.cursors.decode(scope, page, columns);
    const { rows, count } = await this.find(filter, order, after, limit);
    const found = toPage({ rows, limit, count, cursorOf: ({ id }) => this.cursors.encode(scope, [id]), present: (comment) => comment });
    return { ...found, items: await this.answers.of(home, found.items, format) };
  }

  async listReplies(actor: Actor, content: ContentReference, commentId: string, { page, limit, format }: ReplyListQuery): Promise<CommentReplyListDto> {
    const { comment } = await this.access.load(actor, content, commentId, 'view');
    const scope = cursorScope('replies', { comment: comment.id });
    const after = page === undefined ? [] : this.cursors.decode(scope, page, REPLY_ORDER);
    const behind = after.length === 0 ? '' : `AND ${keysetCondition(REPLY_ORDER, 2)}`;
    const source = `(SELECT * FROM comment_replies WHERE comment_id = $1 ${behind} ORDER BY id LIMIT ${String(limit + 1)})`;
    const rows = await this.db.read<ReadReply>(`${readReplies(source)} ORDER BY r.id`, [comment.id, ...after]);
    const bodies = await presentBodies(this.markdown, rows.slice(0, limit), format);
    return toPage({
      rows,
      limit,
      count: comment.replies,
      cursorOf: ({ id }) => this.cursors.encode(scope, [id]),
      present: (reply) => this.presenter.reply(reply, bodies),
    });
  }

  private async find(filter: Filter, order: 'asc' | 'desc', after: readonly CursorValue[] | undefined, limit: number): Promise<{ rows: ReadComment[]; count: number }> {
    const { values, condition } = conditionOf(filter);
    const behind = after === undefined ? '' : `AND ${keysetCondition([{ sql: 'id', direction: order }], values.length + 1)}`;
    values.push(...(after ?? []));
    const most = `LIMIT ${rowLimit(limit, values)}`;
    // Each author is looked up in the index by authors, so that a rare one isn't sought through everybody's comments:
    // to the planner a range of authors, unlike one author, is in order there only.
    const source =
      filter.authors === undefined
        ? `(SELECT * FROM comments WHERE ${condition} ${behind} ORDER BY id ${order} ${most})`
        : `(SELECT own.* FROM (SELECT DISTINCT unnest($2::text[]) AS id) AS author
            CROSS JOIN LATERAL (SELECT * FROM comments WHERE ${condition} AND posted_by BETWEEN author.id AND author.id ${behind} ORDER BY posted_by ${order}, id ${order} ${most}) AS own
            ORDER BY own.id ${order} ${most})`;
    const text = `SELECT total.count, listed.* FROM (${countOf(filter, condition)}) AS total LEFT JOIN (${readComments(source)}) AS listed ON true ORDER BY listed.id ${order}`;
    // One row at least, which tells the count.
    const rows = await this.db.read<{ count: number } & (ReadComment | { id: null })>(prepared(text), values);
    return { count: rows[0]?.count ?? 0, rows: rows.flatMap((row) => (row.id === null ? [] : [row])) };
  }
}

/** SQL: how many meet the filter. Without one but the status it is counted already. */
function countOf({ status, targetPage, authors }: Filter, condition: string): string {
  if (targetPage !== undefined || authors !== undefined) {
    return `SELECT count(*)::integer AS count FROM comments WHERE ${condition} ${authors === undefined ? '' : 'AND posted_by = ANY ($2)'}`;
  }
  return `SELECT coalesce(sum(count), 0)::integer AS count FROM comment_counts WHERE home_id = $1 ${status === 'all' ? '' : `AND resolved = ${String(status === 'resolved')}`}`;
}

/** $1: home, $2: authors where there are any */
function conditionOf({ homeId, status, targetPage, authors }: Filter): { condition: string; values: unknown[] } {
  const values: unknown[] = [homeId, ...(authors === undefined ? [] : [authors])];
  const parts = ['home_id = $1'];
  if (status !== 'all') parts.push(`resolved = ${String(status === 'resolved')}`);
  if (targetPage !== undefined) parts.push(`page_id = $${String(values.push(targetPage))}`);
  return { condition: parts.join(' AND '), values };
}
