import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import type { ContentReference } from '../content/content-reference.js';
import type { Format } from '../content/dto/content-queries.dto.js';
import { CommentAnswers } from './comment-answers.js';
import type { CommentedContent } from './commented-places.js';
import { CommentsService } from './comments.service.js';
import type { SentBody } from './comment-body.js';
import type { CommentDto } from './dto/comment.dto.js';
import { readComments, type ReadComment } from './read-comment.js';

/** Comments that are made in a review; they are comments on its change request like all others. */
@Injectable()
export class ReviewComments {
  constructor(
    private readonly db: Database,
    private readonly comments: CommentsService,
    private readonly answers: CommentAnswers,
  ) {}

  /** Within the transaction that makes the review. */
  async post(actor: Actor, content: ContentReference, reviewId: string, body: SentBody): Promise<void> {
    await this.comments.post(actor, content, { body }, reviewId);
  }

  /** By the reviews, which are of one change request; a review whose comment was deleted, or that has none, is left out. */
  async of(content: CommentedContent, reviewIds: readonly string[], format: Format): Promise<ReadonlyMap<string, CommentDto>> {
    const rows = await this.db.query<ReadComment>(readComments('(SELECT * FROM comments WHERE review_id = ANY ($1))'), [reviewIds]);
    const answers = await this.answers.of(content, rows, format);
    return new Map(answers.map((answer) => [answer.target.review ?? '', answer]));
  }
}
