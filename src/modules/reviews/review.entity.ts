import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

export const REVIEW_STATUSES = ['approved', 'changes-requested'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** What somebody thinks of a change request as it was at one revision. */
@Entity('change_request_reviews')
export class ReviewEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'change_request_id' })
  changeRequestId: string;

  /** Head of the change request when it was reviewed. */
  @Column('text', { name: 'revision_id' })
  revisionId: string;

  @Column('text', { name: 'reviewer_id' })
  reviewerId: string;

  /** null: nobody, or that user is gone. */
  @Column('text', { name: 'requested_by', nullable: true })
  requestedBy: string | null;

  @Column('text')
  status: ReviewStatus;

  /** The reviewer made a newer one, or was asked for one; each has one that isn't, at most. */
  @Column('boolean')
  superseded: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}
