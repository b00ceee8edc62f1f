import { EXTENSION_SECTION } from '../../../src/kernel/openapi/operation.js';
import { type ContractOperation, PAGING } from './operation.js';
import { CHANGES_READING, LINK_READING, PAGE_READING } from './space-content.js';

const section = 'Change requests';
const all = '/v1/spaces/{spaceId}/change-requests';
const one = `${all}/{changeRequestId}`;
const FORMAT = { format: { type: 'string', enum: ['document', 'markdown'], default: 'markdown' } } as const;

export const CHANGE_REQUESTS: readonly ContractOperation[] = [
  {
    section,
    method: 'GET',
    path: all,
    operationId: 'listChangeRequestsForSpace',
    success: 200,
    query: { ...PAGING, status: { type: 'string', enum: ['draft', 'open', 'archived', 'merged'], default: 'open' }, contributor: { type: 'string' } },
  },
  {
    section,
    method: 'POST',
    path: all,
    operationId: 'createChangeRequest',
    success: 201,
    body: { subject: { type: 'string', maxLength: 100 }, agentTaskId: { type: 'string' } },
  },
  { section, method: 'GET', path: one, operationId: 'getChangeRequestById', success: 200 },
  {
    section,
    method: 'PATCH',
    path: one,
    operationId: 'updateChangeRequestById',
    success: 200,
    body: { subject: { type: 'string', maxLength: 100 }, status: { type: 'string', enum: ['draft', 'open', 'archived'] } },
  },
  { section, method: 'POST', path: `${one}/merge`, operationId: 'mergeChangeRequest', success: 200 },
  { section, method: 'POST', path: `${one}/update`, operationId: 'updateChangeRequest', success: 200 },
  { section, method: 'GET', path: `${one}/pdf`, operationId: 'getChangeRequestPDF', success: 200, query: { only: { type: 'boolean' }, page: { type: 'string' } } },
];

/** Reviews, and lists of change requests and of people. */
export const REVIEWS: readonly ContractOperation[] = [
  {
    section: EXTENSION_SECTION,
    method: 'GET',
    path: '/v1/orgs/{organizationId}/change-requests',
    operationId: 'listChangeRequestsForOrganization',
    success: 200,
    query: { ...PAGING, status: { type: 'string', enum: ['draft', 'open', 'archived', 'merged'], default: 'open' }, creator: { type: 'string' }, contributor: { type: 'string' } },
  },
  { section: EXTENSION_SECTION, method: 'GET', path: `${one}/reviews`, operationId: 'getReviewsByChangeRequestId', success: 200, query: { ...PAGING, ...FORMAT, outdated: { type: 'boolean' } } },
  {
    section: EXTENSION_SECTION,
    method: 'POST',
    path: `${one}/reviews`,
    operationId: 'submitChangeRequestReview',
    success: 201,
    body: { status: { type: 'string', required: true, enum: ['approved', 'changes-requested'] }, comment: {} },
  },
  { section: EXTENSION_SECTION, method: 'GET', path: `${one}/reviews/{reviewId}`, operationId: 'getChangeRequestReview', success: 200, query: FORMAT },
  { section: EXTENSION_SECTION, method: 'GET', path: `${one}/requested-reviewers`, operationId: 'getRequestedReviewersByChangeRequestId', success: 200, query: PAGING },
  {
    section: EXTENSION_SECTION,
    method: 'POST',
    path: `${one}/requested-reviewers`,
    operationId: 'requestReviewersForChangeRequest',
    success: 200,
    body: { users: { type: 'array', required: true }, subject: { type: 'string', maxLength: 100 } },
  },
  { section: EXTENSION_SECTION, method: 'DELETE', path: `${one}/requested-reviewers/{userId}`, operationId: 'removeRequestedReviewerFromChangeRequest', success: 205 },
  { section: EXTENSION_SECTION, method: 'GET', path: `${one}/contributors`, operationId: 'getContributorsByChangeRequestId', success: 200, query: PAGING },
];

const contentSection = 'Change request content';
const content = `${one}/content`;
const DETAIL = {
  metadata: { type: 'boolean', default: true },
  computed: { type: 'boolean', default: true },
} as const;

export const CHANGE_REQUEST_CONTENT: readonly ContractOperation[] = [
  { section: contentSection, method: 'GET', path: content, operationId: 'getRevisionOfChangeRequestById', success: 200, query: DETAIL },
  {
    section: EXTENSION_SECTION,
    method: 'POST',
    path: content,
    operationId: 'updateChangeRequestContent',
    success: 200,
    query: { compat: { type: 'boolean', default: true } },
    body: { changes: { type: 'array', required: true } },
  },
  {
    section: contentSection,
    method: 'POST',
    path: `${content}/import`,
    operationId: 'importContentInChangeRequest',
    success: 201,
    body: {
      url: { type: 'string', required: true, format: 'uri' },
      source: {
        type: 'string',
        required: true,
        enum: ['website', 'docx', 'markdown', 'html', 'zip', 'confluence', 'github-wiki', 'notion', 'google-docs'],
      },
    },
  },
  { section: contentSection, method: 'GET', path: `${content}/pages`, operationId: 'listPagesInChangeRequest', success: 200, query: DETAIL },
  { section: contentSection, method: 'GET', path: `${content}/files`, operationId: 'listFilesInChangeRequestById', success: 200, query: { ...PAGING, ...DETAIL } },
  { section: contentSection, method: 'GET', path: `${content}/files/{fileId}`, operationId: 'getFileInChangeRequestById', success: 200, query: DETAIL },
  { section: contentSection, method: 'GET', path: `${content}/files/{fileId}/backlinks`, operationId: 'listChangeRequestFileBacklinks', success: 200, query: PAGING },
  {
    section: contentSection,
    method: 'GET',
    path: `${content}/page/{pageId}`,
    operationId: 'getPageInChangeRequestById',
    success: 200,
    query: PAGE_READING,
  },
  { section: contentSection, method: 'GET', path: `${content}/page/{pageId}/links`, operationId: 'listPageLinksInChangeRequest', success: 200, query: PAGING },
  { section: EXTENSION_SECTION, method: 'GET', path: `${content}/path/{pagePath}`, operationId: 'getPageInChangeRequestByPath', success: 200, query: PAGE_READING },
  { section: EXTENSION_SECTION, method: 'GET', path: `${content}/page/{pageId}/backlinks`, operationId: 'listChangeRequestPageBacklinks', success: 200, query: PAGING },
  { section: EXTENSION_SECTION, method: 'GET', path: `${one}/changes`, operationId: 'getChangeRequestChanges', success: 200, query: CHANGES_READING },
  {
    section: EXTENSION_SECTION,
    method: 'GET',
    path: `${one}/links`,
    operationId: 'listChangeRequestLinks',
    success: 200,
    query: { ...LINK_READING, brokenContext: { type: 'string', enum: ['change-request', 'space'] } },
  },
  { section: EXTENSION_SECTION, method: 'GET', path: `${content}/export`, operationId: 'exportContentInChangeRequest', success: 200, media: 'application/zip' },
];
