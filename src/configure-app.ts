import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { API_SECTIONS } from './api-sections.js';
import { RequestActs } from './kernel/audit/request-acts.js';
import { Config } from './kernel/config/config.js';
import { aheadOfRouter } from './kernel/http/ahead-of-router.js';
import type { AnswerAdapter } from './kernel/http/answer-adapter.js';
import { AnswerSizes } from './kernel/http/answer-sizes.js';
import { bodyLimits } from './kernel/http/body-limits.js';
import { bodyReader } from './kernel/http/body-reader.js';
import { BodyRoom } from './kernel/http/body-room.js';
import { fixedHeaders } from './kernel/http/fixed-headers.js';
import { completeHandlers } from './kernel/http/handlers.js';
import { inTurn } from './kernel/http/in-turn.js';
import { parseQuery, queryOnce } from './kernel/http/query-parser.js';
import { ReadRoom } from './kernel/http/read-room.js';
import { operationFinder } from './kernel/http/operation-finder.js';
import { routedOperations } from './kernel/http/routed-operations.js';
import { routeIndex } from './kernel/http/route-index.js';
import { answerUnreadableRequests, requireHost } from './kernel/http/unreadable-requests.js';
import { LOGGER, type Logger, NestLogger } from './kernel/logging/logger.js';
import { requestLog } from './kernel/logging/request-log.js';
import { corsOptions } from './kernel/http/cors-options.js';
import { cutSlowRequests } from './kernel/http/slow-requests.js';
import { RequestMetrics } from './kernel/metrics/request-metrics.js';
import { createDocument, serveDocument } from './kernel/openapi/document.js';
import { SlotFiller } from './kernel/permissions/slots.js';
import { traceRequests } from './kernel/tracing/trace-requests.js';
import { Tracing } from './kernel/tracing/tracing.js';
import { answerFormLimit } from './modules/saml/sign-in/answer-forms.js';

/** Longer than the minute for which load balancers keep idle connections: they would send a request into one that is closing. */
const KEEP_ALIVE = 65_000;

/** What counts everything that no operation of the interface answers. */
const OTHER = 'other';

/** Nest's options for an application that `configureApp` completes, and gives its logger: why a start failed is told by who starts it, once. */
export const APP_OPTIONS = { bodyParser: false, logger: false, abortOnError: false } as const;

/**
 * What surrounds the modules: the service and the tests run the same.
 * @returns the OpenAPI document that it serves, made when it is first asked for
 */
export function configureApp(app: NestExpressApplication): () => Promise<OpenAPIObject> {
  const config = app.get(Config);
  app.useLogger(app.get(NestLogger));
  app.set('query parser', parseQuery);
  app.disable('x-powered-by');
  // Answers that can be revalidated write their own tag; hashing every other body helps nobody.
  app.disable('etag');
  if (config.proxyHops > 0) app.set('trust proxy', config.proxyHops);
  answerUnreadableRequests(app.getHttpServer());
  cutSlowRequests(app.getHttpServer(), config.requestTimes);
  if (config.corsOrigins.length > 0) app.enableCors(corsOptions(config.corsOrigins));
  completeHandlers(app);
  const operations = routedOperations(app, config.extensions);
  const readBodies = bodyReader({ formLimitFor: answerFormLimit, limitFor: bodyLimits(operations), room: new BodyRoom(config.bodyBytes) });
  const sizes = new AnswerSizes(operations);
  (app.getHttpAdapter() as unknown as AnswerAdapter).sizes = sizes; // what every application of ours is made with
  const reads = new ReadRoom(config.readBytes, sizes);
  const operationOf = operationFinder(operations);
  const tracing = app.get(Tracing);
  const metrics = app.get(RequestMetrics);
  const log = requestLog(app.get<Logger>(LOGGER), (request, status, seconds) => metrics.count(operationOf(request)?.id ?? OTHER, status, seconds));
  const express: Express = app.getHttpAdapter().getInstance();
  const followed = [...(tracing.isOn ? [traceRequests(tracing, operationOf)] : []), app.get(RequestActs).follow(operationOf), app.get(SlotFiller).collect];
  aheadOfRouter(express, inTurn(), log, fixedHeaders(config), requireHost, queryOnce, reads.handle, readBodies, ...followed, routeIndex(express));
  app.getHttpServer().keepAliveTimeout = KEEP_ALIVE;
  let made: Promise<OpenAPIObject> | undefined;
  const document = (): Promise<OpenAPIObject> => (made ??= createDocument(app, config, API_SECTIONS));
  serveDocument(app, document);
  return document;
}
