import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { Choice, Custom, Optional, Text, TextList } from '../../../kernel/validation/body-fields.js';
import { QueryChoice, QueryFlag } from '../../../kernel/validation/query-fields.js';
import { BODY_SCHEMA, bodyFaults, type SentBody } from '../../comments/comment-body.js';
import { type Format, FORMATS } from '../../content/dto/content-queries.dto.js';
import { REVIEW_STATUSES, type ReviewStatus } from '../review.entity.js';

/** Of those who are asked at once. */
const MOST_REVIEWERS = 100;

const FORMAT = { default: 'markdown', description: '`document` answers the body of a comment as a tree, too.' };

export class ReviewQuery {
  @QueryChoice(FORMATS, FORMAT)
  format: Format;
}

export class ReviewListQuery extends PageQuery {
  @QueryChoice(FORMATS, FORMAT)
  format: Format;

  @QueryFlag({ description: 'Only reviews that are outdated, or only those that are not.' })
  outdated?: boolean;
}

@ApiSchema({ name: 'SubmitReview' })
export class SubmitReviewDto {
  @Choice(REVIEW_STATUSES, { name: 'ChangeRequestReviewStatus' })
  status: ReviewStatus;

  @Optional()
  @Custom({ schema: { ...BODY_SCHEMA, description: 'Becomes a comment on the change request' }, check: bodyFaults })
  comment?: SentBody;
}

@ApiSchema({ name: 'RequestReviewers' })
export class RequestReviewersDto {
  @TextList({ maxItems: MOST_REVIEWERS, min: 1, max: 64, example: ['users'], description: 'Ids of users with the right `review` on the space; one at least' })
  users: string[];

  @Optional()
  @Text({ max: 100, description: 'New subject of the change request' })
  subject?: string;
}
