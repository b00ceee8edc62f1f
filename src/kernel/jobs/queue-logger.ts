import { Logger as QueueLogger, type LogLevel } from 'graphile-worker';
import type { Logger } from '../logging/logger.js';

/** What the queue says at each of its levels is of less weight in the service's log: it tells of every job. */
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const satisfies Record<LogLevel, keyof Logger>;

/** The queue's messages, through pino. */
export function queueLogger(logger: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message) => {
    const { taskIdentifier: job, jobId } = scope;
    logger[LEVELS[level]]({ ...(job === undefined ? {} : { job, jobId }) }, message);
  });
}
