import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChangeRequestsModule } from '../change-requests/change-requests.module.js';
import { CommentsModule } from '../comments/comments.module.js';
import { ContributorsService } from './contributors.service.js';
import { RequestedReviewersService } from './requested-reviewers.service.js';
import { ReviewAnswers } from './review-answers.js';
import { ReviewLists } from './review-lists.js';
import { ReviewPresenter } from './review.presenter.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsService } from './reviews.service.js';

@Module({
  imports: [AccessModule, ChangeRequestsModule, CommentsModule],
  controllers: [ReviewsController],
  providers: [ContributorsService, RequestedReviewersService, ReviewAnswers, ReviewLists, ReviewPresenter, ReviewsService],
})
export class ReviewsModule {}
