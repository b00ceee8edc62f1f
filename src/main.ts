import 'reflect-metadata';
import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { APP_OPTIONS, configureApp } from './configure-app.js';
import { type Config, readConfig } from './kernel/config/config.js';
import { type OpenedDatabase, openDatabase } from './kernel/database/open-database.js';
import { Replicas } from './kernel/database/replicas.js';
import { startFault } from './kernel/errors/start-fault.js';
import { AnswerAdapter } from './kernel/http/answer-adapter.js';
import { ListenError } from './kernel/http/listen-error.js';
import { createLogger, type Logger } from './kernel/logging/logger.js';
import { ObjectStorage } from './kernel/storage/object-storage.js';
import { Workers } from './kernel/workers/workers.js';
import { workerSettings } from './kernel/workers/worker-settings.js';
import { SetupService, welcome } from './setup/setup.service.js';

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
  /** Finishes running requests. */
  close(signal: NodeJS.Signals): Promise<void>;
}

/** How far the start has come, for a signal that comes meanwhile. */
interface Run {
  readonly opening: Promise<OpenedDatabase>;
  serving?: Serving;
  isStopping?: boolean;
}

async function start(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel, config.production);
  const startsWorkers = config.workers > 1 && cluster.isPrimary;
  const run: Run = { opening: openDatabase(config, (message) => logger.info(message)) };
  stopOnSignal(run, logger, startsWorkers ? WORKERS_DRAIN_MILLISECONDS : DRAIN_MILLISECONDS);
  const database = await run.opening;
  try {
    const environment = { config, databaseUrl: database.url, logger };
    run.serving = startsWorkers ? await serveByWorkers(environment) : await serveHere(environment);
    if (cluster.isPrimary) logger.info(`Docspine answers at ${config.publicUrl}/v1; its documentation is at ${config.publicUrl}/docs`);
  } catch (error) {
    // Who was told to stop is not told what that ended.
    if (run.isStopping === true) return;
    await database.close();
    throw error;
  }
}

async function serveHere(environment: Environment): Promise<Serving> {
  const { port, host } = environment.config;
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(environment), new AnswerAdapter(environment.config.answerBounds), APP_OPTIONS);
  configureApp(app);
  await app.init();
  if (cluster.isPrimary) await fill(app, environment.config);
  await app.listen(port, host).catch((error: unknown) => {
    throw new ListenError(error instanceof Error ? error.message : String(error));
  });
  if (cluster.isPrimary || cluster.worker?.id === 1) tellWhatIsAway(app, environment.logger);
  const close = (): Promise<void> => {
    // A connection whose last request ends only now would be kept for the next one.
    setInterval(() => app.getHttpServer().closeIdleConnections(), IDLE_CHECK_MILLISECONDS).unref();
    return app.close();
  };
  return { close };
}

/** Migrates and fills the database here, once, before workers are started. */
async function serveByWorkers({ config, databaseUrl, logger }: Environment): Promise<Serving> {
  const context = await NestFactory.createApplicationContext(AppModule.forRoot({ config, databaseUrl, logger, doesJobs: false }), { logger: false, abortOnError: false });
  await fill(context, config).finally(() => context.close());
  const workers = new Workers(config.workers, (place) => workerSettings(config, databaseUrl, place), logger);
  await workers.start();
  return { close: (signal) => workers.stop(signal) };
}

/** Fills an empty database, and greets at once: whatever fails from here on, the token is told. */
async function fill(app: INestApplicationContext, { publicUrl }: Config): Promise<void> {
  const first = await app.get(SetupService).prepare();
  if (first !== undefined) process.stdout.write(welcome(publicUrl, first));
}

/** What the settings name and can't be used now. It may come later, so the service waits for none of it. */
function tellWhatIsAway(app: INestApplicationContext, logger: Logger): void {
  app.get(ObjectStorage).tryOut().catch((error: unknown) => {
    logger.error({ err: error }, 'the storage of files can not be used; what needs it is told 503 until it can');
  });
  app.get(Replicas).tryOut().catch((error: unknown) => {
    logger.error({ err: error }, 'the replicas can not be used');
  });
}

/** Finishes running requests, then closes the database, then ends. */
function stopOnSignal(run: Run, logger: Logger, drainMilliseconds: number): void {
  const stop = (signal: NodeJS.Signals): void => {
    if (run.isStopping === true) return;
    run.isStopping = true;
    logger.info(`${signal}: ${run.serving === undefined ? 'ending the start' : 'finishing running requests'}`);
    setTimeout(() => process.exit(1), drainMilliseconds).unref();
    void Promise.resolve(run.serving?.close(signal))
      .then(() => run.opening)
      .then((database) => database.close())
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
