import { Injectable } from '@nestjs/common';
import { permissionsOf } from '../../kernel/permissions/slots.js';
import { Urls } from '../../kernel/urls/urls.js';
import { UserPresenter } from '../identity/user.presenter.js';
import { CommentAccess } from './comment.access.js';
import type { CommentedPlace } from './commented-places.js';
import type { CommentBodyDto, CommentDto, CommentReplyDto, CommentTargetDto, ReactionDto } from './dto/comment.dto.js';
import { groupReactions, type ReadReaction } from './reactions.js';
import type { ReadComment, ReadReply } from './read-comment.js';

@Injectable()
export class CommentPresenter {
  constructor(
    private readonly urls: Urls,
    private readonly users: UserPresenter,
  ) {}

  comment(comment: ReadComment, place: CommentedPlace, bodies: ReadonlyMap<string, CommentBodyDto>): CommentDto {
    const { id, markdown, resolvedAt, resolvedBy, editedAt } = comment;
    return {
      object: 'comment',
      id,
      postedBy: this.users.present(comment.postedBy),
      postedAt: comment.postedAt.toISOString(),
      ...(editedAt === null ? {} : { editedAt: editedAt.toISOString() }),
      reactions: this.reactions(comment.reactions),
      replies: comment.replies,
      body: bodies.get(id) ?? { markdown },
      target: target(comment, place),
      urls: { location: this.urls.api(...pathOf(comment), id) },
      permissions: permissionsOf(CommentAccess, comment),
      status: comment.resolved ? 'resolved' : 'open',
      ...(resolvedAt === null || resolvedBy === null ? {} : { resolvedAt: resolvedAt.toISOString(), resolvedBy: this.users.present(resolvedBy) }),
    };
  }

  reply(reply: ReadReply, bodies: ReadonlyMap<string, CommentBodyDto>): CommentReplyDto {
    const { id, commentId, markdown, editedAt } = reply;
    return {
      object: 'comment-reply',
      id,
      postedBy: this.users.present(reply.postedBy),
      postedAt: reply.postedAt.toISOString(),
      ...(editedAt === null ? {} : { editedAt: editedAt.toISOString() }),
      reactions: this.reactions(reply.reactions),
      body: bodies.get(id) ?? { markdown },
      urls: { location: this.urls.api(...pathOf(reply), commentId, 'replies', id) },
      permissions: permissionsOf(CommentAccess, reply),
    };
  }

  private reactions(reactions: readonly ReadReaction[] | null): ReactionDto[] {
    return groupReactions(reactions ?? []).map(({ emoji, by }) => ({
      emoji,
      count: by.length,
      users: by.map(({ user, at }) => ({ user: this.users.present(user), reactedAt: at.toISOString() })),
    }));
  }
}

function target({ node, page, spaceId, changeRequestId, reviewId, revisionId }: ReadComment, place: CommentedPlace): CommentTargetDto {
  return {
    ...(node === null ? {} : { node: { id: node, ...(place.preview === undefined ? {} : { preview: place.preview }) } }),
    ...(changeRequestId === null ? {} : { changeRequest: changeRequestId }),
    ...(reviewId === null ? {} : { review: reviewId }),
    ...(page === null ? {} : { page: { ...(place.page ?? page), outdated: place.page === undefined } }),
    space: spaceId,
    revision: revisionId,
  };
}

function pathOf({ spaceId, changeRequestId }: Pick<ReadComment, 'spaceId' | 'changeRequestId'>): string[] {
  return ['spaces', spaceId, ...(changeRequestId === null ? [] : ['change-requests', changeRequestId]), 'comments'];
}
