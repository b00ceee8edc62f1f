import { type ContractOperation, PAGING } from './operation.js';

const section = 'Beyond the specification';
const one = '/v1/orgs/{organizationId}/sites/{siteId}';
const SOURCE = { type: 'string', maxLength: 512 } as const;

/** How readers and their addresses reach a site. */
export const SITE_REACH: readonly ContractOperation[] = [
  { section, method: 'GET', path: `${one}/redirects`, operationId: 'listSiteRedirects', success: 200, query: { ...PAGING, search: { type: 'string' } } },
  {
    section,
    method: 'POST',
    path: `${one}/redirects`,
    operationId: 'createSiteRedirect',
    success: 201,
    body: { source: { ...SOURCE, minLength: 2, required: true }, destination: { required: true } },
  },
  { section, method: 'PATCH', path: `${one}/redirects/{siteRedirectId}`, operationId: 'updateSiteRedirectById', success: 200, body: { source: { ...SOURCE, minLength: 2 }, destination: {} } },
  { section, method: 'DELETE', path: `${one}/redirects/{siteRedirectId}`, operationId: 'deleteSiteRedirectById', success: 205 },
  {
    section,
    method: 'GET',
    path: `${one}/redirect`,
    operationId: 'getSiteRedirectBySource',
    success: 200,
    query: { source: { ...SOURCE, required: true }, shareKey: { type: 'string' } },
  },
  { section, method: 'GET', path: `${one}/publishing/preview`, operationId: 'getSitePublishingPreviewById', success: 200, query: { siteSpace: { type: 'string', maxLength: 64 }, claims: { type: 'string' } } },
  { section, method: 'GET', path: `${one}/permissions/aggregate`, operationId: 'listPermissionsAggregateInSite', success: 200, query: PAGING },
  {
    section,
    method: 'POST',
    path: `${one}/search`,
    operationId: 'searchSiteContent',
    success: 200,
    query: { ...PAGING, shareKey: { type: 'string' } },
    body: {
      query: { type: 'string', required: true, minLength: 1, maxLength: 512 },
      scope: {},
      mode: { type: 'string', enum: ['specific', 'current', 'all'] },
      siteSpaceIds: { type: 'array' },
      siteSpaceId: { type: 'string', minLength: 1, maxLength: 64 },
    },
  },
  {
    section,
    method: 'GET',
    path: '/v1/urls/published',
    operationId: 'getPublishedContentByUrl',
    success: 200,
    query: { url: { type: 'string', required: true, maxLength: 2048 }, visitorAuthToken: { type: 'string' }, redirectOnError: { type: 'boolean', default: false } },
    deprecated: true,
  },
  {
    section,
    method: 'POST',
    path: '/v1/urls/published',
    operationId: 'resolvePublishedContentByUrl',
    success: 200,
    body: { url: { type: 'string', required: true, format: 'uri', maxLength: 2048 }, redirectOnError: { type: 'boolean' }, visitor: { type: 'object' } },
  },
];
