import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import express, { type ErrorRequestHandler } from 'express';
import { ServiceError } from '../errors/errors.js';
import { bodyReader } from './body-reader.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('bodyReader', () => {
  let server: Server;
  let url: string;
  let port: number;
  const faults: unknown[] = [];

  beforeAll(async () => {
    const app = express();
    app.use(bodyReader({ limit: 1_000, limitFor: ({ path }) => (path === '/large' ? 2_000_000 : undefined) }));
    app.use((request, response) => {
      response.json({ body: request.body as unknown });
    });
    const onError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
      faults.push(error);
      if (response.headersSent) next(error);
      else if (error instanceof ServiceError) response.status(400).json({ name: error.name, message: error.message });
      else response.status(500).json({ message: String(error) });
    };
    app.use(onError);
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    url = `http://127.0.0.1:${String(port)}/`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  interface Sent {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
  }
  async function send({ method = 'POST', path = '', headers = JSON_TYPE, body }: Sent): Promise<unknown> {
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    return response.json();
  }
  /** Without an announced length. */
  async function sendChunks(chunks: Iterable<string | Buffer>, headers: Record<string, string> = JSON_TYPE): Promise<unknown> {
    const response = await fetch(url, { method: 'POST', headers, body: Readable.toWeb(Readable.from(chunks)) as ReadableStream, duplex: 'half' });
    return response.json();
  }

  const tooLarge = { name: 'TooLargeError', message: 'The body must be at most 1000 bytes.' };
  const notJson = { name: 'UnsupportedMediaTypeError', message: 'The body must be JSON, sent with Content-Type: application/json.' };

  it('reads JSON', async () => {
    expect(await send({ body: '{"a":[1]}' })).toEqual({ body: { a: [1] } });
    expect(await sendChunks(['{"a"', ':1}'])).toEqual({ body: { a: 1 } });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('takes no body as an empty object: %s', async (method) => {
    expect(await send({ method })).toEqual({ body: {} });
    expect(await send({ method, headers: {} })).toEqual({ body: {} });
  });

  it('takes an empty body of any type as an empty object', async () => {
    expect(await send({ body: '', headers: { 'Content-Type': 'text/plain' } })).toEqual({ body: {} });
    expect(await sendChunks([], { 'Content-Type': 'text/plain' })).toEqual({ body: {} });
  });

  it('leaves GET alone', async () => {
    expect(await send({ method: 'GET' })).toEqual({});
  });

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'APPLICATION/JSON', 'application/merge-patch+json'])('takes %s', async (type) => {
    expect(await send({ body: '{}', headers: { 'Content-Type': type } })).toEqual({ body: {} });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'json', ''])('refuses %j', async (type) => {
    expect(await send({ body: '{}', headers: { 'Content-Type': type } })).toEqual(notJson);
    expect(await sendChunks(['{}'], { 'Content-Type': type })).toEqual(notJson);
  });

  it('refuses other charsets and encodings', async () => {
    expect(await send({ body: '{}', headers: { 'Content-Type': 'application/json; charset=latin1' } })).toMatchObject({
      message: 'The charset of a JSON body must be utf-8.',
    });
    expect(await send({ body: '{}', headers: { ...JSON_TYPE, 'Content-Encoding': 'zstd' } })).toMatchObject({
      name: 'UnsupportedMediaTypeError',
      message: 'Content-Encoding must be gzip, deflate, br or identity.',
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('decodes %s, within the limit', async (encoding, compress) => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': encoding };
    const text = JSON.stringify({ a: 'b'.repeat(900) });
    expect(await send({ headers, body: compress(text) })).toEqual({ body: JSON.parse(text) as unknown });
    expect(await send({ headers, body: compress(JSON.stringify('a'.repeat(50_000))) })).toEqual(tooLarge);
    expect(await send({ headers, body: 'no such thing' })).toMatchObject({ message: 'body: does not match its Content-Encoding' });
    expect(await send({ headers, body: compress(text).subarray(0, -8) })).toMatchObject({ message: 'body: does not match its Content-Encoding' });
  });

  it('counts also compressed bytes that decode to nothing', async () => {
    const nothing = gzipSync('');
    expect(await sendChunks(Array<Buffer>(100).fill(nothing), { ...JSON_TYPE, 'Content-Encoding': 'gzip' })).toEqual(tooLarge);
  });

  it('takes a body of exactly the limit', async () => {
    expect(await send({ body: JSON.stringify('a'.repeat(998)) })).toEqual({ body: 'a'.repeat(998) });
    expect(await send({ body: JSON.stringify('a'.repeat(999)) })).toEqual(tooLarge);
    expect(await sendChunks(['"', 'a'.repeat(999), '"'])).toEqual(tooLarge);
  });

  it('has limits of single routes', async () => {
    expect(await send({ path: 'large', body: JSON.stringify('a'.repeat(5_000)) })).toEqual({ body: 'a'.repeat(5_000) });
  });

  it('answers a client that sends much too much', async () => {
    expect(await send({ body: Buffer.alloc(60_000_000, 32) })).toEqual(tooLarge);
    expect(await sendChunks(Array<Buffer>(300).fill(Buffer.alloc(100_000, 32)))).toEqual(tooLarge);
    expect(await send({ body: '{}' })).toEqual({ body: {} });
  });

  it('answers a client that reads only when all is sent, and keeps the connection', async () => {
    const socket = connect(port, '127.0.0.1');
    const length = 5_000_000;
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${String(length)}\r\n\r\n`);
    socket.pause();
    await new Promise<void>((resolve) => socket.write(Buffer.alloc(length, 32), () => { resolve(); }));
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let answers = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => { answers += chunk; }).resume();
    await once(socket, 'close');
    expect(answers).toContain('The body must be at most 1000 bytes.');
    expect(answers).toContain('{"body":{}}');
  });

  it('cuts off a client that sends without end', async () => {
    const request = httpRequest(url, { method: 'POST', headers: { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' } });
    const answered = once(request, 'response');
    const closed = new Promise<void>((resolve) => request.on('close', () => { resolve(); }).on('error', () => { resolve(); }));
    const block = Buffer.alloc(1_000_000, 32);
    let isOpen = true;
    void closed.then(() => { isOpen = false; });
    const pump = (): void => { if (isOpen) request.write(block, () => { setImmediate(pump); }); };
    pump();
    await Promise.all([answered, closed]);
    expect(isOpen).toBe(false);
  });

  it('tells malformed JSON', async () => {
    expect(await send({ body: '{"a":}' })).toEqual({ name: 'BadInputError', message: 'body: must be valid JSON; unexpected "}" at line 1, column 6' });
  });

  it('survives clients that go away', async () => {
    const before = faults.length;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    while (faults.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(faults.at(-1)).toMatchObject({ name: 'BadInputError', message: 'The body ends before its announced end.' });
    expect(await send({ body: '{}' })).toEqual({ body: {} });
  });
});
