import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { APP_OPTIONS, configureApp } from './configure-app.js';
import { readConfig } from './kernel/config/config.js';
import { type OpenedDatabase, openDatabase } from './kernel/database/open-database.js';
import { startFault } from './kernel/errors/start-fault.js';
import { AnswerAdapter } from './kernel/http/answer-adapter.js';
import { createLogger, type Logger } from './kernel/logging/logger.js';
import { SetupService, welcome } from './setup/setup.service.js';

/** How long running requests may take to end once the service is told to stop. */
const DRAIN_MILLISECONDS = 30_000;
const IDLE_CHECK_MILLISECONDS = 100;

async function start(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel, config.production);
  const database = await openDatabase(config, (message) => logger.info(message), () => {
    logger.fatal('The embedded PostgreSQL ended by itself; its log is in the data directory. The service stops.');
    process.exit(1);
  });
  try {
    const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot({ config, databaseUrl: database.url, logger }), new AnswerAdapter(), APP_OPTIONS);
    configureApp(app);
    await app.init();
    const first = await app.get(SetupService).prepare();
    await app.listen(config.port, config.host);
    stopOnSignal(app, database, logger);
    logger.info(`Docspine answers at ${config.publicUrl}/v1; its documentation is at ${config.publicUrl}/docs`);
    if (first !== undefined) process.stdout.write(welcome(config.publicUrl, first));
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Finishes running requests, then closes the database, then ends. */
function stopOnSignal(app: NestExpressApplication, database: OpenedDatabase, logger: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.info(`${signal}: finishing running requests`);
    setTimeout(() => process.exit(1), DRAIN_MILLISECONDS).unref();
    // A connection whose last request ends only now would be kept for the next one.
    setInterval(() => app.getHttpServer().closeIdleConnections(), IDLE_CHECK_MILLISECONDS).unref();
    void app
      .close()
      .then(() => database.close())
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        logger.fatal({ err: error }, 'could not stop in order');
        process.exit(1);
      });
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

start().catch((error: unknown) => {
  process.stderr.write(`${startFault(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  process.exit(1);
});
