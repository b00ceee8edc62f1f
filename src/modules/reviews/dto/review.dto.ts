import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { CommentDto } from '../../comments/dto/comment.dto.js';
import { UserDto } from '../../identity/dto/user.dto.js';
import { REVIEW_STATUSES, type ReviewStatus } from '../review.entity.js';

@ApiSchema({ name: 'ChangeRequestReview' })
export class ReviewDto {
  @ApiProperty({ enum: ['change-request-review'] })
  object: 'change-request-review';

  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'Id of the revision of the change request that was reviewed' })
  revision: string;

  @ApiProperty({ type: UserDto })
  reviewer: UserDto;

  @ApiPropertyOptional({ type: UserDto, description: 'Who had asked for it' })
  requestedBy?: UserDto;

  @ApiProperty({ enum: REVIEW_STATUSES, enumName: 'ChangeRequestReviewStatus' })
  status: ReviewStatus;

  @ApiProperty({ description: 'The change request has a newer revision, or the reviewer made a newer review or was asked for one' })
  outdated: boolean;

  @ApiPropertyOptional({ type: CommentDto })
  comment?: CommentDto;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

@ApiSchema({ name: 'ChangeRequestRequestedReviewer' })
export class RequestedReviewerDto {
  @ApiProperty({ enum: ['change-request-requested-reviewer'] })
  object: 'change-request-requested-reviewer';

  @ApiProperty({ enum: ['user'] })
  kind: 'user';

  @ApiProperty({ type: UserDto })
  user: UserDto;

  @ApiProperty({ type: UserDto })
  requestedBy: UserDto;

  @ApiProperty({ description: 'Id of the newest revision of the change request when they were asked' })
  revision: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

@ApiSchema({ name: 'RequestedReviewers' })
export class RequestedReviewersDto {
  @ApiProperty({ type: [RequestedReviewerDto], description: 'In the order of the request' })
  users: RequestedReviewerDto[];
}

export const CONTRIBUTIONS = ['edit', 'comment'] as const;

@ApiSchema({ name: 'UserContributor' })
export class ContributorDto {
  @ApiProperty({ type: UserDto })
  user: UserDto;

  @ApiProperty({ enum: CONTRIBUTIONS, enumName: 'ContributionType', description: 'Somebody who did both is there twice' })
  actionType: (typeof CONTRIBUTIONS)[number];

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Revisions, and making the change request; or comments and replies' })
  count: number;

  @ApiProperty({ format: 'date-time', description: 'Of the last one' })
  updatedAt: string;
}

export const ReviewListDto = pageOf(ReviewDto);
export type ReviewListDto = InstanceType<typeof ReviewListDto>;
export const RequestedReviewerListDto = pageOf(RequestedReviewerDto);
export type RequestedReviewerListDto = InstanceType<typeof RequestedReviewerListDto>;
export const ContributorListDto = pageOf(ContributorDto);
export type ContributorListDto = InstanceType<typeof ContributorListDto>;
