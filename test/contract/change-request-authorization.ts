import type { ChangeRequestAbilities } from '../../src/modules/change-requests/change-request.policy.js';
import type { SpaceRow } from './space-table.js';

/** What a request of the table acts on: a change request of its own in one space. */
export interface ChangeRequestStage {
  spaceId: string;
  changeRequestId: string;
  pageId: string;
  pagePath: string;
  fileId: string;
  /** An address with a document to import. */
  documentUrl: string;
}

/** Who may use one operation on change requests: the role on the space decides. */
export interface ChangeRequestRow extends SpaceRow<ChangeRequestStage> {
  readonly permission: keyof ChangeRequestAbilities;
}

const view = { needs: 'read', permission: 'view' } as const;
const edit = { needs: 'edit', permission: 'edit' } as const;
const all = ({ spaceId }: ChangeRequestStage): string => `/v1/spaces/${spaceId}/change-requests`;
const one = (stage: ChangeRequestStage): string => `${all(stage)}/${stage.changeRequestId}`;

const content = (stage: ChangeRequestStage): string => `${one(stage)}/content`;

export const CHANGE_REQUEST_AUTHORIZATION: readonly ChangeRequestRow[] = [
  { operationId: 'listChangeRequestsForSpace', ...view, call: (stage) => ({ path: all(stage) }) },
  { operationId: 'createChangeRequest', ...edit, call: (stage) => ({ path: all(stage), body: { subject: 'New' } }) },
  { operationId: 'getChangeRequestById', ...view, call: (stage) => ({ path: one(stage) }) },
  { operationId: 'updateChangeRequestById', ...edit, call: (stage) => ({ path: one(stage), body: { subject: 'New' } }) },
  { operationId: 'mergeChangeRequest', needs: 'review', permission: 'merge', call: (stage) => ({ path: `${one(stage)}/merge` }) },
  { operationId: 'updateChangeRequest', ...edit, call: (stage) => ({ path: `${one(stage)}/update` }) },
  { operationId: 'getChangeRequestPDF', ...view, call: (stage) => ({ path: `${one(stage)}/pdf` }) },
  { operationId: 'getRevisionOfChangeRequestById', ...view, call: (stage) => ({ path: content(stage) }) },
  { operationId: 'updateChangeRequestContent', ...edit, call: (stage) => ({ path: content(stage), body: { changes: [{ operation: 'insert_page', document: {} }] } }) },
  { operationId: 'importContentInChangeRequest', ...edit, call: (stage) => ({ path: `${content(stage)}/import`, body: { url: stage.documentUrl, source: 'markdown' } }) },
  { operationId: 'listPagesInChangeRequest', ...view, call: (stage) => ({ path: `${content(stage)}/pages` }) },
  { operationId: 'listFilesInChangeRequestById', ...view, call: (stage) => ({ path: `${content(stage)}/files` }) },
  { operationId: 'getFileInChangeRequestById', ...view, call: (stage) => ({ path: `${content(stage)}/files/${stage.fileId}` }) },
  { operationId: 'listChangeRequestFileBacklinks', ...view, call: (stage) => ({ path: `${content(stage)}/files/${stage.fileId}/backlinks` }) },
  { operationId: 'getPageInChangeRequestById', ...view, call: (stage) => ({ path: `${content(stage)}/page/${stage.pageId}` }) },
  { operationId: 'listPageLinksInChangeRequest', ...view, call: (stage) => ({ path: `${content(stage)}/page/${stage.pageId}/links` }) },
  { operationId: 'getPageInChangeRequestByPath', ...view, call: (stage) => ({ path: `${content(stage)}/path/${stage.pagePath}` }) },
  { operationId: 'getChangeRequestChanges', ...view, call: (stage) => ({ path: `${one(stage)}/changes` }) },
  { operationId: 'listChangeRequestLinks', ...view, call: (stage) => ({ path: `${one(stage)}/links` }) },
  { operationId: 'exportContentInChangeRequest', ...view, call: (stage) => ({ path: `${content(stage)}/export` }) },
  { operationId: 'listChangeRequestPageBacklinks', ...view, call: (stage) => ({ path: `${content(stage)}/page/${stage.pageId}/backlinks` }) },
];
