import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { LocationUrlsDto } from '../../../kernel/openapi/location-urls.dto.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { UserDto } from '../../identity/dto/user.dto.js';
import type { CommentAbilities } from '../comment.policy.js';

@ApiSchema({ name: 'CommentPermissions' })
export class CommentPermissionsDto implements CommentAbilities {
  @ApiProperty()
  view: boolean;

  @ApiProperty({ description: 'Also resolving a comment and opening it again' })
  edit: boolean;

  @ApiProperty({ description: 'Also reacting' })
  reply: boolean;

  @ApiProperty()
  delete: boolean;
}

@ApiSchema({ name: 'UserReaction' })
export class UserReactionDto {
  @ApiProperty({ type: UserDto })
  user: UserDto;

  @ApiProperty({ format: 'date-time' })
  reactedAt: string;
}

@ApiSchema({ name: 'Reaction' })
export class ReactionDto {
  @ApiProperty()
  emoji: string;

  @ApiProperty({ type: 'integer' })
  count: number;

  @ApiProperty({ type: [UserReactionDto], description: 'The first to react first' })
  users: UserReactionDto[];
}

@ApiSchema({ name: 'CommentBody' })
export class CommentBodyDto {
  @ApiProperty()
  markdown: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'With `format=document`' })
  document?: object;
}

@ApiSchema({ name: 'CommentNode' })
export class CommentNodeDto {
  @ApiProperty()
  id: string;

  @ApiPropertyOptional({ description: 'The beginning of what is there; absent where the page has no such node' })
  preview?: string;
}

@ApiSchema({ name: 'CommentPage' })
export class CommentPageDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiPropertyOptional()
  emoji?: string;

  @ApiPropertyOptional()
  icon?: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty()
  path: string;

  @ApiProperty({ description: 'The page is gone from the content; what is told is how it was when it was commented on' })
  outdated: boolean;
}

@ApiSchema({ name: 'CommentTarget' })
export class CommentTargetDto {
  @ApiPropertyOptional({ type: CommentNodeDto })
  node?: CommentNodeDto;

  @ApiPropertyOptional({ description: 'Id of the change request that it is a comment on' })
  changeRequest?: string;

  @ApiPropertyOptional({ description: 'Id of the review in which it was made' })
  review?: string;

  @ApiPropertyOptional({ type: CommentPageDto })
  page?: CommentPageDto;

  @ApiProperty()
  space: string;

  @ApiProperty({ description: 'The newest revision when it was made' })
  revision: string;
}

/** What comments and replies have alike. */
class PostDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: UserDto })
  postedBy: UserDto;

  @ApiProperty({ format: 'date-time' })
  postedAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only after an edit of the body' })
  editedAt?: string;

  @ApiProperty({ type: [ReactionDto] })
  reactions: ReactionDto[];

  @ApiProperty({ type: CommentBodyDto })
  body: CommentBodyDto;

  @ApiProperty({ type: LocationUrlsDto })
  urls: LocationUrlsDto;

  @ApiProperty({ type: CommentPermissionsDto })
  permissions: CommentPermissionsDto;
}

export const COMMENT_STATUSES = ['open', 'resolved'] as const;

@ApiSchema({ name: 'Comment' })
export class CommentDto extends PostDto {
  @ApiProperty({ enum: ['comment'] })
  object: 'comment';

  @ApiProperty({ type: 'integer' })
  replies: number;

  @ApiProperty({ type: CommentTargetDto })
  target: CommentTargetDto;

  @ApiProperty({ enum: COMMENT_STATUSES, enumName: 'CommentStatus' })
  status: (typeof COMMENT_STATUSES)[number];

  @ApiPropertyOptional({ format: 'date-time', description: 'While it is resolved' })
  resolvedAt?: string;

  @ApiPropertyOptional({ type: UserDto, description: 'While it is resolved' })
  resolvedBy?: UserDto;
}

@ApiSchema({ name: 'CommentReply' })
export class CommentReplyDto extends PostDto {
  @ApiProperty({ enum: ['comment-reply'] })
  object: 'comment-reply';
}

export const CommentListDto = pageOf(CommentDto);
export type CommentListDto = InstanceType<typeof CommentListDto>;
export const CommentReplyListDto = pageOf(CommentReplyDto);
export type CommentReplyListDto = InstanceType<typeof CommentReplyListDto>;
