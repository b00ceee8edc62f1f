import type { Request } from 'express';
import { BODY_LIMIT } from '../openapi/operation.js';

interface Limited {
  readonly method: string;
  readonly path: RegExp;
  readonly limit: number;
}

/** The most bytes of a request's body, for the operations of the document that have a limit of their own. */
export function bodyLimits({ paths }: { paths: object }): (request: Pick<Request, 'method' | 'path'>) => number | undefined {
  const limited = Object.entries(paths).flatMap(([template, item]: [string, object]) =>
    Object.entries(item).flatMap(([method, operation]: [string, unknown]): Limited[] => {
      const limit = limitOf(operation);
      return limit === undefined ? [] : [{ method: method.toUpperCase(), path: pathPattern(template), limit }];
    }),
  );
  return ({ method, path }) => limited.find((operation) => operation.method === method && operation.path.test(path))?.limit;
}

function limitOf(operation: unknown): number | undefined {
  if (typeof operation !== 'object' || operation === null) return undefined;
  const limit: unknown = Reflect.get(operation, BODY_LIMIT);
  return typeof limit === 'number' ? limit : undefined;
}

/** As the router reads it: without regard to case, and to a slash at the end. */
function pathPattern(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}/?$`, 'i');
}
