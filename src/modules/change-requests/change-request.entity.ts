import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

export const CHANGE_REQUEST_STATUSES = ['draft', 'open', 'archived', 'merged'] as const;
export type ChangeRequestStatus = (typeof CHANGE_REQUEST_STATUSES)[number];

/** A line of content over the main content of a space, to be reviewed and merged. */
@Entity('change_requests')
export class ChangeRequestEntity {
  /** Also the name of its line. */
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'space_id' })
  spaceId: string;

  /** That of its space; kept by the database. */
  @Column({ type: 'text', name: 'organization_id', insert: false, update: false })
  organizationId: string;

  /** Counts from 1 in the space. */
  @Column('integer')
  number: number;

  @Column('text')
  status: ChangeRequestStatus;

  @Column('text')
  subject: string;

  @Column('text', { name: 'created_by', nullable: true })
  createdBy: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;

  /** Head of its line; until the first change the revision that it began with, at number 0. */
  @Column('text', { name: 'revision_id' })
  revisionId: string;

  @Column('integer', { name: 'revision_number' })
  revisionNumber: number;

  /** Number of the main content's revision that it has last taken in. */
  @Column('integer', { name: 'base_number' })
  baseNumber: number;

  @Column('text', { name: 'revision_initial' })
  revisionInitial: string;

  @Column('text', { name: 'revision_merged_ancestor', nullable: true })
  revisionMergedAncestor: string | null;

  @Column('text', { name: 'revision_merged', nullable: true })
  revisionMerged: string | null;

  /** Open comments; kept by the database. */
  @Column('integer')
  comments: number;
}
