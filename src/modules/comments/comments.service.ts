import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { noteAct } from '../../kernel/audit/act.js';
import { Database, type WritingStatement } from '../../kernel/database/database.js';
import { requireOne } from '../../kernel/errors/database-errors.js';
import { BadInputError, NotFoundError } from '../../kernel/errors/errors.js';
import { isId, newId } from '../../kernel/ids/id.js';
import type { ContentReference } from '../content/content-reference.js';
import type { Format } from '../content/dto/content-queries.dto.js';
import { MarkdownThread } from '../content/markdown-thread.js';
import { CommentEntity } from './comment.entity.js';
import { CommentAnswers } from './comment-answers.js';
import { CommentAccess, type CommentHome, NO_COMMENT } from './comment.access.js';
import { markdownInPlaceOf, markdownOf } from './comment-body.js';
import { CommentedPlaces } from './commented-places.js';
import type { CommentDto } from './dto/comment.dto.js';
import type { CommentQuery, CreateCommentDto, UpdateCommentDto } from './dto/comment-requests.dto.js';
import { Reactions } from './reactions.js';
import { findComment, type ReadComment, readComments } from './read-comment.js';

/** In one statement, as it is all that most comments write. */
const POST: WritingStatement = {
  name: 'comments_post',
  text: `
    INSERT INTO comments (id, home_id, space_id, change_request_id, review_id, revision_id, page_id, page, node, markdown, posted_by, posted_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
  answer: readComments('written'),
};

/** Comments on the main content of spaces and on change requests. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: CommentAccess,
    private readonly places: CommentedPlaces,
    private readonly reactions: Reactions,
    private readonly answers: CommentAnswers,
    private readonly markdown: MarkdownThread,
  ) {}

  async get(actor: Actor, content: ContentReference, commentId: string, { format }: CommentQuery): Promise<CommentDto> {
    const { home, comment } = await this.access.load(actor, content, commentId, 'view');
    return this.answer(home, comment, format);
  }

  /** @throws BadInputError for a page that the content doesn't have */
  async create(actor: Actor, content: ContentReference, comment: CreateCommentDto): Promise<CommentDto> {
    const posted = await this.post(actor, content, comment, null);
    return this.answer(posted.home, posted.comment, 'markdown');
  }

  /** As `create`. @param reviewId the review in which it is made */
  async post(actor: Actor, content: ContentReference, { node, page: pageId, body }: CreateCommentDto, reviewId: string | null): Promise<{ home: CommentHome; comment: ReadComment }> {
    const home = await this.access.home(actor, content, 'comment');
    const page = pageId !== undefined && isId(pageId) ? await this.places.find(home, pageId) : undefined;
    if (pageId !== undefined && page === undefined) throw BadInputError.ofField('page', 'must be the id of a page of this content');
    const id = newId();
    const { id: homeId, spaceId, changeRequestId, revisionId } = home;
    noteAct({ made: id });
    const [comment] = await this.db.write<ReadComment>(POST, [id, homeId, spaceId, changeRequestId, reviewId, revisionId, pageId, page, node, markdownOf(body), actor.userId, this.clock.now()]);
    if (comment === undefined) throw new Error('What is posted is answered.');
    return { home, comment };
  }

  /** What is equal already is left alone; reactions are no edit. */
  async update(actor: Actor, content: ContentReference, commentId: string, body: UpdateCommentDto): Promise<CommentDto> {
    const isEdit = body.body !== undefined || body.resolved !== undefined;
    const { home, comment } = await this.access.load(actor, content, commentId, isEdit ? 'edit' : 'reply');
    const sent = body.body === undefined ? undefined : await markdownInPlaceOf(this.markdown, comment.markdown, body.body);
    await this.db.transaction(async () => {
      const comments = this.db.repo(CommentEntity);
      const current = await comments.findOne({ where: { id: comment.id }, lock: { mode: 'pessimistic_write' } });
      if (current === null) throw new NotFoundError(NO_COMMENT);
      const changes = this.changesOf(actor, current, body, sent);
      if (Object.keys(changes).length > 0) await comments.update({ id: comment.id }, changes);
      await this.reactions.change({ commentId: comment.id, replyId: null }, actor.userId, { added: body.addedReactions, removed: body.removedReactions });
    });
    return this.present(home, comment.id, 'markdown');
  }

  async delete(actor: Actor, content: ContentReference, commentId: string): Promise<void> {
    const { comment } = await this.access.load(actor, content, commentId, 'delete');
    await this.db.transaction(async () => {
      requireOne(await this.db.repo(CommentEntity).delete({ id: comment.id }), NO_COMMENT);
    });
  }

  private changesOf({ userId }: Actor, { markdown, resolved }: CommentEntity, body: UpdateCommentDto, sent = markdown): Partial<CommentEntity> {
    const now = this.clock.now();
    return {
      ...(sent === markdown ? {} : { markdown: sent, editedAt: now }),
      ...(body.resolved === undefined || body.resolved === resolved
        ? {}
        : { resolved: body.resolved, resolvedAt: body.resolved ? now : null, resolvedBy: body.resolved ? userId : null }),
    };
  }

  private async present(home: CommentHome, commentId: string, format: Format): Promise<CommentDto> {
    const comment = await findComment(this.db, home.id, commentId);
    if (comment === undefined) throw new NotFoundError(NO_COMMENT);
    return this.answer(home, comment, format);
  }

  private async answer(home: CommentHome, comment: ReadComment, format: Format): Promise<CommentDto> {
    const [answer] = await this.answers.of(home, [comment], format);
    if (answer === undefined) throw new NotFoundError(NO_COMMENT);
    return answer;
  }
}
