import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { noteAct } from '../../kernel/audit/act.js';
import { Database } from '../../kernel/database/database.js';
import { requireOne } from '../../kernel/errors/database-errors.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import type { ContentReference } from '../content/content-reference.js';
import type { Format } from '../content/dto/content-queries.dto.js';
import { CommentEntity } from './comment.entity.js';
import { CommentReplyEntity } from './comment-reply.entity.js';
import { MarkdownThread } from '../content/markdown-thread.js';
import { CommentAccess, NO_COMMENT, NO_REPLY } from './comment.access.js';
import { markdownInPlaceOf, markdownOf } from './comment-body.js';
import { CommentAnswers } from './comment-answers.js';
import type { CommentReplyDto } from './dto/comment.dto.js';
import type { CommentQuery, CreateReplyDto, UpdateReplyDto } from './dto/comment-requests.dto.js';
import { Reactions } from './reactions.js';
import { findReply, type ReadReply } from './read-comment.js';

/** Replies to comments. */
@Injectable()
export class CommentRepliesService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: CommentAccess,
    private readonly reactions: Reactions,
    private readonly answers: CommentAnswers,
    private readonly markdown: MarkdownThread,
  ) {}

  async get(actor: Actor, content: ContentReference, commentId: string, replyId: string, { format }: CommentQuery): Promise<CommentReplyDto> {
    return this.answer(await this.access.loadReply(actor, content, commentId, replyId, 'view'), format);
  }

  async create(actor: Actor, content: ContentReference, commentId: string, { body }: CreateReplyDto, format: Format = 'markdown'): Promise<CommentReplyDto> {
    const { home, comment } = await this.access.load(actor, content, commentId, 'reply');
    const id = newId();
    noteAct({ made: id });
    await this.db.transaction(async () => {
      await this.lockComment(comment.id);
      await this.db.repo(CommentReplyEntity).insert({ id, commentId: comment.id, homeId: home.id, markdown: markdownOf(body), postedBy: actor.userId, postedAt: this.clock.now() });
    });
    return this.present(comment.id, id, format);
  }

  /** What is equal already is left alone; reactions are no edit. */
  async update(actor: Actor, content: ContentReference, commentId: string, replyId: string, { body, addedReactions, removedReactions }: UpdateReplyDto): Promise<CommentReplyDto> {
    const { id, commentId: parentId, markdown: before } = await this.access.loadReply(actor, content, commentId, replyId, body === undefined ? 'reply' : 'edit');
    const sent = body === undefined ? undefined : await markdownInPlaceOf(this.markdown, before, body);
    await this.db.transaction(async () => {
      await this.lockComment(parentId);
      const replies = this.db.repo(CommentReplyEntity);
      const current = await replies.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (current === null) throw new NotFoundError(NO_REPLY);
      const markdown = sent ?? current.markdown;
      if (markdown !== current.markdown) await replies.update({ id }, { markdown, editedAt: this.clock.now() });
      await this.reactions.change({ commentId: parentId, replyId: id }, actor.userId, { added: addedReactions, removed: removedReactions });
    });
    return this.present(parentId, id, 'markdown');
  }

  async delete(actor: Actor, content: ContentReference, commentId: string, replyId: string): Promise<void> {
    const { id, commentId: parentId } = await this.access.loadReply(actor, content, commentId, replyId, 'delete');
    await this.db.transaction(async () => {
      await this.lockComment(parentId);
      requireOne(await this.db.repo(CommentReplyEntity).delete({ id }), NO_REPLY);
    });
  }

  /** The comment first, as everybody does who locks it and replies to it: who deletes it meanwhile waits, and takes them along. */
  private async lockComment(commentId: string): Promise<void> {
    const locked = await this.db.repo(CommentEntity).findOne({ select: { id: true }, where: { id: commentId }, lock: { mode: 'pessimistic_write' } });
    if (locked === null) throw new NotFoundError(NO_COMMENT);
  }

  private async present(commentId: string, replyId: string, format: Format): Promise<CommentReplyDto> {
    const reply = await findReply(this.db, commentId, replyId);
    if (reply === undefined) throw new NotFoundError(NO_REPLY);
    return this.answer(reply, format);
  }

  private async answer(reply: ReadReply, format: Format): Promise<CommentReplyDto> {
    const [answer] = await this.answers.replies([reply], format);
    if (answer === undefined) throw new NotFoundError(NO_REPLY);
    return answer;
  }
}
