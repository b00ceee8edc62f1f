import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { Custom, Flag, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { QueryChoice, QueryList, QueryText } from '../../../kernel/validation/query-fields.js';
import { type Format, FORMATS } from '../../content/dto/content-queries.dto.js';
import { BODY_SCHEMA, bodyFaults, type SentBody } from '../comment-body.js';
import { emojiFaults, MOST_REACTIONS } from '../emoji.js';
import { COMMENT_STATUSES } from './comment.dto.js';

const LONGEST_ID = 64;

const FORMAT = { default: 'markdown', description: '`document` answers the body as a tree, too.' };

export class CommentQuery {
  @QueryChoice(FORMATS, FORMAT)
  format: Format;
}

export class CommentListQuery extends PageQuery {
  @QueryChoice(['asc', 'desc'], { default: 'desc', description: 'By when they were posted.' })
  order: 'asc' | 'desc';

  @QueryChoice(['all', ...COMMENT_STATUSES], { default: 'all', description: 'Only comments of this status.' })
  status: 'all' | (typeof COMMENT_STATUSES)[number];

  @QueryChoice(FORMATS, FORMAT)
  format: Format;

  @QueryText({ description: 'Only comments on the page of this id.' })
  targetPage?: string;

  @QueryList({ description: 'Only comments by one of these users.' })
  authors?: string[];
}

export class ReplyListQuery extends PageQuery {
  @QueryChoice(FORMATS, FORMAT)
  format: Format;
}

/** The body of a comment or reply. */
const Body = (): PropertyDecorator => Custom({ schema: BODY_SCHEMA, check: bodyFaults });
const Emoji = (description: string): PropertyDecorator =>
  Custom({ schema: { type: 'array', maxItems: MOST_REACTIONS, items: { type: 'string', minLength: 1 }, description }, check: emojiFaults });

@ApiSchema({ name: 'CreateComment' })
export class CreateCommentDto {
  @Optional()
  @Text({ min: 1, max: 100, description: 'What in the page it is about, such as the anchor of a heading' })
  node?: string;

  @Optional()
  @Text({ min: 1, max: LONGEST_ID, description: 'Id of a page of the content' })
  page?: string;

  @Body()
  body: SentBody;
}

@ApiSchema({ name: 'CreateCommentReply' })
export class CreateReplyDto {
  @Body()
  body: SentBody;
}

@ApiSchema({ name: 'UpdateCommentReply' })
export class UpdateReplyDto {
  @Optional()
  @Body()
  body?: SentBody;

  @Optional()
  @Emoji('Emoji that you add')
  addedReactions?: string[];

  @Optional()
  @Emoji('Emoji of yours that you take back')
  removedReactions?: string[];
}

@ApiSchema({ name: 'UpdateComment' })
export class UpdateCommentDto extends UpdateReplyDto {
  @Optional()
  @Flag()
  resolved?: boolean;
}
