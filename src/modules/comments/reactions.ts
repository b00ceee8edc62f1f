import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database, type Statement } from '../../kernel/database/database.js';
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

interface Row {
  subject_id: string;
  emoji: string;
  reacted_at: Date;
  id: string;
  email: string;
  display_name: string;
  photo_url: string | null;
}

const FIND: Statement = {
  name: 'comments_reactions',
  text: `
    SELECT r.subject_id, r.emoji, r.reacted_at, u.id, u.email, u.display_name, u.photo_url
    FROM comment_reactions r JOIN users u ON u.id = r.user_id WHERE r.subject_id = ANY ($1) ORDER BY r.reacted_at, r.user_id, r.emoji`,
};

/** People's emoji on comments and replies; of each person each emoji counts once. */
@Injectable()
export class Reactions {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** By the id of the comment or reply; those without reactions are left out. */
  async of(subjectIds: readonly string[]): Promise<ReadonlyMap<string, readonly Reaction[]>> {
    const rows = await this.db.query<Row>(FIND, [subjectIds]);
    const found = new Map<string, Map<string, { user: PresentedUser; at: Date }[]>>();
    for (const { subject_id: subjectId, emoji, reacted_at: at, id, email, display_name: displayName, photo_url: photoUrl } of rows) {
      const reactions = found.get(subjectId) ?? new Map<string, { user: PresentedUser; at: Date }[]>();
      found.set(subjectId, reactions);
      const by = reactions.get(emoji) ?? [];
      reactions.set(emoji, by);
      by.push({ user: { id, email, displayName, photoUrl }, at });
    }
    return new Map([...found].map(([subjectId, reactions]) => [subjectId, [...reactions].map(([emoji, by]) => ({ emoji, by }))]));
  }

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
