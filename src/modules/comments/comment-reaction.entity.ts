import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

/** One person's emoji on a comment or a reply. */
@Entity('comment_reactions')
export class CommentReactionEntity {
  /** The comment, or the reply. */
  @PrimaryColumn('text', { name: 'subject_id' })
  subjectId: string;

  /** Without variation selectors for emoji presentation. */
  @PrimaryColumn('text')
  emoji: string;

  @PrimaryColumn('text', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'comment_id' })
  commentId: string;

  @Column('text', { name: 'reply_id', nullable: true })
  replyId: string | null;

  @Column({ type: 'timestamptz', name: 'reacted_at', precision: 3 })
  reactedAt: Date;
}
