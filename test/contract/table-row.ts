import type { Answer, RequestOptions } from '../support/client.js';
import type { TestApp } from '../support/test-app.js';
import { requireEntry } from '../support/audit.js';
import type { Call } from './authorization.js';
import { OPERATIONS } from './operations.js';
import type { ContractOperation } from './operations/operation.js';

/** One operation of an authorization table, with a request that succeeds for whoever may. */
export interface TableRow<Stage> {
  readonly operationId: string;
  readonly call: (stage: Stage) => Call;
}

export function successOf({ operationId }: Pick<TableRow<never>, 'operationId'>): number {
  return operationOf(operationId).success;
}

export async function sendRow<Stage>(service: TestApp, row: TableRow<Stage>, stage: Stage, token?: string, options?: RequestOptions): Promise<Answer> {
  const { path, body } = row.call(stage);
  const operation = operationOf(row.operationId);
  const answer = await service.as(token).send(operation.method, path, body, options);
  await requireEntry(service, operation, answer);
  return answer;
}

function operationOf(id: string): ContractOperation {
  const found = OPERATIONS.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
}
