import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { behindCondition, type KeysetColumn, keysetOrder, type Stretch } from '../../kernel/pagination/keyset.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { ChangeRequestAccess } from '../change-requests/change-request.access.js';
import { type PresentedUser, UserPresenter } from '../identity/user.presenter.js';
import type { ContributorDto, ContributorListDto } from './dto/review.dto.js';

interface ContributorRow extends PresentedUser {
  actionType: ContributorDto['actionType'];
  count: number;
  updatedAt: Date;
}

const ORDER: readonly KeysetColumn[] = [
  { sql: 'u.id', direction: 'asc' },
  { sql: '"actionType"', direction: 'desc' },
];

/** $1 space, $2 change request */
const CONTRIBUTIONS = `(
  SELECT user_id, "actionType", count(*)::integer AS count, max(at) AS "updatedAt" FROM (
    SELECT created_by AS user_id, 'edit' COLLATE "C" AS "actionType", created_at AS at FROM change_requests WHERE id = $2
    UNION ALL SELECT created_by, 'edit', created_at FROM revisions WHERE space_id = $1 AND line = $2
    UNION ALL SELECT posted_by, 'comment', coalesce(edited_at, posted_at) FROM comments WHERE home_id = $2
    UNION ALL SELECT posted_by, 'comment', coalesce(edited_at, posted_at) FROM comment_replies WHERE home_id = $2
  ) AS contribution GROUP BY user_id, "actionType"
) AS contributions JOIN users u ON u.id = user_id`;

/** Who made a change request what it is, and who spoke about it. */
@Injectable()
export class ContributorsService {
  constructor(
    private readonly db: Database,
    private readonly access: ChangeRequestAccess,
    private readonly users: UserPresenter,
    private readonly cursors: Cursors,
  ) {}

  /** By when they became users; edits before comments. */
  async list(actor: Actor, spaceId: string, idOrNumber: string, query: PageQuery): Promise<ContributorListDto> {
    const { id } = await this.access.load(actor, spaceId, idOrNumber, 'view');
    return readPage(this.cursors, query, {
      scope: cursorScope('contributors', { changeRequest: id }),
      order: ORDER,
      find: (stretch) => this.find(spaceId, id, stretch),
      count: () => this.count(spaceId, id),
      positionOf: (row) => [row.id, row.actionType],
      present: ({ actionType, count, updatedAt, ...user }) => ({ user: this.users.present(user), actionType, count, updatedAt: updatedAt.toISOString() }),
    });
  }

  private find(spaceId: string, changeRequestId: string, { after, limit }: Stretch): Promise<ContributorRow[]> {
    return this.db.query<ContributorRow>(
      `SELECT u.id, u.email, u.display_name AS "displayName", u.photo_url AS "photoUrl", "actionType", count, "updatedAt"
       FROM ${CONTRIBUTIONS} WHERE ${behindCondition(after, ORDER, 3)} ORDER BY ${keysetOrder(ORDER)} LIMIT ${String(limit)}`,
      [spaceId, changeRequestId, ...after],
    );
  }

  private async count(spaceId: string, changeRequestId: string): Promise<number> {
    const [counted] = await this.db.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${CONTRIBUTIONS}`, [spaceId, changeRequestId]);
    return counted?.count ?? 0;
  }
}
