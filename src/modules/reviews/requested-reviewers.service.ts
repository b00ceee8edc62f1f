import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, type FieldFault, NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { behindCondition, type KeysetColumn, keysetOrder } from '../../kernel/pagination/keyset.js';
import { toPage } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { badInput } from '../../kernel/validation/faults.js';
import { EffectiveRoles } from '../access/effective-roles.js';
import { ChangeRequestAccess } from '../change-requests/change-request.access.js';
import { changeRequestAbilities } from '../change-requests/change-request.policy.js';
import { lockForChange } from '../change-requests/change-request-rows.js';
import { ChangeRequestsService } from '../change-requests/change-requests.service.js';
import type { RequestedReviewerListDto, RequestedReviewersDto } from './dto/review.dto.js';
import type { RequestReviewersDto } from './dto/review-requests.dto.js';
import { READ_REQUESTS, type ReadRequest, stillReviewing } from './read-review.js';
import { RequestedReviewerEntity } from './requested-reviewer.entity.js';
import { ReviewPresenter } from './review.presenter.js';

const ORDER: readonly KeysetColumn[] = [
  { sql: 'r.created_at', direction: 'asc' },
  { sql: 'r.user_id', direction: 'asc' },
];

/** Who is asked for a review of a change request. */
@Injectable()
export class RequestedReviewersService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: ChangeRequestAccess,
    private readonly changeRequests: ChangeRequestsService,
    private readonly roles: EffectiveRoles,
    private readonly presenter: ReviewPresenter,
    private readonly cursors: Cursors,
  ) {}

  /** Who was asked first comes first; whoever may not review any more is left out. */
  async list(actor: Actor, spaceId: string, idOrNumber: string, { page, limit }: PageQuery): Promise<RequestedReviewerListDto> {
    const { id } = await this.access.load(actor, spaceId, idOrNumber, 'view');
    const scope = cursorScope('requested reviewers', { changeRequest: id });
    const after = this.cursors.decode(scope, page, ORDER);
    const asked = `WHERE r.change_request_id = $1 AND ${stillReviewing('$2')}`;
    const behind = behindCondition(after, ORDER, 3);
    const [rows, [total]] = await Promise.all([
      this.db.query<ReadRequest>(`${READ_REQUESTS} ${asked} AND ${behind} ORDER BY ${keysetOrder(ORDER)} LIMIT ${String(limit + 1)}`, [id, spaceId, ...after]),
      this.db.query<{ count: number }>(`SELECT count(*)::integer AS count FROM requested_reviewers r ${asked}`, [id, spaceId]),
    ]);
    return toPage({
      rows,
      limit,
      count: total?.count ?? 0,
      cursorOf: ({ createdAt, userId }) => this.cursors.encode(scope, [createdAt.toISOString(), userId]),
      present: (row) => this.presenter.request(row),
    });
  }

  /** Who is asked already stays so; reviews by those who are asked anew are outdated. @throws BadInputError for whoever may not review, ConflictError */
  async request(actor: Actor, spaceId: string, idOrNumber: string, { users, subject }: RequestReviewersDto): Promise<RequestedReviewersDto> {
    const { id: changeRequestId } = await this.access.load(actor, spaceId, idOrNumber, 'edit');
    await this.requireReviewers(spaceId, users);
    await this.db.transaction(async () => {
      const { revisionId } = await lockForChange(this.db, spaceId, changeRequestId);
      const asked = await this.db.query<{ user_id: string }>(
        `INSERT INTO requested_reviewers (change_request_id, user_id, revision_id, requested_by, created_at)
         SELECT $1, user_id, $3, $4, $5 FROM unnest($2::text[]) AS user_id ON CONFLICT DO NOTHING RETURNING user_id`,
        [changeRequestId, [...new Set(users)], revisionId, actor.userId, this.clock.now()],
      );
      await this.supersede(changeRequestId, asked.map(({ user_id }) => user_id));
      await this.changeRequests.update(actor, spaceId, changeRequestId, { subject });
    });
    const rows = await this.db.query<ReadRequest>(`${READ_REQUESTS} WHERE r.change_request_id = $1 AND r.user_id = ANY ($2) ORDER BY array_position($2, r.user_id)`, [changeRequestId, users]);
    return { users: rows.map((row) => this.presenter.request(row)) };
  }

  /** @throws NotFoundError for whoever is not asked */
  async remove(actor: Actor, spaceId: string, idOrNumber: string, userId: string): Promise<void> {
    const { id: changeRequestId } = await this.access.load(actor, spaceId, idOrNumber, 'edit');
    await this.db.transaction(async () => {
      const { affected } = await this.db.repo(RequestedReviewerEntity).delete({ changeRequestId, userId });
      if (affected !== 1) throw new NotFoundError('This user is not asked for a review of this change request.');
    });
  }

  /** Within the transaction that reviews: ends the request to the reviewer. Answers who had asked. */
  async meet(changeRequestId: string, userId: string): Promise<string | null> {
    const [met] = await this.db.query<{ requested_by: string }>('DELETE FROM requested_reviewers WHERE change_request_id = $1 AND user_id = $2 RETURNING requested_by', [changeRequestId, userId]);
    return met?.requested_by ?? null;
  }

  /** Within a transaction that holds the change request: reviews by these people say nothing about it any more. */
  async supersede(changeRequestId: string, reviewerIds: readonly string[]): Promise<void> {
    await this.db.query('UPDATE change_request_reviews SET superseded = true, updated_at = $3 WHERE change_request_id = $1 AND reviewer_id = ANY ($2) AND NOT superseded', [
      changeRequestId,
      reviewerIds,
      this.clock.now(),
    ]);
  }

  private async requireReviewers(spaceId: string, users: readonly string[]): Promise<void> {
    if (users.length === 0) throw BadInputError.ofField('users', 'must name at least one user');
    const known = await Promise.all(users.map(async (userId) => (isId(userId) ? this.roles.load({ userId }, [spaceId]) : undefined)));
    const faults: FieldFault[] = known.flatMap((standings, index) =>
      changeRequestAbilities(standings?.get(spaceId)?.role ?? null).review ? [] : [{ field: `users.${String(index)}`, message: 'must be the id of a user with the right "review" on this space' }],
    );
    if (faults.length > 0) throw badInput(faults);
  }
}
