import type { Request } from 'express';
import type { RoutedOperation } from './routed-operations.js';

/** The most bytes of a request's body, for the operations that have a limit of their own. */
export function bodyLimits(operations: readonly Omit<RoutedOperation, 'id' | 'creates'>[]): (request: Pick<Request, 'method' | 'path'>) => number | undefined {
  const limited = operations.flatMap(({ method, path, bodyLimit }) => (bodyLimit === undefined ? [] : [{ method, pattern: pathPattern(path), bodyLimit }]));
  return ({ method, path }) => limited.find((operation) => operation.method === method && operation.pattern.test(path))?.bodyLimit;
}

/** As the router reads it: without regard to case, and to a slash at the end. */
function pathPattern(path: string): RegExp {
  const parts = path.split(/:\w+/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}/?$`, 'i');
}
