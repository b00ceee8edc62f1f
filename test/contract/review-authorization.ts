import type { ChangeRequestAbilities } from '../../src/modules/change-requests/change-request.policy.js';
import type { SpaceRow } from './space-table.js';

/** What a request of the table acts on: a change request with a review, and somebody who is asked for one. */
export interface ReviewStage {
  spaceId: string;
  changeRequestId: string;
  reviewId: string;
  /** Is asked. */
  userId: string;
}

export interface ReviewRow extends SpaceRow<ReviewStage> {
  readonly permission: keyof ChangeRequestAbilities;
}

const view = { needs: 'read', permission: 'view' } as const;
const edit = { needs: 'edit', permission: 'edit' } as const;
const one = ({ spaceId, changeRequestId }: ReviewStage): string => `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
const requested = (stage: ReviewStage): string => `${one(stage)}/requested-reviewers`;

export const REVIEW_AUTHORIZATION: readonly ReviewRow[] = [
  { operationId: 'getReviewsByChangeRequestId', ...view, call: (stage) => ({ path: `${one(stage)}/reviews` }) },
  { operationId: 'submitChangeRequestReview', needs: 'review', permission: 'review', call: (stage) => ({ path: `${one(stage)}/reviews`, body: { status: 'approved', comment: { markdown: 'Fine.' } } }) },
  { operationId: 'getChangeRequestReview', ...view, call: (stage) => ({ path: `${one(stage)}/reviews/${stage.reviewId}` }) },
  { operationId: 'getRequestedReviewersByChangeRequestId', ...view, call: (stage) => ({ path: requested(stage) }) },
  { operationId: 'requestReviewersForChangeRequest', ...edit, call: (stage) => ({ path: requested(stage), body: { users: [stage.userId] } }) },
  { operationId: 'removeRequestedReviewerFromChangeRequest', ...edit, call: (stage) => ({ path: `${requested(stage)}/${stage.userId}` }) },
  { operationId: 'getContributorsByChangeRequestId', ...view, call: (stage) => ({ path: `${one(stage)}/contributors` }) },
];
