import { Inject, Injectable, type LoggerService } from '@nestjs/common';
import { type Logger as PinoLogger, pino, type LoggerOptions } from 'pino';
import type { LogLevel } from '../config/config.js';

/** Token of the process's one pino logger. */
export const LOGGER = Symbol('logger');
export type Logger = PinoLogger;
export const InjectLogger = (): ReturnType<typeof Inject> => Inject(LOGGER);

/** Loaded only where somebody watches. */
const pretty = process.stdout.isTTY ? (await import('./pretty.js')).pretty : undefined;

/** Lines are written together, as each write is a call of the system: so many bytes, and never later than this (milliseconds). */
const BUFFERED = 8_192;
const FLUSH_AFTER = 250;

/**
 * JSON lines in production and where nobody watches, readable lines in a terminal.
 * What could hold a secret is never handed to it: addresses are logged without their query, bodies and headers not at all.
 */
export function createLogger(level: LogLevel, production: boolean): Logger {
  const options: LoggerOptions = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  if (level === 'silent') return pino(options);
  if (!production && pretty !== undefined) return pino(options, pretty());
  return pino(options, pino.destination({ sync: false, minLength: BUFFERED, periodicFlush: FLUSH_AFTER }));
}

/** Nest's own messages, through pino. */
@Injectable()
export class NestLogger implements LoggerService {
  constructor(@InjectLogger() private readonly logger: Logger) {}

  log(message: string, context?: string): void {
    this.logger.debug({ context }, message);
  }

  warn(message: string, context?: string): void {
    this.logger.warn({ context }, message);
  }

  error(message: string, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, message);
  }

  fatal(message: string, context?: string): void {
    this.logger.fatal({ context }, message);
  }
}
