import { type ContractOperation, PAGING } from './operation.js';

const section = 'SAML and SSO';

const PREFIX = '/v1/orgs/{organizationId}/saml';
const ONE = `${PREFIX}/{samlProviderId}`;
const LABEL = { type: 'string', minLength: 1, maxLength: 30 } as const;
const OTHERS = {
  entityID: { type: 'string', maxLength: 1024 },
  certificate: { type: 'string', maxLength: 10_000 },
  ssoURL: { type: 'string', format: 'uri', maxLength: 2048 },
  defaultTeam: { type: 'string', minLength: 1, maxLength: 64 },
  defaultRole: { type: 'string', nullable: true, enum: ['read', 'comment', 'edit', 'review', 'create', 'admin', null] },
} as const;

export const SAML: readonly ContractOperation[] = [
  { section, method: 'GET', path: PREFIX, operationId: 'listSAMLProvidersInOrganizationById', success: 200, query: PAGING },
  { section, method: 'POST', path: PREFIX, operationId: 'createOrganizationSAMLProvider', success: 201, body: { label: { ...LABEL, required: true }, ...OTHERS } },
  { section, method: 'GET', path: ONE, operationId: 'getOrganizationSAMLProviderById', success: 200 },
  { section, method: 'DELETE', path: ONE, operationId: 'deleteOrganizationSAMLProvider', success: 204 },
  { section, method: 'PATCH', path: ONE, operationId: 'updateOrganizationSAMLProvider', success: 200, body: { label: LABEL, ...OTHERS } },
  { section, method: 'GET', path: '/v1/orgs/{organizationId}/sso', operationId: 'listSSOProviderLoginsInOrganization', success: 200 },
];
