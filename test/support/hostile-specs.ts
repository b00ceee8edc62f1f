import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { smallSpec } from './openapi-specs.js';

export interface HostileSpec {
  name: string;
  /** What its address answers. */
  answer: string | Uint8Array | ((response: ServerResponse) => void);
  /** Undefined: it is unusual, but fine. */
  code: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR' | undefined;
  /** Part of the message that tells people why. */
  message?: string;
}

/** Bounds of the service that the specs are sized for. */
export const HOSTILE_BOUNDS = {
  OPENAPI_MAX_BYTES: '20000000',
  OPENAPI_MAX_DOCUMENTS: '50',
  OPENAPI_DOCUMENT_TIMEOUT_SECONDS: '8',
  OPENAPI_TIMEOUT_SECONDS: '180',
  OPENAPI_MEMORY_MB: '256',
};

const withSchemas = (schemas: object): string => JSON.stringify({ ...smallSpec(), components: { schemas } });
const withRef = (ref: unknown): string => withSchemas({ Pet: { properties: { id: { $ref: ref } } } });
const nested = (levels: number): string => `{"openapi":"3.0.3","paths":{},"x-deep":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
const yaml = (rest: string): string => `openapi: 3.0.3\ninfo: {title: Small, version: '1'}\npaths: {}\n${rest}`;
const headers = { 'content-type': 'application/json' };

/** Each anchor is ten of the one before: 10^9 at the end. */
const BOMB = yaml(`x-0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, index) => `x-${String(index + 1)}: &a${String(index + 1)} [${Array(10).fill(`*a${String(index)}`).join(', ')}]\n`).join('')}`);

/** A hundred megabytes of nothing. */
const GZIP_BOMB = gzipSync(Buffer.alloc(100_000_000));

function endless(pause: number): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, headers).write('{"openapi":"3.0.3","x":"');
    const more = (): void => {
      if (response.destroyed) return;
      response.write('a'.repeat(pause === 0 ? 1_000_000 : 1), () => setTimeout(more, pause));
    };
    more();
  };
}

/** @param site address of the server that answers them */
export function hostileSpecs(site: string, port: number): HostileSpec[] {
  const redirect = (location: string) => (response: ServerResponse) => void response.writeHead(302, { location }).end();
  return [
    { name: 'a sign-in page', answer: '<!doctype html><title>Sign in</title><form></form>', code: 'PARSE_ERROR', message: 'HTML' },
    { name: 'XML', answer: '<?xml version="1.0"?><api/>', code: 'PARSE_ERROR', message: 'XML' },
    { name: 'nothing', answer: '', code: 'PARSE_ERROR', message: 'neither an object nor a list' },
    { name: 'null', answer: 'null', code: 'PARSE_ERROR', message: 'neither an object nor a list' },
    { name: 'prose', answer: 'This API has moved.', code: 'PARSE_ERROR', message: 'neither an object nor a list' },
    { name: 'a picture', answer: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), code: 'PARSE_ERROR', message: 'UTF-8' },
    { name: 'bytes that are not UTF-8', answer: Buffer.from(JSON.stringify(smallSpec('Caf\u00e9')), 'latin1'), code: 'PARSE_ERROR', message: 'UTF-8' },
    { name: 'JSON that is cut', answer: JSON.stringify(smallSpec()).slice(0, -9), code: 'PARSE_ERROR', message: 'line 1' },
    { name: 'another kind of JSON', answer: '{"name":"package"}', code: 'PARSE_ERROR', message: 'neither "openapi" nor "swagger"' },
    { name: 'a version that does not exist', answer: '{"openapi":"4.0.0","paths":{}}', code: 'PARSE_ERROR', message: '4.0.0' },
    { name: 'lists where objects belong', answer: '{"openapi":"3.0.0","paths":[]}', code: 'PARSE_ERROR', message: '"paths"' },
    { name: 'an alias bomb', answer: BOMB, code: 'PARSE_ERROR', message: 'larger than' },
    { name: 'an alias inside of itself', answer: yaml('x-loop: &a [*a]\n'), code: 'PARSE_ERROR', message: 'stands for what it is in' },
    { name: 'an alias without an anchor', answer: yaml('x-alias: *none\n'), code: 'PARSE_ERROR', message: '*none has no anchor before it' },
    { name: 'two documents', answer: `${yaml('')}---\n${yaml('')}`, code: 'PARSE_ERROR', message: 'more than one document (line 4' },
    { name: 'a key twice', answer: yaml('x-a: 1\nx-a: 2\n'), code: 'PARSE_ERROR', message: '"x-a" is there twice (line 5' },
    { name: 'YAML that is broken', answer: yaml('x-a: [1\nx-b: }'), code: 'PARSE_ERROR', message: 'line ' },
    { name: '200 levels', answer: nested(200), code: 'PARSE_ERROR', message: 'deeper than 100' },
    { name: '200 levels of YAML', answer: yaml(`x-deep: ${'['.repeat(200)}${']'.repeat(200)}\n`), code: 'PARSE_ERROR', message: 'deeper than 100' },
    { name: '100,000 levels', answer: nested(100_000), code: 'PARSE_ERROR', message: 'deep' },
    { name: '100,000 levels of YAML', answer: yaml(`x-deep: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`), code: 'PARSE_ERROR', message: 'deep' },
    { name: '50,000 schemas', answer: withSchemas(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`S${String(index)}`, { properties: { next: { $ref: `#/components/schemas/S${String((index + 1) % 50_000)}` } } }]))), code: undefined },
    { name: '50,000 schemas of YAML', answer: yaml(`components:\n  schemas:\n${Array.from({ length: 50_000 }, (_, index) => `    S${String(index)}: {type: string}\n`).join('')}`), code: undefined },
    { name: 'more memory than there is', answer: yaml(`x-list: [${'{a: b}, '.repeat(1_500_000)}]\n`), code: 'PARSE_ERROR', message: 'memory' },
    { name: 'schemas that are references to each other', answer: withSchemas({ A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } }), code: undefined },
    { name: 'a way through references in a circle', answer: withSchemas({ A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' }, C: { $ref: '#/components/schemas/A/properties/a' } }), code: 'PARSE_ERROR', message: 'leads nowhere' },
    { name: 'a property that is itself', answer: withSchemas({ A: { properties: { n: { $ref: '#/components/schemas/A/properties/n' } } } }), code: undefined },
    { name: 'an anchor that refers to itself', answer: withSchemas({ A: { $anchor: 'z', $ref: '#z' }, B: { properties: { a: { $ref: '#z' } } } }), code: undefined },
    { name: '200,000 tags', answer: JSON.stringify({ ...smallSpec(), tags: Array(200_000).fill({}) }), code: undefined },
    { name: 'a name of 200,000 backticks', answer: withSchemas({ A: { properties: { ['` '.repeat(200_000)]: { type: 'string' } } } }), code: undefined },
    { name: 'names of prototypes', answer: '{"openapi":"3.0.3","paths":{},"components":{"schemas":{"__proto__":{"type":"string"},"constructor":{"$ref":"#/components/schemas/__proto__"}}}}', code: undefined },
    { name: 'null as reference', answer: withRef(null), code: 'PARSE_ERROR', message: '#/components/schemas/Pet/properties/id' },
    { name: 'a number as reference', answer: withRef(1), code: 'PARSE_ERROR', message: '#/components/schemas/Pet/properties/id' },
    { name: 'a reference to nowhere', answer: withRef('#/components/schemas/Missing'), code: 'PARSE_ERROR', message: '"#/components/schemas/Missing" at "#/components/schemas/Pet/properties/id"' },
    { name: 'a reference to a missing document', answer: withRef('missing.json'), code: 'FETCH_ERROR', message: '404' },
    { name: 'a reference to this machine', answer: withRef(`http://localhost:${String(port)}/small`), code: 'FETCH_ERROR', message: 'inside the network' },
    { name: 'a reference to this machine in digits', answer: withRef('http://2130706434/small'), code: 'FETCH_ERROR', message: 'inside the network' },
    { name: 'a reference to the metadata of a cloud', answer: withRef('http://169.254.169.254/latest/meta-data/'), code: 'FETCH_ERROR', message: 'inside the network' },
    { name: 'a reference to a file', answer: withRef('file:///etc/passwd'), code: 'FETCH_ERROR', message: 'only http and https' },
    { name: 'a reference to itself over and over', answer: withRef(`${site}/endless/1`), code: 'PARSE_ERROR', message: 'more than 50 documents' },
    { name: 'a redirect to this machine', answer: redirect(`http://[::1]:${String(port)}/small`), code: 'FETCH_ERROR', message: 'inside the network' },
    { name: 'redirects in a circle', answer: redirect('/circle'), code: 'FETCH_ERROR', message: 'redirects more than' },
    { name: 'an error of the server', answer: (response) => void response.writeHead(500).end('{}'), code: 'FETCH_ERROR', message: '500' },
    { name: 'a connection that ends', answer: (response) => void response.destroy(), code: 'FETCH_ERROR', message: 'ended the connection' },
    { name: 'a server that never answers', answer: () => undefined, code: 'FETCH_TIMEOUT', message: 'longer than 8 s' },
    { name: 'a body that never ends', answer: endless(0), code: 'FETCH_ERROR', message: 'larger than 20 MB' },
    { name: 'a body that trickles', answer: endless(100), code: 'FETCH_TIMEOUT', message: 'longer than 8 s' },
    { name: 'gzip that is cut', answer: (response) => void response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(smallSpec())).subarray(0, -9)), code: 'FETCH_ERROR', message: 'compressed' },
    { name: 'a gzip bomb', answer: (response) => void response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(GZIP_BOMB), code: 'FETCH_ERROR', message: 'larger than 20 MB' },
  ];
}
