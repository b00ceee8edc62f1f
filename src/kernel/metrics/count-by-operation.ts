import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request } from 'express';
import type { RequestMetrics } from './request-metrics.js';

/** Everything that no operation of the interface answers. */
const OTHER = 'other';

/** Counts requests under the names that their operations have in the document. */
export function countByOperation({ paths }: OpenAPIObject, metrics: RequestMetrics): (request: Request, status: number, seconds: number) => void {
  const operations = new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      (['get', 'put', 'post', 'delete', 'patch'] as const).map((method) => [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, item[method]?.operationId ?? OTHER] as const),
    ),
  );
  return (request, status, seconds) => {
    const route: unknown = request.route; // set by the router once a route matches
    const path = typeof route === 'object' && route !== null && 'path' in route && typeof route.path === 'string' ? route.path : '';
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    metrics.count(operations.get(`${method} ${path}`) ?? OTHER, status, seconds);
  };
}
