import type { Express } from 'express';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';

/**
 * A server whose requests and answers are Express's own from the start. Express turns those of any other server into its own
 * by changing the prototype of each, which takes longer than reading most of them, and slows down all that is done with them.
 */
export function expressServer(express: Express): Server {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  express.request = behind(ExpressRequest.prototype, express.request);
  express.response = behind(ExpressResponse.prototype, express.response);
  return createServer({ IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }, express);
}

/** Puts Express's methods between those of a class and of Node's. */
function behind<Methods extends object>(prototype: object, methods: Methods): Methods {
  return Object.setPrototypeOf(prototype, methods) as Methods; // has them now
}
