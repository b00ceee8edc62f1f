import { TargetEntity } from '../../src/modules/access/target.entity.js';
import type { Client, Json } from './client.js';
import { makeChangeRequest } from './change-requests.js';
import type { TestUser } from './factories.js';
import type { TestApp } from './test-app.js';

/** A change request, with somebody who edits and somebody who reviews. */
export interface ReviewStage {
  organizationId: string;
  spaceId: string;
  changeRequestId: string;
  /** Path of the change request. */
  one: string;
  editor: TestUser;
  reviewer: TestUser;
  asEditor: Client;
  asReviewer: Client;
}

export async function makeReviewStage(service: TestApp): Promise<ReviewStage> {
  const { space, member: editor } = await service.make.spaceWithMember('edit');
  const { id: spaceId, organizationId } = space;
  const reviewer = await service.make.user({ organizationId, role: 'review' });
  const changeRequestId = await makeChangeRequest(service, spaceId, editor.id);
  return { organizationId, spaceId, changeRequestId, one: `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`, editor, reviewer, asEditor: service.as(editor.token), asReviewer: service.as(reviewer.token) };
}

/** A review by somebody of their own; its id. */
export async function makeReview(service: TestApp, spaceId: string, changeRequestId: string): Promise<string> {
  const reviewer = await service.make.user();
  await service.make.join((await service.make.db.repo(TargetEntity).findOneByOrFail({ id: spaceId })).organizationId, reviewer.id, 'review');
  const answer = await service.as(reviewer.token).post(`/v1/spaces/${spaceId}/change-requests/${changeRequestId}/reviews`, { status: 'approved' });
  return String(answer.body.id);
}

/** Gives the change request a new revision. */
export async function editContent({ asEditor, one }: ReviewStage): Promise<void> {
  const { status } = await asEditor.post(`${one}/content`, { changes: [{ operation: 'insert_page', title: 'New', document: {} }] });
  if (status !== 200) throw new Error('Nothing was edited.');
}

export async function review({ one }: ReviewStage, client: Client, body: object = { status: 'approved' }): Promise<Json> {
  const answer = await client.post(`${one}/reviews`, body);
  if (answer.status !== 201) throw new Error(`No review was made: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
