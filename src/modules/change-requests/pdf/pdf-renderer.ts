import { isNativeError } from 'node:util/types';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../kernel/config/config.js';
import { TooLargeError } from '../../../kernel/errors/errors.js';
import { Turns } from '../../../kernel/limits/turns.js';
import { threadScript } from '../../../kernel/threads/thread-script.js';
import type { SourceBook, ThreadMessage, ThreadTask } from './rendering/thread-task.js';

const SCRIPT = threadScript('./rendering/pdf-thread.js', import.meta.url);
/** Threads at once; each takes a processor. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 50;
const NARROWER = 'Ask for one page of it with `page` and `only`.';

/** Draws each book in a thread of its own, bounded in memory and time. */
@Injectable()
export class PdfRenderer {
  private readonly turns = new Turns(MOST_AT_ONCE, MOST_WAITING);

  constructor(private readonly config: Config) {}

  /**
   * @param gather is called when its turn comes: books that wait would be in memory
   * @throws TooLargeError naming the limit, TooManyRequestsError when too many wait already
   */
  render(gather: () => Promise<SourceBook>): Promise<Buffer> {
    return this.turns.run(async () => Buffer.from(await this.inThread(await gather())), 'Too many PDFs are being made. Try again later.');
  }

  private async inThread(book: SourceBook): Promise<Uint8Array> {
    const { pages, memory, milliseconds } = this.config.pdfBounds;
    const workerData: ThreadTask = { book, limits: { pages } };
    const thread = new Worker(SCRIPT, { workerData, transferList: imageBuffers(book), resourceLimits: { maxOldGenerationSizeMb: memory }, stdout: true, stderr: true });
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        thread.on('message', (message: ThreadMessage) => {
          if ('pdf' in message) resolve(message.pdf);
          else reject(new TooLargeError(`The PDF would have more than ${String(message.tooManyPages)} pages, the most that it may have. ${NARROWER}`));
        });
        thread.on('error', (error) => reject(isOutOfMemory(error) ? new TooLargeError(`Making the PDF takes more than ${String(memory)} MB of memory. ${NARROWER}`) : error));
        thread.on('exit', () => reject(new Error('The thread that makes PDFs ended by itself.')));
        timer = setTimeout(() => reject(new TooLargeError(`Making the PDF takes longer than ${String(milliseconds / 1000)} s. ${NARROWER}`)), milliseconds);
      });
    } finally {
      clearTimeout(timer);
      await thread.terminate();
    }
  }
}

/** Handed over rather than copied; each is a buffer of its own. */
function imageBuffers({ files }: SourceBook): ArrayBuffer[] {
  return Object.values(files).flatMap(({ bytes }) => (bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : []));
}

function isOutOfMemory(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
