import 'reflect-metadata';
import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { APP_OPTIONS, configureApp } from './configure-app.js';
import { type Config, readConfig } from './kernel/config/config.js';
import { type OpenedDatabase, openDatabase } from './kernel/database/open-database.js';
import { startFault } from './kernel/errors/start-fault.js';
import { AnswerAdapter } from './kernel/http/answer-adapter.js';
import { ListenError } from './kernel/http/listen-error.js';
import { createLogger, type Logger } from './kernel/logging/logger.js';
import { Workers } from './kernel/workers/workers.js';
import { workerSettings } from './kernel/workers/worker-settings.js';
import { type FirstStart, SetupService, welcome } from './setup/setup.service.js';

/** How long running requests may take to end once the service is told to stop; workers end before who started them. */
const DRAIN_MILLISECONDS = 30_000;
const WORKERS_DRAIN_MILLISECONDS = 35_000;
const IDLE_CHECK_MILLISECONDS = 100;

/**
 * How far the heap may grow until it is collected, in percent of what was in use after the last time. V8 by itself goes up to
 * 300 under load; that takes twice the memory, and no less of the processor could be seen.
 */
const HEAP_GROWTH = 100;

interface Environment {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** What answers requests, here or in workers. */
interface Serving {
  /** Absent when somebody was there already. */
  readonly first?: FirstStart;
  /** Finishes running requests. */
  close(signal: NodeJS.Signals): Promise<void>;
}

async function start(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel, config.production);
  const database = await openDatabase(config, (message) => logger.info(message));
  try {
    const environment = { config, databaseUrl: database.url, logger };
    const startsWorkers = config.workers > 1 && cluster.isPrimary;
    const serving = startsWorkers ? await serveByWorkers(environment) : await serveHere(environment);
    stopOnSignal(serving, database, logger, startsWorkers ? WORKERS_DRAIN_MILLISECONDS : DRAIN_MILLISECONDS);
    if (cluster.isWorker) return;
    logger.info(`Docspine answers at ${config.publicUrl}/v1; its documentation is at ${config.publicUrl}/docs`);
    if (serving.first !== undefined) process.stdout.write(welcome(config.publicUrl, serving.first));
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serveHere(environment: Environment): Promise<Serving> {
  const { port, host } = environment.config;
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(environment), new AnswerAdapter(environment.config.answerBounds), APP_OPTIONS);
  configureApp(app);
  await app.init();
  const first = cluster.isWorker ? undefined : await app.get(SetupService).prepare();
  await app.listen(port, host).catch((error: unknown) => {
    throw new ListenError(error instanceof Error ? error.message : String(error));
  });
  const close = (): Promise<void> => {
    // A connection whose last request ends only now would be kept for the next one.
    setInterval(() => app.getHttpServer().closeIdleConnections(), IDLE_CHECK_MILLISECONDS).unref();
    return app.close();
  };
  return { first, close };
}

/** Migrates and fills the database here, once, before workers are started. */
async function serveByWorkers({ config, databaseUrl, logger }: Environment): Promise<Serving> {
  const context = await NestFactory.createApplicationContext(AppModule.forRoot({ config, databaseUrl, logger, doesJobs: false }), { logger: false, abortOnError: false });
  const first = await context.get(SetupService).prepare().finally(() => context.close());
  const workers = new Workers(config.workers, (place) => workerSettings(config, databaseUrl, place), logger);
  await workers.start();
  return { first, close: (signal) => workers.stop(signal) };
}

/** Finishes running requests, then closes the database, then ends. */
function stopOnSignal(serving: Serving, database: OpenedDatabase, logger: Logger, drainMilliseconds: number): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.info(`${signal}: finishing running requests`);
    setTimeout(() => process.exit(1), drainMilliseconds).unref();
    void serving
      .close(signal)
      .then(() => database.close())
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        logger.fatal({ err: error }, 'could not stop in order');
        process.exit(1);
      });
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

setFlagsFromString(`--heap-growing-percent=${String(HEAP_GROWTH)}`);
start().catch((error: unknown) => {
  process.stderr.write(`${startFault(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  process.exit(1);
});
