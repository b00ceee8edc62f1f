import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { requireOne } from '../../kernel/errors/database-errors.js';
import { BadInputError, type FieldFault } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { badInput } from '../../kernel/validation/faults.js';
import { EffectiveRoles } from '../access/effective-roles.js';
import { ChangeRequestAccess } from '../change-requests/change-request.access.js';
import { changeRequestAbilities } from '../change-requests/change-request.policy.js';
import { lockForChange } from '../change-requests/change-request-rows.js';
import { ChangeRequestsService } from '../change-requests/change-requests.service.js';
import type { RequestedReviewersDto } from './dto/review.dto.js';
import type { RequestReviewersDto } from './dto/review-requests.dto.js';
import { RequestedReviewerEntity } from './requested-reviewer.entity.js';
import { findRequestsTo, supersedeReviews } from './review-rows.js';
import { ReviewPresenter } from './review.presenter.js';

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
  ) {}

  /** Who is asked already stays so; reviews by those who are asked anew are outdated. @throws BadInputError for whoever may not review, ConflictError */
  async request(actor: Actor, spaceId: string, idOrNumber: string, { users, subject }: RequestReviewersDto): Promise<RequestedReviewersDto> {
    const { id: changeRequestId } = await this.access.load(actor, spaceId, idOrNumber, 'edit');
    await this.requireReviewers(spaceId, users);
    await this.db.transaction(async () => {
      const { revisionId } = await lockForChange(this.db, spaceId, changeRequestId);
      const now = this.clock.now();
      const asked = await this.db.query<{ user_id: string }>(
        `INSERT INTO requested_reviewers (change_request_id, user_id, revision_id, requested_by, created_at)
         SELECT $1, user_id, $3, $4, $5 FROM unnest($2::text[]) AS user_id ON CONFLICT DO NOTHING RETURNING user_id`,
        [changeRequestId, [...new Set(users)], revisionId, actor.userId, now],
      );
      await supersedeReviews(this.db, changeRequestId, asked.map(({ user_id }) => user_id), now);
      await this.changeRequests.update(actor, spaceId, changeRequestId, { subject });
    });
    const rows = await findRequestsTo(this.db, changeRequestId, users);
    return { users: rows.map((row) => this.presenter.request(row)) };
  }

  /** @throws NotFoundError for whoever is not asked */
  async remove(actor: Actor, spaceId: string, idOrNumber: string, userId: string): Promise<void> {
    const { id: changeRequestId } = await this.access.load(actor, spaceId, idOrNumber, 'edit');
    await this.db.transaction(async () => {
      requireOne(await this.db.repo(RequestedReviewerEntity).delete({ changeRequestId, userId }), 'This user is not asked for a review of this change request.');
    });
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
