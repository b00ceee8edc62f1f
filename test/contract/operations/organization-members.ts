import { type ContractOperation, PAGING } from './operation.js';

const section = 'Organization members';
const members = '/v1/orgs/{organizationId}/members';

const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

export const ORGANIZATION_MEMBERS: readonly ContractOperation[] = [
  {
    section,
    method: 'GET',
    path: members,
    operationId: 'listMembersInOrganizationById',
    success: 200,
    query: {
      ...PAGING,
      order: { type: 'string', default: 'desc', enum: ['asc', 'desc'] },
      role: { type: 'string', enum: [...ROLES, 'guest'] },
      search: { type: 'string' },
      sort: { type: 'string', default: 'joinedAt', enum: ['joinedAt', 'lastSeenAt'] },
    },
  },
  { section, method: 'GET', path: `${members}/{userId}`, operationId: 'getMemberInOrganizationById', success: 200 },
  { section, method: 'DELETE', path: `${members}/{userId}`, operationId: 'removeMemberFromOrganizationById', success: 204 },
  {
    section,
    method: 'PATCH',
    path: `${members}/{userId}`,
    operationId: 'updateMemberInOrganizationById',
    success: 200,
    body: { role: { type: 'string', nullable: true, enum: [...ROLES, null] } },
  },
  { section, method: 'POST', path: '/v1/orgs/{organizationId}/ping', operationId: 'updateOrganizationMemberLastSeenAt', success: 200 },
  { section, method: 'POST', path: `${members}/{userId}/sso`, operationId: 'setUserAsSSOMemberForOrganization', success: 200 },
];
