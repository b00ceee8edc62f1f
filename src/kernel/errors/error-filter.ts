import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { InjectLogger, type Logger } from '../logging/logger.js';
import { shownPath } from '../logging/shown-path.js';
import { PathMethods } from '../http/path-methods.js';
import { fromDatabase } from './database-errors.js';
import {
  BadInputError,
  ConflictError,
  ForbiddenError,
  MethodNotAllowedError,
  NOTHING_THERE,
  NotFoundError,
  PreconditionFailedError,
  ServiceError,
  TooLargeError,
  TooManyRequestsError,
  UnauthenticatedError,
  UnavailableError,
  UnsupportedMediaTypeError,
} from './errors.js';

const STATUS = new Map<unknown, number>([
  [BadInputError, 400],
  [UnauthenticatedError, 401],
  [ForbiddenError, 403],
  [NotFoundError, 404],
  [MethodNotAllowedError, 405],
  [ConflictError, 409],
  [PreconditionFailedError, 412],
  [TooLargeError, 413],
  [UnsupportedMediaTypeError, 415],
  [TooManyRequestsError, 429],
  [UnavailableError, 503],
]);

/** The one writer of error answers: `{"error": {"code", "message", "details"?}}`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @InjectLogger() private readonly logger: Logger,
    private readonly pathMethods: PathMethods,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const error = this.understand(thrown, request);
    if (error === undefined || error instanceof UnavailableError) this.report(thrown, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    answer(response, error, request.requestId);
  }

  /** The error by its meaning; undefined for a fault of our own. */
  private understand(thrown: unknown, request: Request): ServiceError | undefined {
    if (thrown instanceof ServiceError) return thrown;
    if (thrown instanceof NotFoundException) return this.unknownRoute(request);
    if (thrown instanceof HttpException || isExpressError(thrown)) return fromFramework(thrown);
    return fromDatabase(thrown);
  }

  private unknownRoute(request: Request): ServiceError {
    const allowed = this.pathMethods.allowed(request.path);
    return allowed.length > 0 ? new MethodNotAllowedError(allowed) : new NotFoundError(NOTHING_THERE);
  }

  private report(thrown: unknown, request: Request): void {
    this.logger.error({ requestId: request.requestId, method: request.method, path: shownPath(request.path), err: thrown }, 'request failed');
  }
}

function answer(response: Response, error: ServiceError | undefined, requestId: string): void {
  const status = error === undefined ? 500 : (STATUS.get(error.constructor) ?? 500);
  if (error instanceof UnauthenticatedError) response.setHeader('WWW-Authenticate', 'Bearer');
  if (error instanceof MethodNotAllowedError) response.setHeader('Allow', error.allowed.join(', '));
  if (error instanceof TooManyRequestsError || error instanceof UnavailableError) response.setHeader('Retry-After', String(error.retryAfterSeconds));
  const message = error?.message ?? `The service failed at this request. Its log tells why, under the request id ${requestId}.`;
  const details = error?.details === undefined || error.details.length === 0 ? {} : { details: error.details };
  response.removeHeader('ETag');
  response.removeHeader('Location');
  response.setHeader('Cache-Control', 'no-store');
  response.status(status).json({ error: { code: status, message, ...details } });
}

interface ExpressError extends Error {
  status: number;
}

/** Express and its routers throw plain errors that carry a status. */
function isExpressError(thrown: unknown): thrown is ExpressError {
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number';
}

function fromFramework(thrown: HttpException | ExpressError): ServiceError | undefined {
  const status = thrown instanceof HttpException ? thrown.getStatus() : thrown.status;
  if (thrown instanceof URIError || /decode param/i.test(thrown.message)) {
    return new BadInputError('The path is not valid: percent-encoded parts must be UTF-8.');
  }
  if (status === 404) return new NotFoundError(NOTHING_THERE);
  if (status === 413) return new TooLargeError(thrown.message);
  return status >= 400 && status < 500 ? new BadInputError(thrown.message) : undefined;
}
