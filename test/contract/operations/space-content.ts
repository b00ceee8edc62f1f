import { EXTENSION_SECTION } from '../../../src/kernel/openapi/operation.js';
import { type ContractOperation, PAGING } from './operation.js';

const section = 'Space content';

const DETAIL = {
  metadata: { type: 'boolean', default: true },
  computed: { type: 'boolean', default: true },
} as const;

export const PAGE_READING = { format: { type: 'string', enum: ['document', 'markdown'], default: 'markdown' }, evaluated: { type: 'boolean', default: false }, ...DETAIL } as const;

export const CHANGES_READING = { limit: { type: 'integer', default: 10, maximum: 1000 } } as const;

export const LINK_READING = { status: { type: 'string', enum: ['ok', 'broken', 'in-app'] }, ...PAGING } as const;

export const SPACE_CONTENT: readonly ContractOperation[] = [
  {
    section,
    method: 'GET',
    path: '/v1/spaces/{spaceId}/search',
    operationId: 'searchSpaceContent',
    success: 200,
    query: { query: { type: 'string', required: true, maxLength: 512 }, ...PAGING },
  },
  {
    section,
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content',
    operationId: 'getCurrentRevision',
    success: 200,
    query: DETAIL,
  },
  {
    section,
    method: 'POST',
    path: '/v1/spaces/{spaceId}/content/import',
    operationId: 'importContent',
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
  {
    section,
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/pages',
    operationId: 'listPages',
    success: 200,
    query: DETAIL,
  },
  {
    section,
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/files',
    operationId: 'listFiles',
    success: 200,
    query: { ...PAGING, ...DETAIL },
  },
  {
    section,
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/files/{fileId}',
    operationId: 'getFileById',
    success: 200,
    query: DETAIL,
  },
  {
    section,
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/files/{fileId}/backlinks',
    operationId: 'listSpaceFileBacklinks',
    success: 200,
    query: PAGING,
  },
  {
    section,
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/page/{pageId}',
    operationId: 'getPageById',
    success: 200,
    query: PAGE_READING,
  },
  {
    section,
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/page/{pageId}/links',
    operationId: 'listPageLinksInSpace',
    success: 200,
    query: LINK_READING,
  },
  { section: EXTENSION_SECTION, method: 'GET', path: '/v1/spaces/{spaceId}/content/path/{pagePath}', operationId: 'getPageByPath', success: 200, query: PAGE_READING },
  { section: EXTENSION_SECTION, method: 'GET', path: '/v1/spaces/{spaceId}/content/page/{pageId}/backlinks', operationId: 'listSpacePageBacklinks', success: 200, query: PAGING },
  { section: EXTENSION_SECTION, method: 'GET', path: '/v1/spaces/{spaceId}/revisions/{revisionId}', operationId: 'getRevisionById', success: 200, query: DETAIL },
  { section: EXTENSION_SECTION, method: 'GET', path: '/v1/spaces/{spaceId}/revisions/{revisionId}/changes', operationId: 'getRevisionSemanticChanges', success: 200, query: CHANGES_READING },
  { section: EXTENSION_SECTION, method: 'GET', path: '/v1/spaces/{spaceId}/links', operationId: 'listSpaceLinks', success: 200, query: LINK_READING },
  { section: EXTENSION_SECTION, method: 'GET', path: '/v1/spaces/{spaceId}/content/export', operationId: 'exportContent', success: 200, media: 'application/zip' },
];
