import { EXTENSION_SECTION } from '../../../src/kernel/openapi/operation.js';
import { type ContractOperation, PAGING } from './operation.js';

const section = EXTENSION_SECTION;

/** Who the caller is, its tokens, and other people. */
export const PEOPLE: readonly ContractOperation[] = [
  { section, method: 'GET', path: '/v1', operationId: 'getApiInformation', success: 200 },
  { section, method: 'GET', path: '/v1/user', operationId: 'getAuthenticatedUser', success: 200 },
  { section, method: 'GET', path: '/v1/user/tokens', operationId: 'listAccessTokens', success: 200, query: PAGING },
  {
    section,
    method: 'POST',
    path: '/v1/user/tokens',
    operationId: 'createAccessToken',
    success: 201,
    body: { label: { type: 'string', required: true, minLength: 1, maxLength: 50 }, expiresAt: { type: 'string', format: 'date-time' } },
  },
  { section, method: 'GET', path: '/v1/user/tokens/{tokenId}', operationId: 'getAccessToken', success: 200 },
  { section, method: 'DELETE', path: '/v1/user/tokens/{tokenId}', operationId: 'revokeAccessToken', success: 204 },
  { section, method: 'GET', path: '/v1/users/{userId}', operationId: 'getUserById', success: 200 },
  {
    section,
    method: 'PATCH',
    path: '/v1/users/{userId}',
    operationId: 'updateUserById',
    success: 200,
    body: { displayName: { type: 'string', minLength: 1, maxLength: 64 }, photoURL: { type: 'string', format: 'uri', maxLength: 2048, nullable: true } },
  },
];
