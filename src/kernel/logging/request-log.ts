import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from './logger.js';
import { shownPath } from './shown-path.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Also the answer's `X-Request-Id`; names the request in the log. */
    requestId: string;
  }
}

/**
 * Gives every request an id (the client's own `X-Request-Id` where it is a plain word) and writes one
 * line, and counts it, when it ends. The query is left out of the line: it can hold keys and signatures.
 */
export function requestLog(logger: Logger, count: (request: Request, status: number, seconds: number) => void): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    const sent = request.headers['x-request-id'];
    request.requestId = typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : randomUUID();
    response.setHeader('X-Request-Id', request.requestId);
    const path = shownPath(pathOf(request));
    const start = performance.now();
    response.on('close', () => {
      const milliseconds = Math.round((performance.now() - start) * 1_000) / 1_000;
      count(request, response.statusCode, milliseconds / 1_000);
      const line = { requestId: request.requestId, method: request.method, path, status: response.statusCode, milliseconds };
      if (!response.writableFinished) logger.warn(line, 'client left');
      else if (response.statusCode >= 500) logger.error(line, 'request');
      else logger.info(line, 'request');
    });
    next();
  };
}

/** Express parses the whole address for it, which only those that name a host need. */
function pathOf(request: Request): string {
  const { url } = request;
  const query = url.indexOf('?');
  return url.startsWith('/') ? url.slice(0, query < 0 ? url.length : query) : request.path;
}
