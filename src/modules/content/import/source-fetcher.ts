import { setTimeout as delay } from 'node:timers/promises';
import { FetchError, type FetchedDocument, type Fetcher } from '../../../kernel/fetch/fetcher.js';
import { refusal, type ImportRun } from './import-run.js';

/** Why one document could not be had; the message is for people. */
export class SourceError extends Error {}

const LONGEST_WAIT = 5_000;
const DEFAULT_WAIT = 250;

/** Fetches the documents of one import, within its limits, and with one more try when a host is busy or stumbles. */
export class SourceFetcher {
  constructor(
    private readonly fetcher: Fetcher,
    private readonly run: ImportRun,
  ) {}

  /**
   * A document that answered with a status of 2xx.
   * @throws SourceError when there is none
   * @throws BadInputError when a limit of the whole import is passed
   */
  async get(url: string, accept?: string): Promise<FetchedDocument> {
    const first = await this.attempt(url, accept);
    const document = isWorthRetrying(first) ? await this.retry(url, accept, first) : first;
    if (document instanceof FetchError) throw new SourceError(this.messageOf(document, url));
    if (document.status < 200 || document.status > 299) throw new SourceError(`answered with status ${document.status}`);
    this.run.countBytes(document.body.length);
    return document;
  }

  /** The document at the start address of an import: without it there is nothing to import. */
  async getStart(url: string, accept?: string): Promise<FetchedDocument> {
    try {
      return await this.get(url, accept);
    } catch (error) {
      if (error instanceof SourceError) throw refusal(`${url} can't be read: ${error.message}`);
      throw error;
    }
  }

  private async retry(url: string, accept: string | undefined, first: FetchedDocument | FetchError): Promise<FetchedDocument | FetchError> {
    await delay(first instanceof FetchError ? DEFAULT_WAIT : waitOf(first.headers['retry-after']));
    return this.attempt(url, accept);
  }

  private async attempt(url: string, accept?: string): Promise<FetchedDocument | FetchError> {
    this.run.checkTime();
    try {
      return await this.fetcher.fetch(url, { maxBytes: this.run.limits.fileBytes, signal: this.run.signal, accept });
    } catch (error) {
      this.run.checkTime();
      if (error instanceof FetchError) return error;
      throw error;
    }
  }

  private messageOf(error: FetchError, url: string): string {
    return error.reason === 'too-large' ? this.run.tooLarge(url) : error.message;
  }
}

function isWorthRetrying(answer: FetchedDocument | FetchError): boolean {
  return answer instanceof FetchError ? answer.reason === 'unreachable' : answer.status === 429 || answer.status >= 500;
}

function waitOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, LONGEST_WAIT) : DEFAULT_WAIT;
}

/** Runs the work for all items, `most` at once; results are in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const entries = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}
