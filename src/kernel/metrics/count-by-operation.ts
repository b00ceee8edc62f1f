import type { Request } from 'express';
import type { RoutedOperation } from '../http/routed-operations.js';
import type { RequestMetrics } from './request-metrics.js';

/** Everything that no operation of the interface answers. */
const OTHER = 'other';

/** Counts requests under the names that their operations have in the document. */
export function countByOperation(operations: readonly RoutedOperation[], metrics: RequestMetrics): (request: Request, status: number, seconds: number) => void {
  const ids = new Map(operations.map(({ id, method, path }) => [`${method} ${path}`, id]));
  return (request, status, seconds) => {
    const route: unknown = request.route; // set by the router once a route matches
    const path = typeof route === 'object' && route !== null && 'path' in route && typeof route.path === 'string' ? route.path : '';
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    metrics.count(ids.get(`${method} ${path}`) ?? OTHER, status, seconds);
  };
}
