/** The embedded database can't run; the message is for the person who starts the service and says what to do. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** The way out that every message about a machine without a usable embedded database names. */
export const useOwnDatabase =
  'Set DATABASE_URL to a PostgreSQL server of your own (postgres://user:password@host:5432/database).';

/** Node's code of a failed system call, for example `ENOENT`. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
