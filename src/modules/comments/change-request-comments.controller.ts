import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import type { WrittenAnswer } from '../../kernel/http/answer.js';
import { ExtensionOperation, Operation } from '../../kernel/openapi/operation.js';
import { withSlots } from '../../kernel/permissions/slots.js';
import { ChangeRequestContent } from '../change-requests/change-request-content.js';
import { CommentLists } from './comment-lists.js';
import { CommentRepliesService } from './comment-replies.service.js';
import { CommentsService } from './comments.service.js';
import { CommentDto, CommentListDto, CommentReplyDto, CommentReplyListDto } from './dto/comment.dto.js';
import { CommentListQuery, CommentQuery, CreateCommentDto, CreateReplyDto, ReplyListQuery, UpdateCommentDto, UpdateReplyDto } from './dto/comment-requests.dto.js';

const SECTION = 'Change request comments';

@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId/comments')
export class ChangeRequestCommentsController {
  constructor(
    private readonly content: ChangeRequestContent,
    private readonly comments: CommentsService,
    private readonly replies: CommentRepliesService,
    private readonly lists: CommentLists,
  ) {}

  @Operation({ id: 'listCommentsInChangeRequest', section: SECTION, summary: 'List the comments on a change request', answer: CommentListDto, written: true })
  @Get()
  list(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Query() query: CommentListQuery): Promise<WrittenAnswer> {
    return this.lists.list(actor, this.content.of(spaceId, changeRequestId), query);
  }

  @Operation({ id: 'postCommentInChangeRequest', section: SECTION, summary: 'Comment on a change request', answer: CommentDto, errors: [413, 415], written: true })
  @Post()
  create(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Body() body: CreateCommentDto): Promise<CommentDto> {
    return this.comments.create(actor, this.content.of(spaceId, changeRequestId), body).then(withSlots);
  }

  @Operation({ id: 'getCommentInChangeRequest', section: SECTION, summary: 'Get a comment', answer: CommentDto })
  @Get(':commentId')
  get(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Param('commentId') commentId: string, @Query() query: CommentQuery): Promise<CommentDto> {
    return this.comments.get(actor, this.content.of(spaceId, changeRequestId), commentId, query);
  }

  @Operation({ id: 'updateCommentInChangeRequest', section: SECTION, summary: 'Edit a comment, resolve it, react to it', answer: CommentDto, errors: [413, 415] })
  @Put(':commentId')
  update(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Param('commentId') commentId: string, @Body() body: UpdateCommentDto): Promise<CommentDto> {
    return this.comments.update(actor, this.content.of(spaceId, changeRequestId), commentId, body);
  }

  @Operation({ id: 'deleteCommentInChangeRequest', section: SECTION, summary: 'Delete a comment', description: 'With its replies and reactions.', status: 205 })
  @Delete(':commentId')
  delete(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Param('commentId') commentId: string): Promise<void> {
    return this.comments.delete(actor, this.content.of(spaceId, changeRequestId), commentId);
  }

  @Operation({ id: 'listCommentRepliesInChangeRequest', section: SECTION, summary: 'List the replies to a comment', answer: CommentReplyListDto, written: true })
  @Get(':commentId/replies')
  listReplies(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Param('commentId') commentId: string, @Query() query: ReplyListQuery): Promise<WrittenAnswer> {
    return this.lists.listReplies(actor, this.content.of(spaceId, changeRequestId), commentId, query);
  }

  @Operation({ id: 'postCommentReplyInChangeRequest', section: SECTION, summary: 'Reply to a comment', answer: CommentReplyDto, errors: [413, 415] })
  @Post(':commentId/replies')
  reply(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Param('commentId') commentId: string, @Query() query: CommentQuery, @Body() body: CreateReplyDto): Promise<CommentReplyDto> {
    return this.replies.create(actor, this.content.of(spaceId, changeRequestId), commentId, body, query.format);
  }

  @Operation({ id: 'getCommentReplyInChangeRequest', section: SECTION, summary: 'Get a reply', answer: CommentReplyDto })
  @Get(':commentId/replies/:commentReplyId')
  getReply(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Param('commentId') commentId: string, @Param('commentReplyId') replyId: string, @Query() query: CommentQuery): Promise<CommentReplyDto> {
    return this.replies.get(actor, this.content.of(spaceId, changeRequestId), commentId, replyId, query);
  }

  @ExtensionOperation({ id: 'updateCommentReplyInChangeRequest', summary: 'Edit a reply, react to it', answer: CommentReplyDto, errors: [413, 415] })
  @Put(':commentId/replies/:commentReplyId')
  updateReply(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Param('commentId') commentId: string, @Param('commentReplyId') replyId: string, @Body() body: UpdateReplyDto): Promise<CommentReplyDto> {
    return this.replies.update(actor, this.content.of(spaceId, changeRequestId), commentId, replyId, body);
  }

  @ExtensionOperation({ id: 'deleteCommentReplyInChangeRequest', summary: 'Delete a reply', status: 204 })
  @Delete(':commentId/replies/:commentReplyId')
  deleteReply(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Param('commentId') commentId: string, @Param('commentReplyId') replyId: string): Promise<void> {
    return this.replies.delete(actor, this.content.of(spaceId, changeRequestId), commentId, replyId);
  }
}
