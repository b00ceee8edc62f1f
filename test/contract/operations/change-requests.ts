import { EXTENSION_SECTION } from '../../../src/kernel/openapi/operation.js';
import { type ContractOperation, PAGING } from './operation.js';
import { CHANGES_READING, LINK_READING, PAGE_READING } from './space-content.js';

const section = 'Change requests';
const all = '/v1/spaces/{spaceId}/change-requests';
const one = `${all}/{changeRequestId}`;

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
];
