import { type ContractOperation, PAGING } from './operation.js';

const section = 'Teams and team members';

const PREFIX = '/v1/orgs/{organizationId}/teams';
const TITLE = { type: 'string', required: true, minLength: 1, maxLength: 64 } as const;

export const TEAMS: readonly ContractOperation[] = [
  {
    section,
    method: 'GET',
    path: PREFIX,
    operationId: 'listTeamsInOrganizationById',
    success: 200,
    query: { owner: { type: 'string' }, title: { type: 'string' }, ...PAGING },
  },
  {
    section,
    method: 'PUT',
    path: PREFIX,
    operationId: 'createOrganizationTeam',
    success: 201,
    body: { title: TITLE, members: { type: 'array' } },
  },
  { section, method: 'GET', path: `${PREFIX}/{teamId}`, operationId: 'getTeamInOrganizationById', success: 200 },
  { section, method: 'DELETE', path: `${PREFIX}/{teamId}`, operationId: 'removeTeamFromOrganizationById', success: 204 },
  { section, method: 'PATCH', path: `${PREFIX}/{teamId}`, operationId: 'updateTeamInOrganizationById', success: 200, body: { title: TITLE } },
  { section, method: 'GET', path: `${PREFIX}/{teamId}/members`, operationId: 'listTeamMembersInOrganizationById', success: 200, query: PAGING },
  {
    section,
    method: 'PUT',
    path: `${PREFIX}/{teamId}/members`,
    operationId: 'updateMembersInOrganizationTeam',
    success: 204,
    body: { add: { type: 'array' }, remove: { type: 'array' }, memberships: { type: 'object' } },
  },
  {
    section,
    method: 'PUT',
    path: `${PREFIX}/{teamId}/members/{userId}`,
    operationId: 'addMemberToOrganizationTeamById',
    success: 204,
    body: { role: { type: 'string', enum: ['owner', 'member'] } },
  },
  { section, method: 'DELETE', path: `${PREFIX}/{teamId}/members/{userId}`, operationId: 'deleteMemberFromOrganizationTeamById', success: 204 },
  {
    section: 'Organization members',
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members/{userId}/teams',
    operationId: 'listTeamsForOrganizationMember',
    success: 200,
    query: { title: { type: 'string' }, ...PAGING },
  },
];
