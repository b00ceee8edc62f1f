import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { ChangeRequestAccess } from '../change-requests/change-request.access.js';
import type { RequestedReviewerListDto, ReviewListDto } from './dto/review.dto.js';
import type { ReviewListQuery } from './dto/review-requests.dto.js';
import { ReviewAnswers } from './review-answers.js';
import { ReviewPresenter } from './review.presenter.js';
import { countRequests, countReviews, findRequests, findReviews, REQUEST_ORDER, REVIEW_ORDER } from './review-rows.js';

/** Lists of the reviews of a change request, and of who is asked for one. */
@Injectable()
export class ReviewLists {
  constructor(
    private readonly db: Database,
    private readonly access: ChangeRequestAccess,
    private readonly answers: ReviewAnswers,
    private readonly presenter: ReviewPresenter,
    private readonly cursors: Cursors,
  ) {}

  async reviews(actor: Actor, spaceId: string, idOrNumber: string, { outdated, format, ...query }: ReviewListQuery): Promise<ReviewListDto> {
    const changeRequest = await this.access.load(actor, spaceId, idOrNumber, 'view');
    const filter = { changeRequestId: changeRequest.id, outdated };
    const found = await readPage(this.cursors, query, {
      scope: cursorScope('reviews', { changeRequest: changeRequest.id, outdated }),
      order: REVIEW_ORDER,
      find: (stretch) => findReviews(this.db, filter, stretch),
      count: () => countReviews(this.db, filter),
      positionOf: ({ id }) => [id],
      present: (review) => review,
    });
    return { ...found, items: await this.answers.of(changeRequest, found.items, format) };
  }

  async requested(actor: Actor, spaceId: string, idOrNumber: string, query: PageQuery): Promise<RequestedReviewerListDto> {
    const { id } = await this.access.load(actor, spaceId, idOrNumber, 'view');
    return readPage(this.cursors, query, {
      scope: cursorScope('requested reviewers', { changeRequest: id }),
      order: REQUEST_ORDER,
      find: (stretch) => findRequests(this.db, spaceId, id, stretch),
      count: () => countRequests(this.db, spaceId, id),
      positionOf: ({ createdAt, userId }) => [createdAt.toISOString(), userId],
      present: (request) => this.presenter.request(request),
    });
  }
}
