import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

/** What was shown of a page when it was commented on. */
export interface CommentedPage {
  id: string;
  title: string;
  emoji?: string;
  icon?: string;
  createdAt: string;
  updatedAt: string;
  path: string;
}

/** A comment on the main content of a space, or on a change request. */
@Entity('comments')
export class CommentEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'space_id' })
  spaceId: string;

  /** What it is a comment on, as one key: the change request, else the space. */
  @Column('text', { name: 'home_id' })
  homeId: string;

  /** null: on the main content. */
  @Column('text', { name: 'change_request_id', nullable: true })
  changeRequestId: string | null;

  /** The review in which it was made. */
  @Column('text', { name: 'review_id', nullable: true })
  reviewId: string | null;

  /** The newest one when it was written. */
  @Column('text', { name: 'revision_id' })
  revisionId: string;

  @Column('text', { name: 'page_id', nullable: true })
  pageId: string | null;

  /** There with `pageId`. */
  @Column('jsonb', { nullable: true })
  page: CommentedPage | null;

  @Column('text', { nullable: true })
  node: string | null;

  @Column('text')
  markdown: string;

  @Column('text', { name: 'posted_by' })
  postedBy: string;

  @Column({ type: 'timestamptz', name: 'posted_at', precision: 3 })
  postedAt: Date;

  @Column({ type: 'timestamptz', name: 'edited_at', precision: 3, nullable: true })
  editedAt: Date | null;

  @Column('boolean')
  resolved: boolean;

  /** There while it is resolved. */
  @Column('text', { name: 'resolved_by', nullable: true })
  resolvedBy: string | null;

  /** There while it is resolved. */
  @Column({ type: 'timestamptz', name: 'resolved_at', precision: 3, nullable: true })
  resolvedAt: Date | null;

  /** Counted by the database. */
  @Column('integer')
  replies: number;
}
