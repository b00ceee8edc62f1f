/** One fault of one input field: `field` is its path in the body or its name in the query. */
export interface FieldFault {
  field: string;
  message: string;
}

/**
 * What a service throws. Each subclass is a meaning; the error filter alone knows the HTTP status
 * that it becomes. The message is for people: it names the field, the fault, the limit and what to do.
 */
export abstract class ServiceError extends Error {
  constructor(
    message: string,
    readonly details?: readonly FieldFault[],
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** What the client sent is malformed, of the wrong type, out of bounds or names things that are not there. */
export class BadInputError extends ServiceError {
  static ofField(field: string, message: string): BadInputError {
    return new BadInputError(`${field}: ${message}`, [{ field, message }]);
  }
}

/** No token, or one that is unknown, expired or revoked. */
export class UnauthenticatedError extends ServiceError {}

/** The thing is visible to the caller, the operation isn't theirs; the message names the missing right. */
export class ForbiddenError extends ServiceError {}

/** The thing is absent or not visible to the caller; the two are told apart nowhere. */
export class NotFoundError extends ServiceError {}

/** What a path answers that no route serves. */
export const NOTHING_THERE = 'There is nothing at this path.';

/** The path exists, the method doesn't. */
export class MethodNotAllowedError extends ServiceError {
  constructor(readonly allowed: readonly string[]) {
    super(`This path takes ${allowed.join(', ')}.`);
  }
}

/** The request is fine but contradicts what is there. */
export class ConflictError extends ServiceError {}

/** A condition that the operation needs doesn't hold. */
export class PreconditionFailedError extends ServiceError {}

/** Over a limit of size; the message names the limit. */
export class TooLargeError extends ServiceError {}

/** A body that is not JSON. */
export class UnsupportedMediaTypeError extends ServiceError {}

/** Too many requests; the answer carries `Retry-After`. */
export class TooManyRequestsError extends ServiceError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/** The service can't answer for now (database away, storage full, shutting down); the answer carries `Retry-After`. */
export class UnavailableError extends ServiceError {
  readonly retryAfterSeconds = 5;

  /** @param cause told to the log alone */
  constructor(message: string, override readonly cause?: unknown) {
    super(message);
  }
}
