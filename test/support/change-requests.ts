import { ChangeRequestsService } from '../../src/modules/change-requests/change-requests.service.js';
import type { TestApp } from './test-app.js';

/** A draft over the newest main content of the space; its id. */
export async function makeChangeRequest({ app }: TestApp, spaceId: string, createdBy: string | null = null): Promise<string> {
  return (await app.get(ChangeRequestsService).make({ spaceId, createdBy })).id;
}
