import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

@Entity('comment_replies')
export class CommentReplyEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'comment_id' })
  commentId: string;

  /** That of its comment. */
  @Column('text', { name: 'home_id' })
  homeId: string;

  @Column('text')
  markdown: string;

  @Column('text', { name: 'posted_by' })
  postedBy: string;

  @Column({ type: 'timestamptz', name: 'posted_at', precision: 3 })
  postedAt: Date;

  @Column({ type: 'timestamptz', name: 'edited_at', precision: 3, nullable: true })
  editedAt: Date | null;
}
