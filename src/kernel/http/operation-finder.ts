import type { Request } from 'express';
import type { RoutedOperation } from './routed-operations.js';

/** What a request asks for, once its route is found; undefined for what is no operation of the interface. */
export type OperationFinder = (request: Request) => RoutedOperation | undefined;

export function operationFinder(operations: readonly RoutedOperation[]): OperationFinder {
  const found = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  return (request) => found.get(`${request.method === 'HEAD' ? 'GET' : request.method} ${routeOf(request) ?? ''}`);
}

/** The path of the route as the router has it, such as `/v1/spaces/:spaceId`. */
export function routeOf(request: Request): string | undefined {
  const route: unknown = request.route; // set by the router once a route matches
  return typeof route === 'object' && route !== null && 'path' in route && typeof route.path === 'string' ? route.path : undefined;
}
