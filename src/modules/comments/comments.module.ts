import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChangeRequestsModule } from '../change-requests/change-requests.module.js';
import { ContentModule } from '../content/content.module.js';
import { MembersModule } from '../members/members.module.js';
import { ChangeRequestCommentsController } from './change-request-comments.controller.js';
import { CommentAccess } from './comment.access.js';
import { CommentAnswers } from './comment-answers.js';
import { CommentLists } from './comment-lists.js';
import { CommentPresenter } from './comment.presenter.js';
import { CommentRepliesService } from './comment-replies.service.js';
import { CommentedPlaces } from './commented-places.js';
import { CommentersController } from './commenters.controller.js';
import { CommentersService } from './commenters.service.js';
import { CommentsService } from './comments.service.js';
import { Reactions } from './reactions.js';
import { ReviewComments } from './review-comments.js';
import { SpaceCommentsController } from './space-comments.controller.js';

@Module({
  imports: [MembersModule, AccessModule, ContentModule, ChangeRequestsModule],
  controllers: [SpaceCommentsController, ChangeRequestCommentsController, CommentersController],
  providers: [CommentAccess, CommentAnswers, CommentedPlaces, CommentersService, CommentLists, CommentPresenter, CommentRepliesService, CommentsService, Reactions, ReviewComments],
  exports: [ReviewComments],
})
export class CommentsModule {}
