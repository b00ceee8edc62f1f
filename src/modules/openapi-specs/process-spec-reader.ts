import { fork } from 'node:child_process';
import type { OpenApiBounds } from '../../kernel/config/config.js';
import { threadScript } from '../../kernel/threads/thread-script.js';
import type { ReadingMessage, ReadingTask } from './reading/process-messages.js';
import { type SpecContent, type SpecDocument, SpecFault } from './spec-content.js';
import { ReadingDied, SpecReader } from './spec-reader.js';
import type { SpecSource } from './spec-source.js';

const SCRIPT = threadScript('./reading/spec-process.js', import.meta.url);

/** One processor is enough for what nobody waits for: no helpers for the garbage collection or the compiler. */
const ONE_THREAD = ['--single-threaded', '--v8-pool-size=0'];

/**
 * Reads each source in a process of its own, bounded in memory and time, that gets what requests leave of the processors.
 * In a thread, its garbage would be collected with the priority of the requests, and too large a list would end the service.
 */
export class ProcessSpecReader extends SpecReader {
  constructor(
    private readonly bounds: OpenApiBounds,
    private readonly allowHosts: readonly string[],
  ) {
    super();
  }

  override async read(source: SpecSource, signal: AbortSignal): Promise<SpecContent> {
    signal.throwIfAborted();
    const reading = fork(SCRIPT, {
      // It reads what strangers wrote, and needs none of the settings.
      env: {},
      execArgv: [`--max-old-space-size=${String(this.bounds.memory)}`, ...ONE_THREAD],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    const ended = new Promise((resolve) => reading.once('close', resolve));
    const ending = new AbortController();
    try {
      return await new Promise<SpecContent>((resolve, reject) => {
        const documents: SpecDocument[] = [];
        let underWay = 0;
        let written = '';
        reading.on('message', (message: ReadingMessage) => {
          if (message.kind === 'fetching') underWay = message.underWay;
          else if (message.kind === 'document') documents.push(message.document);
          else if (message.kind === 'end') resolve({ documents, ...message.rest });
          else reject(new SpecFault(message.code, message.message));
        });
        reading.stderr?.setEncoding('utf8').on('data', (text: string) => (written = (written + text).slice(-MOST_WRITTEN)));
        reading.on('error', reject);
        reading.on('close', () => reject(/out of memory/.test(written) ? this.tookTooMuch() : new ReadingDied(`The process that reads OpenAPI specs ended by itself: ${written}`)));
        signal.addEventListener('abort', () => reject(new Error('Reading the spec was ended early.')), { signal: ending.signal });
        const timer = setTimeout(() => reject(this.tookTooLong(underWay > 0)), this.bounds.milliseconds);
        ending.signal.addEventListener('abort', () => clearTimeout(timer));
        const task: ReadingTask = { source, bounds: this.bounds, allowHosts: this.allowHosts };
        // Where it can't be told any more, it has ended, which is heard of anyway.
        reading.send(task, () => undefined);
      });
    } finally {
      ending.abort();
      if (reading.kill('SIGKILL')) await ended;
    }
  }

  private tookTooLong(fetches: boolean): SpecFault {
    return new SpecFault(fetches ? 'FETCH_TIMEOUT' : 'PARSE_ERROR', `Reading the spec takes longer than ${String(this.bounds.milliseconds / 1000)} s.`);
  }

  private tookTooMuch(): SpecFault {
    return new SpecFault('PARSE_ERROR', `Reading the spec takes more than ${String(this.bounds.memory)} MB of memory.`);
  }
}

const MOST_WRITTEN = 10_000;
