import { type ContractOperation, PAGING } from './operation.js';

const section = 'Sites';
const BEYOND = 'Beyond the specification';
const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;

const all = '/v1/orgs/{organizationId}/sites';
const one = `${all}/{siteId}`;

export const SITES: readonly ContractOperation[] = [
  {
    section,
    method: 'GET',
    path: all,
    operationId: 'listSites',
    success: 200,
    query: { ...PAGING, space: { type: 'string' }, title: { type: 'string' }, published: { type: 'boolean' } },
  },
  {
    section,
    method: 'POST',
    path: all,
    operationId: 'createSite',
    success: 201,
    body: {
      type: { type: 'string', enum: ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] },
      title: { type: 'string', minLength: 2, maxLength: 128 },
      visibility: { type: 'string', enum: VISIBILITIES },
      spaces: {},
    },
  },
  { section, method: 'GET', path: one, operationId: 'getSiteById', success: 200 },
  { section, method: 'DELETE', path: one, operationId: 'deleteSiteById', success: 205 },
  {
    section,
    method: 'PATCH',
    path: one,
    operationId: 'updateSiteById',
    success: 200,
    body: {
      title: { type: 'string', minLength: 2, maxLength: 128 },
      visibility: { type: 'string', enum: VISIBILITIES },
      basename: { type: 'string', minLength: 1, maxLength: 100 },
      adaptiveContent: { type: 'object' },
      agentsContext: { type: 'string', enum: ['included', 'excluded'] },
      defaultSiteSpace: { type: 'string' },
      defaultSiteSection: { type: 'string' },
      proxy: { type: 'string', nullable: true, maxLength: 512 },
    },
  },
  { section: BEYOND, method: 'POST', path: `${one}/publish`, operationId: 'publishSite', success: 200 },
  { section: BEYOND, method: 'POST', path: `${one}/unpublish`, operationId: 'unpublishSite', success: 200 },
];
