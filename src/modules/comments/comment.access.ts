import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import type { Role } from '../../kernel/permissions/role.js';
import { SlotResolver } from '../../kernel/permissions/slots.js';
import { EffectiveRoles } from '../access/effective-roles.js';
import type { ContentReference } from '../content/content-reference.js';
import { type LineState, MAIN_LINE } from '../content/store/line-state.js';
import { spaceAbilities } from '../spaces/space.policy.js';
import { type CommentAbilities, commentAbilities } from './comment.policy.js';
import { findComment, findReply, type ReadComment, type ReadReply } from './read-comment.js';

/** What comments are on: the main content of a space, or a change request. */
export interface CommentHome {
  readonly id: string;
  readonly spaceId: string;
  readonly organizationId: string;
  readonly changeRequestId: string | null;
  readonly revisionId: string;
  readonly state: LineState;
  /** The caller's on the space. */
  readonly role: Role | null;
}

/** A comment or a reply. */
export type Subject = Pick<ReadComment, 'spaceId' | 'postedBy' | 'role'>;

/** Joins comments and replies with the caller's role on their space. */
@Injectable()
export class CommentAccess extends SlotResolver<Subject, CommentAbilities> {
  constructor(
    private readonly db: Database,
    private readonly roles: EffectiveRoles,
  ) {
    super();
  }

  /** @throws NotFoundError when the caller doesn't see the content, ForbiddenError when the right is missing */
  async home(actor: Actor, content: ContentReference, ability: 'view' | 'comment'): Promise<CommentHome> {
    const { space, state } = await content.view(actor);
    const standing = await this.roles.find(actor, space.id);
    const role = standing?.role ?? null;
    requireAbility(spaceAbilities(role), ability, 'on this space');
    const changeRequestId = state.line === MAIN_LINE ? null : state.line;
    return { id: changeRequestId ?? space.id, spaceId: space.id, organizationId: space.organizationId, changeRequestId, revisionId: space.revisionId, state, role };
  }

  /** @throws NotFoundError, ForbiddenError when the right is missing */
  async load(actor: Actor, content: ContentReference, commentId: string, ability: keyof CommentAbilities): Promise<{ home: CommentHome; comment: ReadComment }> {
    const home = await this.home(actor, content, 'view');
    const comment = isId(commentId) ? await findComment(this.db, home.id, commentId) : undefined;
    if (comment === undefined) throw new NotFoundError(NO_COMMENT);
    await this.require(actor, comment, ability, 'comment');
    return { home, comment };
  }

  /** @throws NotFoundError, ForbiddenError when the right is missing */
  async loadReply(actor: Actor, content: ContentReference, commentId: string, replyId: string, ability: keyof CommentAbilities): Promise<ReadReply> {
    const { comment } = await this.load(actor, content, commentId, 'view');
    const reply = isId(replyId) ? await findReply(this.db, comment.id, replyId) : undefined;
    if (reply === undefined) throw new NotFoundError(NO_REPLY);
    await this.require(actor, reply, ability, 'reply');
    return reply;
  }

  override async resolve(actor: Actor, subjects: readonly Subject[]): Promise<CommentAbilities[]> {
    // Answers tell of comments in one space, seldom in several; its standing was found as the content was.
    const spaceIds = [...new Set(subjects.flatMap(({ spaceId, role }) => (role === undefined ? spaceId : [])))];
    const standings = new Map(await Promise.all(spaceIds.map(async (spaceId) => [spaceId, await this.roles.find(actor, spaceId)] as const)));
    return subjects.map(({ spaceId, postedBy, role = standings.get(spaceId)?.role ?? null }) => commentAbilities(role, postedBy.id === actor.userId));
  }

  private async require(actor: Actor, { spaceId, postedBy }: Subject, ability: keyof CommentAbilities, noun: string): Promise<void> {
    const standing = await this.roles.find(actor, spaceId);
    requireAbility(commentAbilities(standing?.role ?? null, postedBy.id === actor.userId), ability, `on this ${noun}`);
  }
}

export const NO_COMMENT = 'There is no such comment.';
export const NO_REPLY = 'There is no such reply.';
