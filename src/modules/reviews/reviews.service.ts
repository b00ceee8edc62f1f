import { Injectable } from '@nestjs/common';
import { noteAct } from '../../kernel/audit/act.js';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { withLocation } from '../../kernel/http/answer.js';
import { isId, newId } from '../../kernel/ids/id.js';
import { Urls } from '../../kernel/urls/urls.js';
import { ChangeRequestAccess } from '../change-requests/change-request.access.js';
import type { PlacedChangeRequest } from '../change-requests/placed-change-request.js';
import { lockForChange } from '../change-requests/change-request-rows.js';
import { ReviewComments } from '../comments/review-comments.js';
import type { Format } from '../content/dto/content-queries.dto.js';
import type { ReviewDto } from './dto/review.dto.js';
import type { ReviewQuery, SubmitReviewDto } from './dto/review-requests.dto.js';
import { ReviewAnswers } from './review-answers.js';
import { findReview, meetRequest, supersedeReviews } from './review-rows.js';
import { ReviewEntity } from './review.entity.js';

/** Reviews of change requests. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: ChangeRequestAccess,
    private readonly comments: ReviewComments,
    private readonly answers: ReviewAnswers,
    private readonly urls: Urls,
  ) {}

  async get(actor: Actor, spaceId: string, idOrNumber: string, reviewId: string, { format }: ReviewQuery): Promise<ReviewDto> {
    return this.read(await this.access.load(actor, spaceId, idOrNumber, 'view'), reviewId, format);
  }

  /** Takes the place of an earlier one by the same reviewer, and meets the request for one. @throws ConflictError for a merged change request */
  async submit(actor: Actor, spaceId: string, idOrNumber: string, { status, comment }: SubmitReviewDto): Promise<ReviewDto> {
    const { id: changeRequestId } = await this.access.load(actor, spaceId, idOrNumber, 'review');
    const id = newId();
    noteAct({ made: id });
    await this.db.transaction(async () => {
      // First, as its counters are locked before the change request wherever somebody comments.
      if (comment !== undefined) await this.comments.post(actor, { spaceId, changeRequestId, reviewId: id }, comment);
      const { revisionId } = await lockForChange(this.db, spaceId, changeRequestId);
      const requestedBy = await meetRequest(this.db, changeRequestId, actor.userId);
      const now = this.clock.now();
      await supersedeReviews(this.db, changeRequestId, [actor.userId], now);
      await this.db.repo(ReviewEntity).insert({ id, changeRequestId, revisionId, reviewerId: actor.userId, requestedBy, status, superseded: false, createdAt: now, updatedAt: now });
    });
    const answer = await this.read(await this.access.load(actor, spaceId, changeRequestId, 'view'), id, 'markdown');
    return withLocation(answer, this.urls.api('spaces', spaceId, 'change-requests', changeRequestId, 'reviews', id));
  }

  private async read(changeRequest: PlacedChangeRequest, reviewId: string, format: Format): Promise<ReviewDto> {
    const review = isId(reviewId) ? await findReview(this.db, changeRequest.id, reviewId) : undefined;
    const [answer] = review === undefined ? [] : await this.answers.of(changeRequest, [review], format);
    if (answer === undefined) throw new NotFoundError('There is no such review.');
    return answer;
  }
}
