import { ConfigError } from '../config/config.js';
import { sqlState } from '../database/database.js';
import { LaterDatabaseError } from '../database/later-database-error.js';
import { EmbeddedPostgresError } from '../database/embedded-postgres-error.js';
import { fromDatabase, isFull } from './database-errors.js';
import { ListenError } from '../http/listen-error.js';
import { WorkerStartError } from '../workers/worker-start-error.js';
import { ServiceError, UnavailableError } from './errors.js';

/** SQLSTATE of a server that doesn't let the service in: no such database, user or right. */
const NOT_LET_IN = /^(?:28|3D|42501)/;
/** What `pg` and Node say of a server that can't be reached over TLS as DATABASE_URL asks for. */
const NO_TLS = /does not support SSL|certificate/i;

/** Errors whose messages are for the person who starts a program. */
const FOR_PEOPLE = [ConfigError, EmbeddedPostgresError, LaterDatabaseError, ListenError, ServiceError, WorkerStartError];

/** What people can mend when a program can't start or run; undefined for a fault of its own, whose stack tells more. */
export function startFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (FOR_PEOPLE.some((kind) => error instanceof kind)) return error.message;
  if (NO_TLS.test(error.message)) return `The database can't be reached: ${error.message}. Check DATABASE_URL.`;
  const code = sqlState(error);
  if (code === undefined) return undefined;
  if (NOT_LET_IN.test(code)) return `The database refuses the service: ${error.message}. Check DATABASE_URL.`;
  if (isFull(error)) return `The database takes no writes: ${error.message}. Make room on its disk, and see that it is no copy that follows another one.`;
  // Node tells several attempts at once by an error without a message.
  if (fromDatabase(error) instanceof UnavailableError) return `The database can't be reached: ${error.message || code}. Check DATABASE_URL.`;
  return undefined;
}
