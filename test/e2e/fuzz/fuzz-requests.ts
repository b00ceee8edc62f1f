import { bodySchema, type PublishedDocument, type PublishedOperation } from '../../support/openapi.js';
import type { Dice } from './dice.js';
import { FuzzValues } from './fuzz-values.js';
import type { KnownIds } from './known-ids.js';

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/** Requests to any operation of the document, made of what it says and of ids that exist. */
export class FuzzRequests {
  private readonly values: FuzzValues;

  constructor(
    private readonly dice: Dice,
    private readonly document: PublishedDocument,
    private readonly operations: readonly PublishedOperation[],
    private readonly ids: KnownIds,
  ) {
    this.values = new FuzzValues(dice, document, ids);
  }

  next(): FuzzRequest {
    const operation = this.operation();
    const method = this.dice.once(60) ? this.dice.pick(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND']) : operation.method;
    // The client sends none with these.
    const body = method === 'GET' || method === 'HEAD' ? undefined : this.body(operation);
    return {
      method,
      path: this.odd(this.path(operation)) + this.query(operation),
      headers: { ...this.headers(), ...(body === undefined ? {} : { 'content-type': this.dice.once(40) ? this.dice.pick(TYPES) : 'application/json' }) },
      body,
    };
  }

  /** Deletions are left out more often than not: what is gone answers 404 only. */
  private operation(): PublishedOperation {
    const operation = this.dice.pick(this.operations);
    if (operation === undefined) throw new Error('The document has no operations.');
    return operation.method === 'DELETE' && !this.dice.once(4) ? this.operation() : operation;
  }

  private path({ path }: PublishedOperation): string {
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const id = this.ids.of(this.dice, name);
      return id === '%00' ? id : encoded(id);
    });
  }

  /** Now and then an address that is spelt in another way. */
  private odd(path: string): string {
    if (!this.dice.once(60)) return path;
    return this.dice.pick([`${path}/`, `${path}/extra`, `/${path}`, path.replace('/v1/', '/v1//'), path.toUpperCase(), path.replace('/v1/', '/v1/%2e%2e/v1/'), `${path};a=b`, `${path}%`, `${path}%ff`, `${path}/%2F`, `${path}${'/x'.repeat(500)}`]);
  }

  private query({ parameters }: PublishedOperation): string {
    const chosen = parameters.filter(({ in: place, required }) => place === 'query' && (required === true ? !this.dice.once(20) : this.dice.once(4)));
    const pairs = chosen.map(({ name, schema = {} }) => {
      const value = this.values.of(schema, name);
      return `${name}=${encoded(String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 2_000))}`;
    });
    const [first = 'limit=1'] = pairs;
    const more = this.dice.once(15) ? [this.dice.pick([first, first.replace('=', '[]='), first.replace('=', '[a]='), 'unknown=1', 'limit=1&limit=2', '__proto__=1', '%', '%ff=1', '=', '&&'])] : [];
    return pairs.length + more.length === 0 ? '' : `?${[...pairs, ...more].join('&')}`;
  }

  private headers(): Record<string, string> {
    if (!this.dice.once(6)) return {};
    const odd = [
      { 'if-none-match': '*' },
      { 'if-none-match': '"x", W/"y"' },
      { range: 'bytes=0-1' },
      { accept: 'text/html' },
      { 'accept-encoding': 'br;q=0, *' },
      { origin: 'https://example.invalid' },
      { 'x-request-id': '../x' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-host': 'example.invalid', 'x-forwarded-for': '1.2.3.4' },
    ] as const;
    return { ...this.dice.pick(odd) };
  }

  private body(operation: PublishedOperation): string | undefined {
    const schema = bodySchema(this.document, operation);
    if (schema === undefined) return operation.method !== 'GET' && this.dice.once(20) ? '{"unknown":1}' : undefined;
    if (this.dice.once(60)) return this.dice.pick(['', '{', '[]', 'null', '{"a":1}{"a":2}', '"\\ud800"', '['.repeat(200_000), '{"a":'.repeat(20_000)]);
    return JSON.stringify(this.values.of(schema, 'body'));
  }
}

const TYPES = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json; charset=utf-7', 'application/json; charset=utf-16', 'Application/JSON;charset=UTF-8', 'json', 'application/merge-patch+json'] as const;

/** Halves of surrogate pairs have no form in an address. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, ''));
}
