import { type ContractOperation, PAGING } from './operation.js';

const section = 'Change requests';
const all = '/v1/spaces/{spaceId}/change-requests';
const one = `${all}/{changeRequestId}`;

export const CHANGE_REQUESTS: readonly ContractOperation[] = [
  {
    section,
    method: 'GET',
    path: all,
    operationId: 'listChangeRequestsForSpace',
    success: 200,
    query: { ...PAGING, status: { type: 'string', enum: ['draft', 'open', 'archived', 'merged'], default: 'open' }, contributor: { type: 'string' } },
  },
  {
    section,
    method: 'POST',
    path: all,
    operationId: 'createChangeRequest',
    success: 201,
    body: { subject: { type: 'string', maxLength: 100 }, agentTaskId: { type: 'string' } },
  },
  { section, method: 'GET', path: one, operationId: 'getChangeRequestById', success: 200 },
  {
    section,
    method: 'PATCH',
    path: one,
    operationId: 'updateChangeRequestById',
    success: 200,
    body: { subject: { type: 'string', maxLength: 100 }, status: { type: 'string', enum: ['draft', 'open', 'archived'] } },
  },
];
