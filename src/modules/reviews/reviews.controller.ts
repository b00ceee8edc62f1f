import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { ContributorsService } from './contributors.service.js';
import { ContributorListDto, RequestedReviewerListDto, RequestedReviewersDto, ReviewDto, ReviewListDto } from './dto/review.dto.js';
import { RequestReviewersDto, ReviewListQuery, ReviewQuery, SubmitReviewDto } from './dto/review-requests.dto.js';
import { RequestedReviewersService } from './requested-reviewers.service.js';
import { ReviewLists } from './review-lists.js';
import { ReviewsService } from './reviews.service.js';

@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class ReviewsController {
  constructor(
    private readonly reviews: ReviewsService,
    private readonly lists: ReviewLists,
    private readonly requests: RequestedReviewersService,
    private readonly contributors: ContributorsService,
  ) {}

  @ExtensionOperation({ id: 'getReviewsByChangeRequestId', summary: 'List the reviews of a change request', description: 'The oldest first.', answer: ReviewListDto })
  @Get('reviews')
  list(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Query() query: ReviewListQuery): Promise<ReviewListDto> {
    return this.lists.reviews(actor, spaceId, changeRequestId, query);
  }

  @ExtensionOperation({
    id: 'submitChangeRequestReview',
    summary: 'Review a change request',
    description: 'As it is now. An earlier review of yours is outdated by it, and a request for it met.',
    status: 201,
    answer: ReviewDto,
    errors: [409, 413, 415],
  })
  @Post('reviews')
  submit(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Body() body: SubmitReviewDto): Promise<ReviewDto> {
    return this.reviews.submit(actor, spaceId, changeRequestId, body);
  }

  @ExtensionOperation({ id: 'getChangeRequestReview', summary: 'Get a review of a change request', answer: ReviewDto })
  @Get('reviews/:reviewId')
  get(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Param('reviewId') reviewId: string, @Query() query: ReviewQuery): Promise<ReviewDto> {
    return this.reviews.get(actor, spaceId, changeRequestId, reviewId, query);
  }

  @ExtensionOperation({ id: 'getRequestedReviewersByChangeRequestId', summary: 'List who is asked for a review', description: 'And has made none since; who was asked first comes first.', answer: RequestedReviewerListDto })
  @Get('requested-reviewers')
  listRequested(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Query() query: PageQuery): Promise<RequestedReviewerListDto> {
    return this.lists.requested(actor, spaceId, changeRequestId, query);
  }

  @ExtensionOperation({
    id: 'requestReviewersForChangeRequest',
    summary: 'Ask for reviews of a change request',
    description: 'Nothing is mailed. Who is asked already stays so; an earlier review by who is asked anew is outdated.',
    answer: RequestedReviewersDto,
    errors: [409, 413, 415],
  })
  @Post('requested-reviewers')
  request(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Body() body: RequestReviewersDto): Promise<RequestedReviewersDto> {
    return this.requests.request(actor, spaceId, changeRequestId, body);
  }

  @ExtensionOperation({ id: 'removeRequestedReviewerFromChangeRequest', summary: 'Take back a request for a review', status: 205 })
  @Delete('requested-reviewers/:userId')
  removeRequested(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Param('userId') userId: string): Promise<void> {
    return this.requests.remove(actor, spaceId, changeRequestId, userId);
  }

  @ExtensionOperation({
    id: 'getContributorsByChangeRequestId',
    summary: 'List who contributed to a change request',
    description: 'Once for their edits, and once for their comments.',
    answer: ContributorListDto,
  })
  @Get('contributors')
  listContributors(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Query() query: PageQuery): Promise<ContributorListDto> {
    return this.contributors.list(actor, spaceId, changeRequestId, query);
  }
}
