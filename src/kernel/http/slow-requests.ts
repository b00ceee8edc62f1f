import type { Server } from 'node:http';
import type { RequestTimes } from '../config/config.js';

/** How often connections are looked at, in milliseconds. */
const MOST_BETWEEN = 5_000;

/** Cuts clients that dribble their headers or bodies, with a 408 where one can still be told. */
export function cutSlowRequests(server: Server, { headersMilliseconds, milliseconds }: RequestTimes): void {
  server.headersTimeout = Math.min(headersMilliseconds, milliseconds);
  server.requestTimeout = milliseconds;
  // Read when the server begins to listen; the option can only be given to the server's constructor otherwise.
  Reflect.set(server, 'connectionsCheckingInterval', Math.min(MOST_BETWEEN, server.headersTimeout / 4));
}
