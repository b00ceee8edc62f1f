import { ChangeRequestBranch } from '../../src/modules/change-requests/change-request-branch.js';
import { ChangeRequestsService } from '../../src/modules/change-requests/change-requests.service.js';
import type { ContentChanges } from '../../src/modules/content/store/content-changes.js';
import { ContentWriter } from '../../src/modules/content/store/content-writer.js';
import type { Revision } from '../../src/modules/content/store/revision-writer.js';
import type { TestApp } from './test-app.js';

/** A draft over the newest main content of the space; its id. */
export async function makeChangeRequest({ app }: TestApp, spaceId: string, createdBy: string | null = null): Promise<string> {
  return (await app.get(ChangeRequestsService).make({ spaceId, createdBy })).id;
}

/** Writes one revision of a change request's content. */
export async function commitTo({ app }: TestApp, spaceId: string, changeRequestId: string, changes: ContentChanges): Promise<Revision> {
  return app.get(ContentWriter).commit(app.get(ChangeRequestBranch).of(spaceId, changeRequestId), changes, { createdBy: null });
}
