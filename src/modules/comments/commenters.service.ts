import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import type { KeysetColumn } from '../../kernel/pagination/keyset.js';
import { type Page, toPage } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import type { ContentReference } from '../content/content-reference.js';
import type { MemberDto } from '../members/dto/member.dto.js';
import { MemberAccess } from '../members/member.access.js';
import { MemberPresenter } from '../members/member.presenter.js';
import { MEMBER_COLUMNS, type ReadMember } from '../members/read-member.js';
import { CommentAccess } from './comment.access.js';

const ORDER: readonly KeysetColumn[] = [{ sql: 'm.user_id', direction: 'asc' }];

/** SQL: each author ($1 home) of the table once, from one to the next in its index by authors: comments are many, authors few. */
function authorsIn(table: 'comments' | 'comment_replies'): string {
  const next = (behind: string): string => `SELECT posted_by FROM ${table} WHERE home_id = $1 ${behind} ORDER BY posted_by LIMIT 1`;
  return `
    WITH RECURSIVE authors (id) AS (
      (${next('')}) UNION ALL SELECT (${next('AND posted_by > authors.id')}) FROM authors WHERE authors.id IS NOT NULL
    ) SELECT id FROM authors WHERE id IS NOT NULL`;
}

/** $1 home, $2 organization */
const COMMENTERS = `
  members m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = $2 AND m.user_id IN ((${authorsIn('comments')}) UNION (${authorsIn('comment_replies')}))`;

/** Members who wrote comments or replies. */
@Injectable()
export class CommentersService {
  constructor(
    private readonly db: Database,
    private readonly access: CommentAccess,
    private readonly members: MemberAccess,
    private readonly presenter: MemberPresenter,
    private readonly cursors: Cursors,
  ) {}

  /** By when they became users. @throws ForbiddenError for guests, who list no members */
  async list(actor: Actor, content: ContentReference, { page, limit }: PageQuery): Promise<Page<MemberDto>> {
    const { id, organizationId } = await this.access.home(actor, content, 'view');
    await this.members.requireInOrganization(actor, organizationId, 'listMembers');
    const scope = cursorScope('commenters', { home: id });
    const [after = ''] = this.cursors.decode(scope, page, ORDER);
    const [rows, [counted]] = await Promise.all([
      this.db.query<ReadMember>(`SELECT ${MEMBER_COLUMNS} FROM ${COMMENTERS} AND m.user_id > $3 ORDER BY m.user_id LIMIT $4`, [id, organizationId, after, limit + 1]),
      this.db.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${COMMENTERS}`, [id, organizationId]),
    ]);
    return toPage({
      rows,
      limit,
      count: counted?.count ?? 0,
      cursorOf: ({ userId }) => this.cursors.encode(scope, [userId]),
      present: (member) => this.presenter.present(member),
    });
  }
}
