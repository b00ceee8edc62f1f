import type { OpenAPIObject } from '@nestjs/swagger';
import { contractFaults } from './contract.js';

export interface Answer<Body = Json> {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined for an empty body. */
  body: Body;
}

/** JSON as tests look into it: every access is checked by the assertion that follows. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers have a hundred shapes, and each is checked against the published document
export type Json = any;

export interface RequestOptions {
  headers?: Readonly<Record<string, string>>;
  /** Sent as it stands instead of as JSON. */
  raw?: string | Uint8Array<ArrayBuffer>;
}

/** Sends requests as a user, and checks every answer against the OpenAPI document. */
export class Client {
  constructor(
    private readonly url: string,
    private readonly document: OpenAPIObject,
    private readonly token?: string,
  ) {}

  get(path: string, options?: RequestOptions): Promise<Answer> {
    return this.send('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send('POST', path, body, options);
  }

  put(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send('PUT', path, body, options);
  }

  patch(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send('PATCH', path, body, options);
  }

  delete(path: string, options?: RequestOptions): Promise<Answer> {
    return this.send('DELETE', path, undefined, options);
  }

  /** Every item of a list, page by page, with the paging checked on the way. */
  async all(path: string): Promise<Json[]> {
    const items: Json[] = [];
    let next: string | undefined;
    do {
      const separator = path.includes('?') ? '&' : '?';
      const { status, body } = await this.get(next === undefined ? path : `${path}${separator}page=${next}`);
      if (status !== 200) throw new Error(`GET ${path} answered ${String(status)}: ${JSON.stringify(body)}`);
      items.push(...body.items);
      next = body.next?.page;
    } while (next !== undefined);
    return items;
  }

  async send(method: string, path: string, body?: unknown, { headers = {}, raw }: RequestOptions = {}): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined && raw === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer = { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text === '' ? undefined : text };
    const faults = contractFaults(this.document, method, path, answer);
    if (faults.length > 0) throw new Error(`${method} ${path} answered ${String(answer.status)} against the published document:\n${faults.join('\n')}\n${text.slice(0, 2000)}`);
    return answer;
  }
}
