import { type ContractOperation, PAGING } from './operation.js';

const section = 'Collections';
export const MEMBER_ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

const one = '/v1/collections/{collectionId}';
const all = '/v1/orgs/{organizationId}/collections';

export const COLLECTIONS: readonly ContractOperation[] = [
  { section, method: 'GET', path: one, operationId: 'getCollectionById', success: 200 },
  { section, method: 'DELETE', path: one, operationId: 'deleteCollectionById', success: 205 },
  {
    section,
    method: 'PATCH',
    path: one,
    operationId: 'updateCollectionById',
    success: 200,
    body: {
      title: { type: 'string', maxLength: 50 },
      description: { type: 'string', maxLength: 100 },
      defaultLevel: { type: 'string', nullable: true, enum: [...MEMBER_ROLES, 'inherit', null] },
    },
  },
  { section, method: 'GET', path: `${one}/spaces`, operationId: 'listSpacesInCollectionById', success: 200, query: PAGING },
  {
    section,
    method: 'POST',
    path: `${one}/move`,
    operationId: 'moveCollection',
    success: 200,
    body: { parent: { type: 'string', nullable: true }, position: { type: 'object' } },
  },
  { section, method: 'POST', path: `${one}/transfer`, operationId: 'transferCollection', success: 200, body: { organization: { type: 'string', required: true } } },
  {
    section,
    method: 'GET',
    path: all,
    operationId: 'listCollectionsInOrganizationById',
    success: 200,
    query: { ...PAGING, nested: { type: 'boolean', default: true } },
  },
  {
    section,
    method: 'POST',
    path: all,
    operationId: 'createCollection',
    success: 201,
    body: { title: { type: 'string', maxLength: 50 }, parent: { type: 'string' } },
  },
  {
    section: 'Organization members',
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members/{userId}/spaces',
    operationId: 'listSpacesForOrganizationMember',
    success: 200,
    query: { ...PAGING, order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' } },
  },
];
