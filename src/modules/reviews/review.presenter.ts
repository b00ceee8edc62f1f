import { Injectable } from '@nestjs/common';
import type { CommentDto } from '../comments/dto/comment.dto.js';
import { UserPresenter } from '../identity/user.presenter.js';
import type { RequestedReviewerDto, ReviewDto } from './dto/review.dto.js';
import type { ReadRequest, ReadReview } from './read-review.js';

@Injectable()
export class ReviewPresenter {
  constructor(private readonly users: UserPresenter) {}

  review(review: ReadReview, comment: CommentDto | undefined): ReviewDto {
    return {
      object: 'change-request-review',
      id: review.id,
      revision: review.revisionId,
      reviewer: this.users.present(review.reviewer),
      ...(review.requestedBy === null ? {} : { requestedBy: this.users.present(review.requestedBy) }),
      status: review.status,
      outdated: review.outdated,
      ...(comment === undefined ? {} : { comment }),
      createdAt: review.createdAt.toISOString(),
      updatedAt: review.updatedAt.toISOString(),
    };
  }

  request({ user, requestedBy, revisionId, createdAt }: ReadRequest): RequestedReviewerDto {
    return {
      object: 'change-request-requested-reviewer',
      kind: 'user',
      user: this.users.present(user),
      requestedBy: this.users.present(requestedBy),
      revision: revisionId,
      createdAt: createdAt.toISOString(),
    };
  }
}
