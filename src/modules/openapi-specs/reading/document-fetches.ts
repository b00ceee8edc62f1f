import type { OpenApiBounds } from '../../../kernel/config/config.js';
import { FetchError, type Fetcher } from '../../../kernel/fetch/fetcher.js';
import { SpecFault } from '../spec-content.js';
import type { Fetched } from './gather.js';

const ACCEPT = 'application/json, application/yaml, text/yaml, application/vnd.oai.openapi, */*;q=0.5';

/** The documents of one spec, with one bound for the bytes of all. */
export class DocumentFetches {
  private underWay = 0;
  private bytes = 0;

  /** @param tell hears how many fetches are under way */
  constructor(
    private readonly bounds: Pick<OpenApiBounds, 'bytes' | 'documentMilliseconds'>,
    private readonly fetcher: Fetcher,
    private readonly tell: (underWay: number) => void,
  ) {}

  /** @throws SpecFault */
  async fetch(url: string): Promise<Fetched> {
    this.count(1);
    try {
      const answer = await this.fetcher.fetch(url, { maxBytes: this.bounds.bytes - this.bytes, timeout: this.bounds.documentMilliseconds, accept: ACCEPT });
      this.bytes += answer.body.length;
      if (this.bytes > this.bounds.bytes) throw new SpecFault('FETCH_ERROR', `The documents of the spec are larger than ${String(this.bounds.bytes)} bytes.`);
      if (answer.status < 200 || answer.status > 299) throw new SpecFault('FETCH_ERROR', `${url} can't be fetched: it answers with status ${String(answer.status)}.`);
      return { url: answer.url, bytes: answer.body };
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      throw new SpecFault(error.reason === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR', error.message);
    } finally {
      this.count(-1);
    }
  }

  private count(change: 1 | -1): void {
    this.underWay += change;
    this.tell(this.underWay);
  }
}
