import { EXTENSION_SECTION } from '../../../src/kernel/openapi/operation.js';
import { MEMBER_ROLES } from './collections.js';
import { type ContractOperation, PAGING } from './operation.js';

const section = EXTENSION_SECTION;
const role = { type: 'string', required: true, nullable: true, enum: [...MEMBER_ROLES, null] } as const;

function permissionsOn(noun: 'collection' | 'space'): ContractOperation[] {
  const path = `/v1/${noun}s/{${noun}Id}/permissions`;
  const suffix = noun === 'collection' ? 'Collection' : 'Space';
  return [
    { section, method: 'POST', path, operationId: `inviteTo${suffix}`, success: 204, body: { users: { type: 'array' }, teams: { type: 'array' }, role } },
    { section, method: 'GET', path: `${path}/users`, operationId: `listUserPermissionsIn${suffix}`, success: 200, query: PAGING },
    { section, method: 'GET', path: `${path}/teams`, operationId: `listTeamPermissionsIn${suffix}`, success: 200, query: PAGING },
    { section, method: 'PATCH', path: `${path}/users/{userId}`, operationId: `updateUserPermissionIn${suffix}`, success: 204, body: { role } },
    { section, method: 'PATCH', path: `${path}/teams/{teamId}`, operationId: `updateTeamPermissionIn${suffix}`, success: 204, body: { role } },
    { section, method: 'DELETE', path: `${path}/users/{userId}`, operationId: `removeUserFrom${suffix}`, success: 204 },
    { section, method: 'DELETE', path: `${path}/teams/{teamId}`, operationId: `removeTeamFrom${suffix}`, success: 204 },
    { section, method: 'GET', path: `${path}/aggregate`, operationId: `listPermissionsAggregateIn${suffix}`, success: 200, query: { ...PAGING, role: { type: 'string', enum: MEMBER_ROLES } } },
  ];
}

/** What is granted on collections and spaces. */
export const CONTENT_PERMISSIONS: readonly ContractOperation[] = [...permissionsOn('collection'), ...permissionsOn('space')];
