import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

/** Somebody who is asked for a review of a change request, and has made none since. */
@Entity('requested_reviewers')
export class RequestedReviewerEntity {
  @PrimaryColumn('text', { name: 'change_request_id' })
  changeRequestId: string;

  @PrimaryColumn('text', { name: 'user_id' })
  userId: string;

  /** Head of the change request when they were asked. */
  @Column('text', { name: 'revision_id' })
  revisionId: string;

  @Column('text', { name: 'requested_by' })
  requestedBy: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
