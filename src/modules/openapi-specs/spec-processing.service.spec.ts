import { describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { type JobHandler, Jobs } from '../../kernel/jobs/jobs.js';
import { type SpecContent, SpecFault } from './spec-content.js';
import { SpecProcessing } from './spec-processing.service.js';
import { ReadingDied, SpecReader } from './spec-reader.js';
import { type SetSource, SpecStore } from './spec-store.js';

/** Calls handlers at once, and says which attempt it is. */
class AttemptedJobs extends Jobs {
  private handler: JobHandler<object> | undefined;

  override add(): Promise<void> {
    return Promise.resolve();
  }

  override addOnce(): Promise<void> {
    return Promise.resolve();
  }

  override handle<Payload extends object>(_kind: unknown, handler: JobHandler<Payload>): void {
    this.handler = handler as JobHandler<object>; // there is one kind
  }

  async attempt(attempt: number): Promise<void> {
    const payload = { specId: 's', number: 1, versionId: 'v', setAt: 0, source: { text: '{}' } };
    await this.handler?.({ payload, attempt, isLastAttempt: attempt === 10, signal: new AbortController().signal, addNext: () => this.addOnce() });
  }
}

class FailingReader extends SpecReader {
  constructor(private readonly error: Error) {
    super();
  }

  override read(): Promise<SpecContent> {
    return Promise.reject(this.error);
  }
}

/** Attempts one after the other until one doesn't throw: which that is, and what it wrote. */
async function attempts(error: Error): Promise<{ attempt: number; outcome: unknown }> {
  const jobs = new AttemptedJobs();
  let outcome: unknown;
  // All that is used of it; the rest needs a database.
  const store = Object.assign(Object.create(SpecStore.prototype) as SpecStore, {
    begin: () => Promise.resolve(true),
    finish: (_set: SetSource, written: unknown) => {
      outcome = written;
      return Promise.resolve();
    },
  });
  new SpecProcessing(jobs, new FailingReader(error), store, pino({ enabled: false })).onModuleInit();
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    try {
      await jobs.attempt(attempt);
      return { attempt, outcome };
    } catch (thrown) {
      expect(thrown).toBe(error);
    }
  }
  throw new Error('No attempt ended.');
}

describe('a source that can not be read', () => {
  it('is told at once where it is its own fault', async () => {
    const fault = new SpecFault('PARSE_ERROR', 'It is HTML.');
    expect(await attempts(fault)).toEqual({ attempt: 1, outcome: fault });
  });

  it('is told with the third reading that dies', async () => {
    const { attempt, outcome } = await attempts(new ReadingDied('exit'));
    expect([attempt, outcome]).toEqual([3, expect.objectContaining({ code: 'PARSE_ERROR', message: expect.stringContaining('ended each time') })]);
  });

  it('is told with the last attempt where the service fails', async () => {
    const { attempt, outcome } = await attempts(new Error('no more processes'));
    expect([attempt, outcome]).toEqual([10, expect.objectContaining({ code: 'PARSE_ERROR', message: expect.stringContaining('the service failed') })]);
  });
});
