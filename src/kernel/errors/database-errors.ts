import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from '../database/typeorm.js';
import { sqlState, violatedConstraint } from '../database/database.js';
import { BadInputError, ConflictError, NotFoundError, type ServiceError, UnavailableError } from './errors.js';

/** Codes of Node for a server that can't be reached. */
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND']);
/** disk_full, and read_only_sql_transaction: a server that is short of room, or one that only follows another. */
const FULL = new Set(['53100', '25006']);
/** What `pg` says without any code when a connection ends or can't be had. */
const AWAY_MESSAGE = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/i;

/**
 * What an error of the database means to the client: constraints decide races, so their violation is
 * a conflict or bad input; a database that is away is no fault of the request.
 * Undefined for anything else: a fault of our own.
 */
export function fromDatabase(error: unknown): ServiceError | undefined {
  if (isCutTransaction(error)) return new UnavailableError(AWAY_TEXT);
  const state = sqlState(error);
  if (state === undefined) return error instanceof Error && AWAY_MESSAGE.test(error.message) ? new UnavailableError(AWAY_TEXT) : undefined;
  if (isFull(error)) return new UnavailableError('The database can only be read for now; its disk may be full. Nothing was changed. Try again later.');
  if (AWAY.has(state) || state.startsWith('08') || state.startsWith('57P') || state.startsWith('53')) return new UnavailableError(AWAY_TEXT);
  switch (state) {
    case '23505': // unique_violation
      return new ConflictError('Something with this value is already there.');
    case '23503': // foreign_key_violation
      return new ConflictError('Something that this needs is gone, or is still in use.');
    case '23514': // check_violation
    case '22001': // string_data_right_truncation
      return new BadInputError('A value is outside its bounds.');
    case '22021': // character_not_in_repertoire
    case '22P05': // untranslatable_character
      return new BadInputError('Text may not hold the character NUL or bytes that are not UTF-8.');
    case '40001': // serialization_failure
    case '40P01': // deadlock_detected
    case '55P03': // lock_not_available
      return new ConflictError('Another change was faster. Read the current state and try again.');
    default:
      return undefined;
  }
}

/** Whether the server is there, and takes no writes. */
export function isFull(error: unknown): boolean {
  return FULL.has(sqlState(error) ?? '');
}

/** What TypeORM says of a transaction whose connection ended between two statements. */
function isCutTransaction(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}

const AWAY_TEXT = 'The database is away or too busy. Try again in a moment.';

/**
 * The write, whose conflicts say which value is taken.
 * @param messages by the name of the constraint
 * @throws ConflictError when one of them is violated
 */
export async function withNamedConflicts<Result>(write: Promise<Result>, messages: Readonly<Record<string, string>>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const message = messages[violatedConstraint(error) ?? ''];
    throw message === undefined ? error : new ConflictError(message);
  }
}

/** For what somebody may have deleted since it was read. @throws NotFoundError with this message unless a statement reached one row */
export function requireOne({ affected }: { readonly affected?: number | null }, message: string): void {
  if (affected !== 1) throw new NotFoundError(message);
}
