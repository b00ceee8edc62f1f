import type { RequestHandler } from 'express';
import { type OperationFinder, routeOf } from '../http/operation-finder.js';
import { shownPath } from '../logging/shown-path.js';
import type { Tracing } from './tracing.js';

/** A span for each request, in the trace of who asks. Of its address the query is left out, and secrets in the path are cut, as in the log. */
export function traceRequests(tracing: Tracing, operationOf: OperationFinder): RequestHandler {
  return (request, response, next) => {
    const { method, path, headers, requestId, ip } = request;
    const attributes = { 'http.request.method': method, 'url.path': shownPath(path), 'url.scheme': request.protocol, 'client.address': ip, 'docspine.request.id': requestId };
    const traceparent = typeof headers['traceparent'] === 'string' ? headers['traceparent'] : undefined;
    const span = tracing.begin(method, 'SERVER', attributes, traceparent);
    if (span === undefined) {
      next();
      return;
    }
    response.once('close', () => {
      const route = routeOf(request);
      span.updateName(operationOf(request)?.id ?? (route === undefined ? method : `${method} ${route}`));
      span.setAttribute('http.response.status_code', response.statusCode);
      if (route !== undefined) span.setAttribute('http.route', route);
      if (response.statusCode >= 500) tracing.fail(span);
      span.end();
    });
    tracing.run(span, next);
  };
}
