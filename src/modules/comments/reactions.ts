import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { presentedUser } from '../identity/presented-user.js';
import type { PresentedUser } from '../identity/user.presenter.js';
import { normalizeEmoji } from './emoji.js';

/** One emoji on a comment or a reply, with everybody who reacted by it, the first one first. */
export interface Reaction {
  readonly emoji: string;
  readonly by: readonly { readonly user: PresentedUser; readonly at: Date }[];
}

export interface ReactionChanges {
  added?: readonly string[];
  removed?: readonly string[];
}

/** A comment, or a reply to it. */
export interface ReactionSubject {
  commentId: string;
  replyId: string | null;
}

/** A reaction as it is read with its subject. */
export interface ReadReaction {
  readonly emoji: string;
  /** ISO 8601 */
  readonly at: string;
  readonly user: PresentedUser;
}

/** SQL: the reactions on a comment or reply as `ReadReaction`s, in order; null where there are none. @param subject SQL of its id */
export function readReactions(subject: string): string {
  return `(
    SELECT json_agg(json_build_object('emoji', e.emoji, 'at', e.reacted_at, 'user', ${presentedUser('reacting')}) ORDER BY e.reacted_at, e.user_id, e.emoji)
    FROM comment_reactions e JOIN users reacting ON reacting.id = e.user_id WHERE e.subject_id = ${subject})`;
}

/** By emoji, in the order in which each came first. */
export function groupReactions(reactions: readonly ReadReaction[]): Reaction[] {
  const groups = new Map<string, { user: PresentedUser; at: Date }[]>();
  for (const { emoji, at, user } of reactions) {
    const by = groups.get(emoji) ?? [];
    groups.set(emoji, by);
    by.push({ user, at: new Date(at) });
  }
  return [...groups].map(([emoji, by]) => ({ emoji, by }));
}

/** People's emoji on comments and replies; of each person each emoji counts once. */
@Injectable()
export class Reactions {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** First takes back, then adds; what is there stays as it is, and what isn't there is nothing to take back. */
  async change({ commentId, replyId }: ReactionSubject, userId: string, { added = [], removed = [] }: ReactionChanges): Promise<void> {
    const subjectId = replyId ?? commentId;
    const [more, fewer] = [added, removed].map((emoji) => [...new Set(emoji.map(normalizeEmoji))]);
    if (fewer !== undefined && fewer.length > 0) {
      await this.db.query('DELETE FROM comment_reactions WHERE subject_id = $1 AND user_id = $2 AND emoji = ANY ($3)', [subjectId, userId, fewer]);
    }
    if (more === undefined || more.length === 0) return;
    await this.db.query(
      `INSERT INTO comment_reactions (subject_id, comment_id, reply_id, user_id, emoji, reacted_at)
       SELECT $1, $2, $3, $4, emoji, $6 FROM unnest($5::text[]) AS emoji ON CONFLICT DO NOTHING`,
      [subjectId, commentId, replyId, userId, more, this.clock.now()],
    );
  }
}
