import { afterAll, beforeAll } from '@jest/globals';
import { changeRequestAbilities } from '../../src/modules/change-requests/change-request.policy.js';
import { makeChangeRequest } from '../support/change-requests.js';
import { type DocumentSite, startDocumentSite } from '../support/document-site.js';
import { CHANGE_REQUEST_AUTHORIZATION, type ChangeRequestRow, type ChangeRequestStage } from './change-request-authorization.js';
import { trySpaceTable } from './space-table.js';

let site: DocumentSite;
let ids: { pageId: string; fileId: string };

beforeAll(async () => {
  site = await startDocumentSite();
});
afterAll(() => site.close());

trySpaceTable<ChangeRequestStage, ChangeRequestRow>({
  rows: CHANGE_REQUEST_AUTHORIZATION,
  prepare: async ({ service, spaceId }) => {
    ids = { pageId: await service.make.page(spaceId, { title: 'Page', markdown: '[page](page)\n' }), fileId: await service.make.file(spaceId) };
  },
  makeStage: async ({ service, spaceId }) => ({ ...ids, spaceId, pagePath: 'page', changeRequestId: await makeChangeRequest(service, spaceId), documentUrl: site.url }),
  absent: async (row, stage, other) => (row.call(stage).path.includes(stage.changeRequestId) ? [{ changeRequestId: await makeChangeRequest(other.service, other.spaceId) }] : []),
  told: ({ permission }, role) => changeRequestAbilities(role)[permission],
  editModes: ['live', 'locked'],
});
