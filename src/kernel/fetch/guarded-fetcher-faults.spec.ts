import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTcpServer, type LookupFunction } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeAll, faultOf, fetcher, listen, resolveTo, serve, serveRaw } from './fetch.testing.js';

afterEach(closeAll);

describe('faults', () => {
  it('of a malformed address', async () => {
    expect((await faultOf('nonsense')).reason).toBe('malformed');
    expect((await faultOf('file:///etc/passwd')).reason).toBe('malformed');
    expect((await faultOf('http://me:secret@127.0.0.1/')).reason).toBe('malformed');
  });

  it('of a name that does not exist', async () => {
    const lookup: LookupFunction = (_hostname, _options, callback) => {
      process.nextTick(callback, Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []);
    };
    expect(await faultOf('http://nowhere.example/', {}, fetcher({ lookup }))).toMatchObject({
      reason: 'unreachable',
      message: "http://nowhere.example/ can't be fetched: there is no host of this name.",
    });
    expect((await faultOf('http://nowhere.example/', {}, fetcher({ lookup: resolveTo() }))).reason).toBe('unreachable');
  });

  it('of a closed port', async () => {
    const server = await serve(() => undefined);
    await closeAll();
    expect(await faultOf(server)).toMatchObject({ reason: 'unreachable', message: expect.stringContaining('refuses the connection') });
  });

  it('of a connection that is not secure', async () => {
    const server = await serve(() => undefined);
    expect(await faultOf(server.replace('http', 'https'))).toMatchObject({ reason: 'unreachable', message: expect.stringContaining('secure') });
  });

  it.each([
    ['nothing', '', 'end'],
    ['a reset', '', 'reset'],
    ['half of the headers', 'HTTP/1.1 200 OK\r\nContent-Ty', 'end'],
    ['half of the body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', 'end'],
    ['half of the chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'end'],
    ['a reset within the body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', 'reset'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'end'],
    ['an unknown coding', 'HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 1\r\n\r\nx', 'end'],
    ['broken gzip', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nno gzip!', 'end'],
  ] as const)('of a server that answers %s', async (_what, text, then) => {
    expect((await faultOf(await serveRaw(text, then))).reason).toBe('unreachable');
  });

  it('of a truncated gzip', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('content '.repeat(100)).subarray(0, -5));
    });
    expect(await faultOf(server)).toMatchObject({ reason: 'unreachable', message: expect.stringContaining('incomplete') });
  });
});

describe('limits', () => {
  it('end a body that never ends', async () => {
    const server = await serve((_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(16_384)));
        response.once('drain', more);
      };
      more();
    });
    expect(await faultOf(server, { maxBytes: 1_500_000 })).toMatchObject({
      reason: 'too-large',
      message: `${server}/ can't be fetched: it is larger than 1.5 MB.`,
    });
  });

  it('refuse a length before the body comes', async () => {
    const server = await serveRaw('HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n', 'stay');
    expect((await faultOf(server, { maxBytes: 100 })).reason).toBe('too-large');
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(20_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(20_000_000))],
    ['deflate', deflateSync(Buffer.alloc(20_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(20_000_000)))],
  ])('stop a bomb in %s while it is decoded', async (coding, bomb) => {
    const server = await serve((_request, response) => response.writeHead(200, { 'Content-Encoding': coding }).end(bomb));
    const before = process.memoryUsage().arrayBuffers;
    expect((await faultOf(server, { maxBytes: 1_000_000 })).reason).toBe('too-large');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('end headers that are too large', async () => {
    const server = await serveRaw(`HTTP/1.1 200 OK\r\n${'X-Long: text and more text\r\n'.repeat(2_000)}\r\n`);
    expect(await faultOf(server)).toMatchObject({ reason: 'too-large', message: expect.stringContaining('headers') });
  });

  it.each([
    ['says nothing', (): void => undefined],
    ['stops within the body', (_request: IncomingMessage, response: ServerResponse): void => void response.write('and then')],
    [
      'dribbles its body',
      (_request: IncomingMessage, response: ServerResponse): void => {
        const timer = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
    [
      'dribbles a compressed body',
      (_request: IncomingMessage, response: ServerResponse): void => {
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).write(gzipSync('content').subarray(0, 12));
      },
    ],
    [
      'redirects slowly',
      (request: IncomingMessage, response: ServerResponse): void => {
        setTimeout(() => response.writeHead(302, { Location: `${request.url}x` }).end(), 80);
      },
    ],
  ])('end a fetch in time when the server %s', async (_what, handler) => {
    const server = await serve(handler);
    expect(await faultOf(server, { timeout: 300 })).toMatchObject({
      reason: 'timeout',
      message: `${server}/ can't be fetched: it takes longer than 0.3 s.`,
    });
  });

  it('end dribbled headers in time', async () => {
    const server = await listen(
      createTcpServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
        const timer = setInterval(() => socket.write('.'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    expect((await faultOf(server, { timeout: 300 })).reason).toBe('timeout');
  });

  it('end a look-up that never answers', async () => {
    const lookup: LookupFunction = () => undefined;
    expect((await faultOf('http://slow.example/', { timeout: 100 }, fetcher({ lookup }))).reason).toBe('timeout');
  });

  it('end a fetch when its signal says so, and its connection with it', async () => {
    const stop = new AbortController();
    let connectionEnded: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (connectionEnded = resolve));
    const server = await serve((_request, response) => {
      response.on('close', connectionEnded);
      response.write('some');
      stop.abort();
    });
    const fault = await faultOf(server, { signal: stop.signal });
    expect(fault).toMatchObject({ reason: 'timeout', message: expect.stringContaining('ended early') });
    await closed;

    expect((await faultOf(server, { signal: stop.signal })).reason).toBe('timeout');
  });
});
