import { type ContractOperation, PAGING } from './operation.js';

const section = 'Organizations';

export const ORGANIZATIONS: readonly ContractOperation[] = [
  { section, method: 'GET', path: '/v1/orgs', operationId: 'listOrganizationsForAuthenticatedUser', success: 200, query: PAGING },
  { section, method: 'GET', path: '/v1/orgs/{organizationId}', operationId: 'getOrganizationById', success: 200 },
  {
    section,
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}',
    operationId: 'updateOrganizationById',
    success: 200,
    body: {
      title: { type: 'string', minLength: 2, maxLength: 255 },
      emailDomains: { type: 'array' },
      hostname: { type: 'string', minLength: 3, maxLength: 32 },
      defaultRole: { type: 'string', nullable: true, enum: ['read', 'comment', 'edit', 'review', 'create', 'admin', null] },
      defaultContent: {},
      logo: { type: 'string', nullable: true, format: 'uri', maxLength: 2048 },
      sso: { type: 'boolean' },
      ai: { type: 'boolean' },
      inviteLinks: { type: 'boolean' },
    },
  },
  {
    section,
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
    operationId: 'deleteOrganizationInviteById',
    success: 205,
  },
  {
    section,
    method: 'GET',
    path: '/v1/orgs/{organizationId}/search',
    operationId: 'searchOrganizationContent',
    success: 200,
    query: { ...PAGING, query: { type: 'string', required: true, maxLength: 512 } },
  },
  { section, method: 'GET', path: '/v1/email-domains/{emailDomain}/orgs', operationId: 'getOrganizationsForEmailDomain', success: 200 },
];
