import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import { AllowList } from './allow-list.js';
import { ACCEPTED_CODINGS, BodyTooLargeError, readBody } from './body-reader.js';
import { parseContentType } from './content-type.js';
import { parseFetchAddress, shownAddress } from './fetch-address.js';
import { toFetchError } from './fetch-faults.js';
import { FetchError, Fetcher, type FetchBounds, type FetchedDocument } from './fetcher.js';
import { guardedConnector } from './guarded-connector.js';

const DEFAULT_MAX_BYTES = 50_000_000;
const DEFAULT_TIMEOUT = 15_000;
const DEFAULT_MAX_REDIRECTS = 10;
const MAX_HEADER_BYTES = 16 * 1024;

/** Most bytes read of a redirect's own body to keep its connection. */
const MAX_SKIPPED_BYTES = 64 * 1024;

/** Milliseconds. Shorter than servers keep idle connections, so that no request meets a closing one. */
const KEEP_ALIVE = 1_000;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface GuardedFetcherOptions {
  /** See AllowList. */
  allowHosts: readonly string[];
  /** `User-Agent` header, such as `Docspine/1.0.0`. */
  userAgent: string;
  /** Resolves host names; default the system's resolver. */
  lookup?: LookupFunction;
}

/** Fetches with GET, without cookies or credentials, from public addresses and allowed hosts. */
export class GuardedFetcher extends Fetcher {
  private readonly allowList: AllowList;
  private readonly userAgent: string;
  private readonly lookup: LookupFunction;
  /** Made at the first fetch. */
  private agent: Promise<Agent> | undefined;

  /** @throws Error naming an entry of `allowHosts` that is malformed */
  constructor({ allowHosts, userAgent, lookup = systemLookup }: GuardedFetcherOptions) {
    super();
    this.userAgent = userAgent;
    this.allowList = new AllowList(allowHosts);
    this.lookup = lookup;
  }

  override async fetch(address: string, bounds: FetchBounds = {}): Promise<FetchedDocument> {
    const url = parseFetchAddress(address);
    const { timeout = DEFAULT_TIMEOUT, signal } = bounds;
    const ending = new AbortController();
    let endedBy: FetchError | undefined;
    const end = (fault: string): void => {
      endedBy ??= new FetchError('timeout', `${shownAddress(url.href)} can't be fetched: ${fault}.`);
      ending.abort(endedBy);
    };
    const endEarly = (): void => end('the fetch was ended early');
    const timer = setTimeout(() => end(`it takes longer than ${timeout / 1_000} s`), timeout);
    signal?.addEventListener('abort', endEarly);
    if (signal?.aborted) endEarly();

    // undici hears of the signal only once it is connected, so the fetch ends by itself.
    const ended = new Promise<never>((_resolve, reject) => {
      if (endedBy) reject(endedBy);
      ending.signal.addEventListener('abort', () => reject(endedBy));
    });
    try {
      return await Promise.race([ended, this.follow(url, bounds, ending.signal)]);
    } catch (error) {
      throw endedBy ?? error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', endEarly);
      // Whatever is still coming in, of a refused body or of a redirect's, ends here.
      ending.abort();
    }
  }

  /** Ends kept connections and fetches under way. */
  async close(): Promise<void> {
    await (await this.agent)?.destroy();
  }

  private async makeAgent(): Promise<Agent> {
    const undici = await import('undici');
    return new undici.Agent({
      connect: guardedConnector(undici.buildConnector, this.allowList, this.lookup),
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE,
      keepAliveMaxTimeout: KEEP_ALIVE,
      // Each fetch has one time limit for everything, see `fetch`.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  private async follow(first: URL, bounds: FetchBounds, signal: AbortSignal): Promise<FetchedDocument> {
    const { maxRedirects = DEFAULT_MAX_REDIRECTS } = bounds;
    let url = first;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await this.hop(url, first, bounds, signal);
      if ('body' in answer) return answer;
      url = parseFetchAddress(answer.location, url);
    }
    throw new FetchError(
      'too-many-redirects',
      `${shownAddress(first.href)} can't be fetched: it redirects more than ${maxRedirects} times.`,
    );
  }

  private async hop(
    url: URL,
    first: URL,
    { maxBytes = DEFAULT_MAX_BYTES, accept = '*/*' }: FetchBounds,
    signal: AbortSignal,
  ): Promise<FetchedDocument | { location: string }> {
    try {
      const agent = await (this.agent ??= this.makeAgent());
      const answer = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: { 'user-agent': this.userAgent, accept, 'accept-encoding': ACCEPTED_CODINGS },
        signal,
      });
      const headers = joinedHeaders(answer.headers);
      const { location, 'content-encoding': contentEncoding = '' } = headers;
      if (REDIRECTS.has(answer.statusCode) && location) {
        // Not waited for: it may never end.
        answer.body.dump({ limit: MAX_SKIPPED_BYTES }).catch(() => undefined);
        return { location };
      }
      if (contentEncoding === '' && Number(headers['content-length']) > maxBytes) throw new BodyTooLargeError();
      const body = await readBody(answer.body, contentEncoding, maxBytes);
      return {
        url: url.href,
        status: answer.statusCode,
        headers,
        ...parseContentType(headers['content-type'] ?? ''),
        body,
      };
    } catch (error) {
      const shown = shownAddress(url.href);
      const address = url === first ? shown : `${shown} (redirected from ${shownAddress(first.href)})`;
      throw toFetchError(error, address, { body: shownBytes(maxBytes), headers: shownBytes(MAX_HEADER_BYTES) });
    }
  }
}

/** Repeated headers joined as RFC 9110 says, but the first of those that only a mistake repeats. */
function joinedHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const single: ReadonlySet<string> = new Set(['location', 'content-type']);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      typeof value === 'string' ? value : single.has(name) ? (value[0] ?? '') : value.join(', '),
    ]),
  );
}

/** `50 MB`, `1.5 kB`, `16 bytes`. */
function shownBytes(bytes: number): string {
  if (bytes >= 1_000_000) return `${Math.round(bytes / 100_000) / 10} MB`;
  return bytes >= 10_000 ? `${Math.round(bytes / 100) / 10} kB` : `${bytes} bytes`;
}
