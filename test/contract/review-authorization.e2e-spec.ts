import { newId } from '../../src/kernel/ids/id.js';
import { changeRequestAbilities } from '../../src/modules/change-requests/change-request.policy.js';
import { makeChangeRequest } from '../support/change-requests.js';
import type { TestUser } from '../support/factories.js';
import { REVIEW_AUTHORIZATION, type ReviewStage } from './review-authorization.js';
import { type SpacePlace, trySpaceTable } from './space-table.js';

let reviewer: TestUser;
let asked: TestUser;

trySpaceTable({
  rows: REVIEW_AUTHORIZATION,
  prepare: async ({ service, organizationId }) => {
    reviewer = await service.make.user({ organizationId, role: 'review' });
    asked = await service.make.user({ organizationId, role: 'review' });
  },
  makeStage,
  absent: (row, { reviewId, userId }) => {
    const { path } = row.call({ spaceId: '', changeRequestId: '', reviewId, userId });
    return Promise.resolve([{ changeRequestId: newId() }, ...(path.includes(reviewId) ? [{ reviewId: newId() }] : []), ...(path.includes(userId) ? [{ userId: newId() }, { userId: reviewer.id }] : [])]);
  },
  told: ({ permission }, role) => changeRequestAbilities(role)[permission],
});

async function makeStage({ service, spaceId }: SpacePlace): Promise<ReviewStage> {
  const changeRequestId = await makeChangeRequest(service, spaceId);
  const one = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
  const { body: review } = await service.as(reviewer.token).post(`${one}/reviews`, { status: 'changes-requested' });
  await service.as(reviewer.token).post(`${one}/requested-reviewers`, { users: [asked.id] });
  return { spaceId, changeRequestId, reviewId: String(review.id), userId: asked.id };
}
