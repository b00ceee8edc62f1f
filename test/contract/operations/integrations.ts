import { EXTENSION_SECTION } from '../../../src/kernel/openapi/operation.js';
import { type ContractOperation, PAGING } from './operation.js';

const section = 'Integrations';

const PREFIX = '/v1/integrations';
const ONE = `${PREFIX}/{integrationName}`;

// Told here, and not taken from the service: a contract that follows the service finds nothing.
const TARGETS = ['all', 'site', 'space', 'organization'] as const;
const CATEGORIES = ['analytics', 'collaboration', 'content', 'gitsync', 'marketing', 'visitor-auth', 'other'] as const;
const SCOPES = [
  ...['space:content:read', 'space:content:write', 'space:metadata:read', 'space:metadata:write', 'space:git:sync', 'page:feedback:read'],
  ...['site:metadata:read', 'site:views:read', 'site:script:inject', 'site:script:cookies', 'site:visitor:auth', 'site:adaptive:read', 'site:adaptive:write'],
  ...['openapi:read', 'openapi:write', 'conversations:ingest', 'space:views:read', 'space:script:inject', 'space:script:cookies', 'space:visitor:auth'],
];

const FILTERS = {
  search: { type: 'string' },
  category: { type: 'string', enum: CATEGORIES },
  blockDomain: { type: 'string', maxLength: 100 },
  blocks: { type: 'boolean' },
  contentSources: { type: 'boolean' },
  owner: { type: 'string' },
  scope: { type: 'string', enum: SCOPES },
  target: { type: 'string', enum: TARGETS },
  ...PAGING,
} as const;

const SEARCH = { search: { type: 'string' }, ...PAGING } as const;
const ORGANIZATION = '/v1/orgs/{organizationId}';

const ELSEWHERE: readonly ContractOperation[] = [
  { section: EXTENSION_SECTION, method: 'GET', path: `${ORGANIZATION}/integrations`, operationId: 'listOrganizationIntegrations', success: 200, query: FILTERS },
  { section: EXTENSION_SECTION, method: 'GET', path: `${ORGANIZATION}/installations`, operationId: 'listOrganizationInstallations', success: 200, query: SEARCH },
  {
    section: EXTENSION_SECTION,
    method: 'GET',
    path: `${ORGANIZATION}/integrations/installations-status`,
    operationId: 'listOrganizationIntegrationsStatus',
    success: 200,
    query: { target: { type: 'string', enum: ['organization', 'space', 'site'], default: 'organization' }, ...PAGING },
  },
  { section: EXTENSION_SECTION, method: 'GET', path: `${ORGANIZATION}/integrations/{integrationName}/installation_status`, operationId: 'getOrganizationIntegrationStatus', success: 200 },
  { section: EXTENSION_SECTION, method: 'GET', path: '/v1/spaces/{spaceId}/integrations', operationId: 'listSpaceIntegrations', success: 200, query: SEARCH },
  { section: EXTENSION_SECTION, method: 'GET', path: '/v1/spaces/{spaceId}/integration-blocks', operationId: 'listSpaceIntegrationsBlocks', success: 200 },
  { section: EXTENSION_SECTION, method: 'GET', path: `${ORGANIZATION}/sites/{siteId}/integrations`, operationId: 'listSiteIntegrations', success: 200, query: SEARCH },
  { section: EXTENSION_SECTION, method: 'GET', path: `${ORGANIZATION}/sites/{siteId}/integration-scripts`, operationId: 'listSiteIntegrationScripts', success: 200 },
];

const INSTALLATION = `${ONE}/installations/{installationId}`;

/** What can be changed of any installation. */
const CHANGES = { externalIds: { type: 'array' }, configuration: { type: 'object' } } as const;
const SELECTION = { type: 'string', enum: ['all', 'selected'] } as const;

const INSTALLATIONS: readonly ContractOperation[] = [
  { section: EXTENSION_SECTION, method: 'POST', path: `${ONE}/installations`, operationId: 'installIntegration', success: 201, body: { organization: { type: 'string', required: true, minLength: 1 } } },
  { section: EXTENSION_SECTION, method: 'GET', path: INSTALLATION, operationId: 'getIntegrationInstallationById', success: 200 },
  {
    section: EXTENSION_SECTION,
    method: 'PATCH',
    path: INSTALLATION,
    operationId: 'updateIntegrationInstallation',
    success: 200,
    body: { ...CHANGES, space_selection: SELECTION, site_selection: SELECTION },
  },
  { section: EXTENSION_SECTION, method: 'DELETE', path: INSTALLATION, operationId: 'uninstallIntegration', success: 205 },
  { section: EXTENSION_SECTION, method: 'POST', path: `${INSTALLATION}/tokens`, operationId: 'createIntegrationInstallationToken', success: 200 },
  ...contentInstallations('space', 'Space', 'space'),
  ...contentInstallations('site', 'Site', 'siteId'),
];

/** What is the same for spaces and sites. */
function contentInstallations(kind: string, name: string, field: string): ContractOperation[] {
  const section = EXTENSION_SECTION;
  const query = { extended: { type: 'boolean', default: false } } as const;
  const all = `${INSTALLATION}/${kind}s`;
  const one = `${all}/{${kind}Id}`;
  return [
    { section, method: 'GET', path: `${ONE}/${kind}s`, operationId: `listIntegration${name}Installations`, success: 200, query: { ...query, externalId: { type: 'string' }, ...PAGING } },
    { section, method: 'GET', path: all, operationId: `listIntegrationInstallation${name}s`, success: 200, query: { ...query, ...PAGING } },
    { section, method: 'POST', path: all, operationId: `installIntegrationOn${name}`, success: 201, query, body: { [field]: { type: 'string', required: true, minLength: 1 } } },
    { section, method: 'GET', path: one, operationId: `getIntegration${name}Installation`, success: 200, query },
    { section, method: 'PATCH', path: one, operationId: `updateIntegration${name}Installation`, success: 200, query, body: CHANGES },
    { section, method: 'DELETE', path: one, operationId: `uninstallIntegrationFrom${name}`, success: 205 },
  ];
}

export const INTEGRATIONS: readonly ContractOperation[] = [
  { section, method: 'GET', path: PREFIX, operationId: 'listIntegrations', success: 200, query: FILTERS },
  { section, method: 'GET', path: ONE, operationId: 'getIntegrationByName', success: 200 },
  {
    section,
    method: 'POST',
    path: ONE,
    operationId: 'publishIntegration',
    success: 200,
    body: {
      runtime: { type: 'string', enum: ['v1', 'v2'] },
      icon: { type: 'string', format: 'byte' },
      title: { type: 'string', required: true, minLength: 2, maxLength: 30 },
      description: { type: 'string', required: true, maxLength: 100 },
      summary: { type: 'string', maxLength: 2048 },
      previewImages: { type: 'array' },
      visibility: { type: 'string', enum: ['public', 'private', 'unlisted'] },
      target: { type: 'string', enum: TARGETS },
      scopes: { type: 'array' },
      categories: { type: 'array' },
      blocks: { type: 'array' },
      contentSources: { type: 'array' },
      externalLinks: { type: 'array' },
      configurations: { type: 'object' },
      script: { type: 'string', required: true, minLength: 1 },
      organization: { type: 'string', required: true, minLength: 1 },
      secrets: { type: 'object' },
      contentSecurityPolicy: { type: 'string' },
    },
  },
  { section, method: 'DELETE', path: ONE, operationId: 'unpublishIntegration', success: 204 },
  { section, method: 'GET', path: `${ONE}/installations`, operationId: 'listIntegrationInstallations', success: 200, query: { externalId: { type: 'string' }, ...PAGING } },
  ...INSTALLATIONS,
  ...ELSEWHERE,
];
