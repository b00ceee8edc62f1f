import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { type FetchBounds, type FetchedDocument, Fetcher, FetchError } from '../../../../kernel/fetch/fetcher.js';

/** A fetcher without any address policy, for servers of tests. */
export class PlainFetcher extends Fetcher {
  readonly fetched: string[] = [];

  async fetch(url: string, bounds: FetchBounds = {}): Promise<FetchedDocument> {
    this.fetched.push(url);
    const answer = await fetch(url, { signal: bounds.signal, headers: bounds.accept === undefined ? {} : { accept: bounds.accept } }).catch((error: unknown) => {
      throw new FetchError('unreachable', `${url} can't be reached`, { cause: error });
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (body.length > (bounds.maxBytes ?? Infinity)) throw new FetchError('too-large', `${url} is too large`);
    const [contentType = '', ...parameters] = (answer.headers.get('content-type') ?? '').toLowerCase().split(/\s*;\s*/);
    const charset = parameters.map((parameter) => /^charset="?([^"]*)/.exec(parameter)?.[1]).find((value) => value !== undefined);
    return { url: answer.url, status: answer.status, headers: Object.fromEntries(answer.headers), contentType, ...(charset === undefined ? {} : { charset }), body };
  }
}

export interface Resource {
  status?: number;
  type?: string;
  location?: string;
  body?: string | Buffer;
}

/** A server on loopback whose paths (with query) give resources; text is HTML. `{origin}` in text is the server's own. */
export class TestSite {
  readonly requests: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async serve(resources: Record<string, Resource | string>): Promise<TestSite> {
    const server = createServer((request, response) => {
      const path = request.url ?? '/';
      site.requests.push(path);
      const found = resources[path];
      const { status = 200, type = 'text/html; charset=utf-8', location, body = '' } = typeof found === 'string' ? { body: found } : (found ?? { status: 404, body: 'no' });
      response.writeHead(location === undefined ? status : 302, { connection: 'close', 'content-type': type, ...(location === undefined ? {} : { location }) });
      response.end(typeof body === 'string' ? body.replaceAll('{origin}', site.origin) : body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const site = new TestSite(server, `http://127.0.0.1:${portOf(address)}`);
    return site;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}

/** A zip archive of texts and bytes by path. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(Readable.from(zip.outputStream));
}

export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
