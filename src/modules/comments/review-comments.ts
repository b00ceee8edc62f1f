import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { contentState } from '../change-requests/change-request-branch.js';
import { ChangeRequestContent } from '../change-requests/change-request-content.js';
import type { PlacedChangeRequest } from '../change-requests/placed-change-request.js';
import type { Format } from '../content/dto/content-queries.dto.js';
import { CommentAnswers } from './comment-answers.js';
import { CommentsService } from './comments.service.js';
import type { SentBody } from './comment-body.js';
import type { CommentDto } from './dto/comment.dto.js';
import { readComments, type ReadComment } from './read-comment.js';

/** Comments that are made in a review; they are comments on its change request like all others. */
@Injectable()
export class ReviewComments {
  constructor(
    private readonly db: Database,
    private readonly content: ChangeRequestContent,
    private readonly comments: CommentsService,
    private readonly answers: CommentAnswers,
  ) {}

  /** Within the transaction that makes the review. */
  async post(actor: Actor, review: { spaceId: string; changeRequestId: string; reviewId: string }, body: SentBody): Promise<void> {
    await this.comments.post(actor, this.content.of(review.spaceId, review.changeRequestId), { body }, review.reviewId);
  }

  /** By the reviews, which are of this change request; a review whose comment was deleted, or that has none, is left out. */
  async of(changeRequest: PlacedChangeRequest, reviewIds: readonly string[], format: Format): Promise<ReadonlyMap<string, CommentDto>> {
    const { spaceId, organizationId, revisionId } = changeRequest;
    const rows = await this.db.query<ReadComment>(readComments('(SELECT * FROM comments WHERE review_id = ANY ($1))'), [reviewIds]);
    const answers = await this.answers.of({ spaceId, organizationId, revisionId, state: contentState(changeRequest) }, rows, format);
    return new Map(answers.map((answer) => [answer.target.review ?? '', answer]));
  }
}
