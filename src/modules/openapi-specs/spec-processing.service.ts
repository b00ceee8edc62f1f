import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobKind, Jobs, type RunningJob } from '../../kernel/jobs/jobs.js';
import { InjectLogger, type Logger } from '../../kernel/logging/logger.js';
import { type SpecContent, SpecFault } from './spec-content.js';
import { ReadingDied, SpecReader } from './spec-reader.js';
import type { SpecSource } from './spec-source.js';
import { type SetSource, SpecStore } from './spec-store.js';

/** A source to read, with where its content belongs. */
interface ReadSource extends SetSource {
  readonly source: SpecSource;
}

/** The last attempt only gives up: a source that ends the process each time must not do so for ever. */
const READ_SOURCE = new JobKind<ReadSource>('openapi-read-source', 10);

/** From this attempt on, a reading that dies is told: the pauses between ten attempts come to hours. */
const TOLD_FROM = 3;

/** Has the sources of specs read behind the requests. */
@Injectable()
export class SpecProcessing implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly reader: SpecReader,
    private readonly store: SpecStore,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(READ_SOURCE, (job) => this.process(job));
  }

  /** In the transaction that sets the source. */
  async request(set: SetSource, source: SpecSource): Promise<void> {
    await this.jobs.add(READ_SOURCE, { ...set, source });
  }

  private async process(job: RunningJob<ReadSource>): Promise<void> {
    const { source, ...set } = job.payload;
    if (!(await this.store.begin(set))) return;
    const outcome = job.isLastAttempt ? new SpecFault('PARSE_ERROR', 'It could not be read: the service failed each time.') : await this.read(source, job);
    if (outcome instanceof SpecFault) this.logger.info({ spec: set.specId, code: outcome.code }, 'an OpenAPI spec could not be read');
    await this.store.finish(set, outcome);
  }

  private async read(source: SpecSource, { attempt, signal }: RunningJob<ReadSource>): Promise<SpecContent | SpecFault> {
    try {
      return await this.reader.read(source, signal);
    } catch (error) {
      if (error instanceof SpecFault) return error;
      if (!(error instanceof ReadingDied) || attempt < TOLD_FROM) throw error;
      // Told to whoever runs the service, too: it may be a fault of the reader.
      this.logger.error({ err: error }, 'reading an OpenAPI spec died each time');
      return new SpecFault('PARSE_ERROR', 'It could not be read: the process that reads it ended each time.', { cause: error });
    }
  }
}
