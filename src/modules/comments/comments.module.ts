import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChangeRequestsModule } from '../change-requests/change-requests.module.js';
import { ContentModule } from '../content/content.module.js';
import { ChangeRequestCommentsController } from './change-request-comments.controller.js';
import { CommentAccess } from './comment.access.js';
import { CommentLists } from './comment-lists.js';
import { CommentPresenter } from './comment.presenter.js';
import { CommentRepliesService } from './comment-replies.service.js';
import { CommentedPlaces } from './commented-places.js';
import { CommentsService } from './comments.service.js';
import { Reactions } from './reactions.js';
import { SpaceCommentsController } from './space-comments.controller.js';

@Module({
  imports: [AccessModule, ContentModule, ChangeRequestsModule],
  controllers: [SpaceCommentsController, ChangeRequestCommentsController],
  providers: [CommentAccess, CommentedPlaces, CommentLists, CommentPresenter, CommentRepliesService, CommentsService, Reactions],
})
export class CommentsModule {}
