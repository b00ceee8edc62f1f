import { EXTENSION_SECTION } from '../../../src/kernel/openapi/operation.js';
import { MEMBER_ROLES } from './collections.js';
import { type ContractOperation, PAGING } from './operation.js';

const section = EXTENSION_SECTION;
const organization = '/v1/orgs/{organizationId}';
const links = `${organization}/link-invites`;
const role = { type: 'string', nullable: true, enum: [...MEMBER_ROLES, null] } as const;
const level = { type: 'string', enum: MEMBER_ROLES } as const;

/** How organizations begin, and how people come into them. */
export const INVITES: readonly ContractOperation[] = [
  { section, method: 'POST', path: '/v1/orgs', operationId: 'createOrganization', success: 201, body: { title: { type: 'string', required: true, minLength: 2, maxLength: 255 } } },
  {
    section,
    method: 'POST',
    path: `${organization}/invites`,
    operationId: 'inviteUsersToOrganization',
    success: 200,
    body: { emails: { type: 'array', required: true }, role, sso: { type: 'boolean' } },
  },
  { section, method: 'GET', path: links, operationId: 'listOrganizationInviteLinks', success: 200, query: PAGING },
  {
    section,
    method: 'POST',
    path: links,
    operationId: 'createOrganizationInvite',
    success: 201,
    body: { role, level, collection: { type: 'string' }, space: { type: 'string' } },
  },
  { section, method: 'GET', path: `${links}/{inviteId}`, operationId: 'getOrganizationInviteLink', success: 200 },
  { section, method: 'PATCH', path: `${links}/{inviteId}`, operationId: 'updateOrganizationInviteById', success: 200, body: { role, level } },
  { section, method: 'POST', path: `${organization}/invites/{inviteId}`, operationId: 'joinOrganizationWithInvite', success: 200 },
  { section, method: 'POST', path: `${organization}/join`, operationId: 'joinOrganization', success: 204 },
];
