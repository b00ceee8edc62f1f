import type { Answer, RequestOptions } from '../support/client.js';
import type { TestApp } from '../support/test-app.js';
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

export function sendRow<Stage>(service: TestApp, row: TableRow<Stage>, stage: Stage, token?: string, options?: RequestOptions): Promise<Answer> {
  const { path, body } = row.call(stage);
  return service.as(token).send(operationOf(row.operationId).method, path, body, options);
}

function operationOf(id: string): ContractOperation {
  const found = OPERATIONS.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
}
