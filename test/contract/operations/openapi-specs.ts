import { type ContractOperation, PAGING } from './operation.js';

const section = 'OpenAPI specs and versions';

const all = '/v1/orgs/{organizationId}/openapi';
const one = `${all}/{specSlug}`;
const SOURCE = { required: true } as const;

export const OPENAPI_SPECS: readonly ContractOperation[] = [
  { section, method: 'GET', path: all, operationId: 'listOpenAPISpecs', success: 200, query: PAGING },
  {
    section,
    method: 'POST',
    path: all,
    operationId: 'createOpenAPISpec',
    success: 201,
    body: { slug: { type: 'string', required: true, minLength: 1, maxLength: 100 }, source: SOURCE },
  },
  { section, method: 'GET', path: one, operationId: 'getOpenAPISpecBySlug', success: 200 },
  { section, method: 'PUT', path: one, operationId: 'createOrUpdateOpenAPISpecBySlug', success: 200, body: { source: SOURCE } },
  { section, method: 'DELETE', path: one, operationId: 'deleteOpenAPISpecBySlug', success: 205 },
  { section, method: 'GET', path: `${one}/versions`, operationId: 'listOpenAPISpecVersions', success: 200, query: PAGING },
  { section, method: 'GET', path: `${one}/versions/latest`, operationId: 'getLatestOpenAPISpecVersion', success: 200 },
  { section, method: 'GET', path: `${one}/versions/latest/content`, operationId: 'getLatestOpenAPISpecVersionContent', success: 200 },
  { section, method: 'GET', path: `${one}/versions/{versionId}`, operationId: 'getOpenAPISpecVersionById', success: 200 },
  { section, method: 'GET', path: `${one}/versions/{versionId}/content`, operationId: 'getOpenAPISpecVersionContentById', success: 200 },
];
