import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { type Act, runAct } from '../kernel/audit/act.js';
import { readConfig } from '../kernel/config/config.js';
import { joinDatabase } from '../kernel/database/open-database.js';
import { createLogger } from '../kernel/logging/logger.js';
import { CliModule } from './cli.module.js';
import { OperatorCommands } from './operator-commands.js';
import type { Surroundings } from './surroundings.js';

/** Runs `work` with the application's services, on the database of the settings: also while the service runs. What it writes is written by the act. */
export async function withCommands<Result>({ environment, stderr }: Surroundings, act: Act, work: (commands: OperatorCommands) => Promise<Result>): Promise<Result> {
  const config = readConfig(environment);
  // Standard output is for the answer alone.
  const logger = createLogger('silent', config.production);
  const database = await joinDatabase(config, (message) => stderr.write(`${message}\n`));
  try {
    const app = await NestFactory.createApplicationContext(CliModule.forRoot(AppModule.forRoot({ config, databaseUrl: database.url, logger, doesJobs: false })), {
      logger: false,
      abortOnError: false,
    });
    try {
      return await runAct(act, () => work(app.get(OperatorCommands)));
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}
