import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

export const EDIT_MODES = ['live', 'locked'] as const;
export type EditMode = (typeof EDIT_MODES)[number];

/** A space of content. Where it lies in the organization is told by its row in the tree of targets. */
@Entity('spaces')
export class SpaceEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  emoji: string | null;

  /** A locked space takes no direct changes of its main content. */
  @Column('text', { name: 'edit_mode' })
  editMode: EditMode;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;

  @Column({ type: 'timestamptz', name: 'deleted_at', precision: 3, nullable: true })
  deletedAt: Date | null;

  /** Head of the main content; null only within the transaction that makes the space. */
  @Column('text', { name: 'revision_id', nullable: true })
  revisionId: string | null;

  @Column('integer', { name: 'revision_number' })
  revisionNumber: number;

  /** Of a duplicate without rows of its own: the space whose content it has. */
  @Column('text', { name: 'source_id', nullable: true })
  sourceId: string | null;

  /** Number of the revision there. */
  @Column('integer', { name: 'source_number', nullable: true })
  sourceNumber: number | null;

  /** Of the newest revision that was duplicated. */
  @Column('integer', { name: 'duplicated_number', nullable: true })
  duplicatedNumber: number | null;

  @Column('integer')
  comments: number;

  @Column('integer', { name: 'change_requests' })
  changeRequests: number;

  @Column('integer', { name: 'change_requests_open' })
  changeRequestsOpen: number;

  @Column('integer', { name: 'change_requests_draft' })
  changeRequestsDraft: number;

  @Column('integer', { name: 'change_requests_archived' })
  changeRequestsArchived: number;
}
