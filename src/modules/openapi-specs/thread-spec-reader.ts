import { isNativeError } from 'node:util/types';
import { Worker } from 'node:worker_threads';
import type { OpenApiBounds } from '../../kernel/config/config.js';
import { FetchError, type Fetcher } from '../../kernel/fetch/fetcher.js';
import { threadScript } from '../../kernel/threads/thread-script.js';
import type { FaultMessage, FetchReply, ThreadMessage, ThreadTask } from './reading/thread-messages.js';
import { type SpecContent, SpecFault } from './spec-content.js';
import { SpecReader } from './spec-reader.js';
import type { SpecSource } from './spec-source.js';

const SCRIPT = threadScript('./reading/spec-thread.js', import.meta.url);
const ACCEPT = 'application/json, application/yaml, text/yaml, application/vnd.oai.openapi, */*;q=0.5';

/** Reads each source in a thread of its own, bounded in memory and time. The thread parses, the service fetches. */
export class ThreadSpecReader extends SpecReader {
  constructor(
    private readonly bounds: OpenApiBounds,
    private readonly fetcher: Fetcher,
  ) {
    super();
  }

  override async read(source: SpecSource, signal: AbortSignal): Promise<SpecContent> {
    signal.throwIfAborted();
    const { bytes, documents, memory } = this.bounds;
    const workerData: ThreadTask = { source, limits: { bytes, documents } };
    const thread = new Worker(SCRIPT, { workerData, resourceLimits: { maxOldGenerationSizeMb: memory }, stdout: true, stderr: true });
    const ending = new AbortController();
    const documentsOf = new DocumentFetches(this.bounds, this.fetcher, ending.signal);
    try {
      return await new Promise<SpecContent>((resolve, reject) => {
        thread.on('message', (message: ThreadMessage) => {
          if (message.kind === 'content') resolve(message.content);
          else if (message.kind === 'fault') reject(new SpecFault(message.fault.code, message.fault.message));
          else void documentsOf.fetch(message.id, message.url).then((reply) => thread.postMessage(reply, transferred(reply)));
        });
        thread.on('error', (error) => reject(isOutOfMemory(error) ? new SpecFault('PARSE_ERROR', `Reading the spec takes more than ${String(memory)} MB of memory.`) : error));
        thread.on('exit', () => reject(new Error('The thread that reads OpenAPI specs ended by itself.')));
        signal.addEventListener('abort', () => reject(new Error('Reading the spec was ended early.')), { signal: ending.signal });
        const timer = setTimeout(() => reject(this.tookTooLong(documentsOf)), this.bounds.milliseconds);
        ending.signal.addEventListener('abort', () => clearTimeout(timer));
      });
    } finally {
      ending.abort();
      await thread.terminate();
    }
  }

  private tookTooLong(documents: DocumentFetches): SpecFault {
    return new SpecFault(documents.underWay > 0 ? 'FETCH_TIMEOUT' : 'PARSE_ERROR', `Reading the spec takes longer than ${String(this.bounds.milliseconds / 1000)} s.`);
  }
}

/** The documents of one spec, with one bound for the bytes of all. */
class DocumentFetches {
  underWay = 0;
  private bytes = 0;

  constructor(
    private readonly bounds: OpenApiBounds,
    private readonly fetcher: Fetcher,
    private readonly signal: AbortSignal,
  ) {}

  async fetch(id: number, url: string): Promise<FetchReply> {
    this.underWay += 1;
    try {
      const answer = await this.fetcher.fetch(url, {
        maxBytes: this.bounds.bytes - this.bytes,
        timeout: this.bounds.documentMilliseconds,
        signal: this.signal,
        accept: ACCEPT,
      });
      this.bytes += answer.body.length;
      if (this.bytes > this.bounds.bytes) return { id, fault: { code: 'FETCH_ERROR', message: `The documents of the spec are larger than ${String(this.bounds.bytes)} bytes.` } };
      if (answer.status < 200 || answer.status > 299) return { id, fault: { code: 'FETCH_ERROR', message: `${url} can't be fetched: it answers with status ${String(answer.status)}.` } };
      return { id, url: answer.url, bytes: new Uint8Array(answer.body) };
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      return { id, fault: faultOf(error) };
    } finally {
      this.underWay -= 1;
    }
  }
}

function faultOf({ reason, message }: FetchError): FaultMessage {
  return { code: reason === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR', message };
}

function transferred(reply: FetchReply): ArrayBuffer[] {
  return reply.fault === undefined && reply.bytes.buffer instanceof ArrayBuffer ? [reply.bytes.buffer] : [];
}

function isOutOfMemory(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
