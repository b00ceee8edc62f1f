import { EXTENSION_SECTION } from '../../../src/kernel/openapi/operation.js';
import { MEMBER_ROLES } from './collections.js';
import { type ContractOperation, PAGING } from './operation.js';

const section = EXTENSION_SECTION;
const all = '/v1/orgs/{organizationId}/spaces';
const one = '/v1/spaces/{spaceId}';

/** Spaces as a whole. */
export const SPACES: readonly ContractOperation[] = [
  { section, method: 'GET', path: all, operationId: 'listSpacesInOrganizationById', success: 200, query: PAGING },
  {
    section,
    method: 'POST',
    path: all,
    operationId: 'createSpace',
    success: 201,
    body: { title: { type: 'string', maxLength: 50 }, emoji: { type: 'string', minLength: 1, maxLength: 50 }, parent: { type: 'string' } },
  },
  { section, method: 'GET', path: one, operationId: 'getSpaceById', success: 200 },
  {
    section,
    method: 'PATCH',
    path: one,
    operationId: 'updateSpaceById',
    success: 200,
    body: {
      title: { type: 'string', maxLength: 50 },
      emoji: { type: 'string', nullable: true, minLength: 1, maxLength: 50 },
      editMode: { type: 'string', enum: ['live', 'locked'] },
      defaultLevel: { type: 'string', nullable: true, enum: [...MEMBER_ROLES, 'inherit', null] },
    },
  },
  { section, method: 'DELETE', path: one, operationId: 'deleteSpaceById', success: 204 },
  { section, method: 'POST', path: `${one}/restore`, operationId: 'restoreSpace', success: 200 },
  { section, method: 'POST', path: `${one}/duplicate`, operationId: 'duplicateSpace', success: 201 },
  { section, method: 'POST', path: `${one}/move`, operationId: 'moveSpace', success: 200, body: { parent: { type: 'string', nullable: true }, position: { type: 'object' } } },
  { section, method: 'POST', path: `${one}/transfer`, operationId: 'transferSpace', success: 200, body: { organization: { type: 'string', required: true } } },
];
