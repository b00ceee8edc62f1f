import { type BeforeApplicationShutdown, type DynamicModule, Global, Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../database/database.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { Tracing } from '../tracing/tracing.js';
import { GraphileJobs, type GraphileJobsOptions } from './graphile-jobs.js';
import { Jobs } from './jobs.js';

/** The queue: begins once every module has named its handlers, and ends before the database is closed. */
@Global()
@Module({})
export class JobsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(Jobs) private readonly jobs: GraphileJobs) {}

  static forRoot(options: GraphileJobsOptions): DynamicModule {
    const jobs = {
      provide: Jobs,
      useFactory: (db: Database, logger: Logger, tracing: Tracing) => new GraphileJobs(db, logger, options, tracing),
      inject: [Database, LOGGER, Tracing],
    };
    return { module: JobsModule, providers: [jobs], exports: [Jobs] };
  }

  onApplicationBootstrap(): void {
    this.jobs.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
  }
}
