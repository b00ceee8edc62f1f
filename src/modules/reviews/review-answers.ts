import { Injectable } from '@nestjs/common';
import type { PlacedChangeRequest } from '../change-requests/placed-change-request.js';
import { ReviewComments } from '../comments/review-comments.js';
import type { Format } from '../content/dto/content-queries.dto.js';
import type { ReviewDto } from './dto/review.dto.js';
import type { ReadReview } from './read-review.js';
import { ReviewPresenter } from './review.presenter.js';

/** What is told of reviews, with the comments that were made in them. */
@Injectable()
export class ReviewAnswers {
  constructor(
    private readonly comments: ReviewComments,
    private readonly presenter: ReviewPresenter,
  ) {}

  /** In the order of the reviews, which are of this change request; asks the database the same number of times for any number of them. */
  async of(changeRequest: PlacedChangeRequest, reviews: readonly ReadReview[], format: Format): Promise<ReviewDto[]> {
    const comments = await this.comments.of(changeRequest, reviews.map(({ id }) => id), format);
    return reviews.map((review) => this.presenter.review(review, comments.get(review.id)));
  }
}
