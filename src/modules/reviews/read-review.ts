import { ROLES } from '../../kernel/permissions/role.js';
import { effectiveRole, grantedRole } from '../access/effective-role.js';
import { changeRequestAbilities } from '../change-requests/change-request.policy.js';
import { presentedUser } from '../identity/presented-user.js';
import type { PresentedUser } from '../identity/user.presenter.js';
import type { RequestedReviewerEntity } from './requested-reviewer.entity.js';
import type { ReviewEntity } from './review.entity.js';

/** A review as it is read, with the people in it. */
export interface ReadReview extends Omit<ReviewEntity, 'changeRequestId' | 'reviewerId' | 'requestedBy' | 'superseded'> {
  readonly reviewer: PresentedUser;
  readonly requestedBy: PresentedUser | null;
  /** Superseded, or of an older head than the change request has now. */
  readonly outdated: boolean;
}

/** A request for a review as it is read, with the people in it. */
export interface ReadRequest extends Omit<RequestedReviewerEntity, 'changeRequestId' | 'requestedBy'> {
  readonly user: PresentedUser;
  readonly requestedBy: PresentedUser;
}

/** SQL over `REVIEWS`. */
export const OUTDATED = '(r.superseded OR r.revision_id <> c.revision_id)';

/** SQL: reviews (r) of change requests (c). */
export const REVIEWS = 'change_request_reviews r JOIN change_requests c ON c.id = r.change_request_id';

/** SQL over `REVIEWS` with `REVIEW_PEOPLE`: a `ReadReview`. */
export const REVIEW_COLUMNS = `
  r.id, r.revision_id AS "revisionId", r.status, r.created_at AS "createdAt", r.updated_at AS "updatedAt", ${OUTDATED} AS outdated,
  ${presentedUser('reviewer')} AS reviewer, CASE WHEN asker.id IS NOT NULL THEN ${presentedUser('asker')} END AS "requestedBy"`;
export const REVIEW_PEOPLE = 'JOIN users reviewer ON reviewer.id = r.reviewer_id LEFT JOIN users asker ON asker.id = r.requested_by';

/** SQL: `ReadRequest`s of requested reviewers (r). */
export const READ_REQUESTS = `
  SELECT r.user_id AS "userId", r.revision_id AS "revisionId", r.created_at AS "createdAt", ${presentedUser('reviewer')} AS "user", ${presentedUser('asker')} AS "requestedBy"
  FROM requested_reviewers r JOIN users reviewer ON reviewer.id = r.user_id JOIN users asker ON asker.id = r.requested_by`;

const REVIEWING = ROLES.filter((role) => changeRequestAbilities(role).review);

/** SQL over requested reviewers (r): those who may review in the space, a parameter. Others may have lost the right since, or left. */
export function stillReviewing(space: string): string {
  return `EXISTS (
    SELECT FROM targets t JOIN members m ON m.organization_id = t.organization_id AND m.user_id = r.user_id AND NOT m.disabled
    WHERE t.id = ${space} AND ${effectiveRole('t', 'm', grantedRole('t', 'm.user_id'))} = ANY ('{${REVIEWING.join(',')}}'::member_role[]))`;
}
