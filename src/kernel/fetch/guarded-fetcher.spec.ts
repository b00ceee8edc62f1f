import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type LookupFunction, type Server as TcpServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FetchError, type FetchBounds } from './fetcher.js';
import { GuardedFetcher, type GuardedFetcherOptions } from './guarded-fetcher.js';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: Server | TcpServer): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** @returns the address of a server that lives until the end of the test */
function serve(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  return listen(createServer(handler));
}

/** A server that says `text` to whoever sends something, and then ends the connection or leaves it open. */
function serveRaw(text: string, then: 'end' | 'reset' | 'stay' = 'end'): Promise<string> {
  return listen(
    createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write(text, () => {
          if (then === 'end') socket.end();
          if (then === 'reset') socket.resetAndDestroy();
        });
      });
    }),
  );
}

function fetcher(options: Partial<GuardedFetcherOptions> = {}): GuardedFetcher {
  const made = new GuardedFetcher({ allowHosts: ['127.0.0.1'], userAgent: 'Docspine/1.2.3', ...options });
  closers.unshift(() => made.close());
  return made;
}

async function faultOf(address: string, bounds?: FetchBounds, from = fetcher()): Promise<FetchError> {
  try {
    await from.fetch(address, bounds);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    // For people: no word of Node, undici or a stack.
    expect(error.message).toMatch(/^\S.* can't be fetched: .+\.$/);
    expect(error.message).not.toMatch(/undici|UND_|Error|E[A-Z]{4,}|\bat \/|undefined|\[object/);
    return error;
  }
  throw new Error(`${address} was fetched`);
}

const resolveTo = (...addresses: string[]): LookupFunction => (_hostname, _options, callback) => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  process.nextTick(callback, null, found);
};

describe('an answer', () => {
  it('has address, status, headers, type and bytes', async () => {
    const requests: IncomingMessage[] = [];
    const server = await serve((request, response) => {
      requests.push(request);
      response.writeHead(200, { 'Content-Type': 'Text/HTML; charset=UTF-8', 'X-Two': ['a', 'b'], 'Set-Cookie': 'session=1' });
      response.end('<p>ä</p>');
    });
    const made = fetcher();
    const answer = await made.fetch(`${server}/a%20b?c=d#e`, { accept: 'text/html' });
    expect(answer).toMatchObject({ url: `${server}/a%20b?c=d#e`, status: 200, contentType: 'text/html', charset: 'utf-8' });
    expect(answer.headers['x-two']).toBe('a, b');
    expect(answer.body.toString()).toBe('<p>ä</p>');

    await made.fetch(server);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /a%20b?c=d', 'GET /']);
    expect(requests[0]?.headers).toMatchObject({ 'user-agent': 'Docspine/1.2.3', 'accept': 'text/html' });
    expect(requests[1]?.headers).not.toHaveProperty('cookie');
    expect(requests[1]?.headers).not.toHaveProperty('authorization');
  });

  it.each([204, 300, 304, 400, 404, 410, 429, 500, 503])('may have status %d', async (status) => {
    const server = await serve((_request, response) => response.writeHead(status, { 'Content-Encoding': 'gzip' }).end());
    expect(await fetcher().fetch(server)).toMatchObject({ status, contentType: '', body: Buffer.alloc(0) });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is decoded from %s', async (coding, encode) => {
    const server = await serve((_request, response) => response.writeHead(200, { 'Content-Encoding': coding }).end(encode('content')));
    expect((await fetcher().fetch(server)).body.toString()).toBe('content');
  });

  it('may come by HTTP/1.0 without a length', async () => {
    const server = await serveRaw('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nold and good');
    expect((await fetcher().fetch(server)).body.toString()).toBe('old and good');
  });

  it('is complete when it follows on early hints', async () => {
    const server = await serveRaw('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await fetcher().fetch(server)).body.toString()).toBe('ok');
  });

  it('comes to many fetches at once', async () => {
    const server = await serve((request, response) => setTimeout(() => response.end(request.url), 20));
    const made = fetcher();
    const paths = Array.from({ length: 40 }, (_, index) => `/${index}`);
    const answers = await Promise.all(paths.map((path) => made.fetch(`${server}${path}`)));
    expect(answers.map(({ body }) => body.toString())).toEqual(paths);
  });
});

describe('redirects', () => {
  function redirecting(locations: Record<string, string>, status = 302): Promise<string> {
    return serve((request, response) => {
      const location = locations[request.url ?? ''];
      if (location === undefined) response.end(`at ${request.url}`);
      else response.writeHead(status, { Location: location }).end('moved');
    });
  }

  it.each([301, 302, 303, 307, 308])('are followed for status %d, also relative ones', async (status) => {
    const server = await redirecting({ '/a/b': '../c?d', '/c?d': 'e' }, status);
    const other = await redirecting({ '/start': `${server}/a/b`, '/scheme': `//${new URL(server).host}/e` }, status);
    const answer = await fetcher().fetch(`${other}/start`);
    expect(answer).toMatchObject({ status: 200, url: `${server}/e`, body: Buffer.from('at /e') });
    expect((await fetcher().fetch(`${other}/scheme`)).url).toBe(`${server}/e`);
  });

  it('are limited', async () => {
    const server = await redirecting({ '/1': '/2', '/2': '/3', '/3': '/4', '/loop': '/loop' });
    expect((await fetcher().fetch(`${server}/1`, { maxRedirects: 3 })).url).toBe(`${server}/4`);
    expect(await faultOf(`${server}/1`, { maxRedirects: 2 })).toMatchObject({
      reason: 'too-many-redirects',
      message: `${server}/1 can't be fetched: it redirects more than 2 times.`,
    });
    expect((await faultOf(`${server}/1`, { maxRedirects: 0 })).reason).toBe('too-many-redirects');
    expect((await faultOf(`${server}/loop`)).message).toContain('more than 10 times');
  });

  it.each([{}, { Location: '' }])('without a target are an answer (%j)', async (headers) => {
    const server = await serve((_request, response) => response.writeHead(302, headers).end('where to?'));
    expect(await fetcher().fetch(server)).toMatchObject({ status: 302, body: Buffer.from('where to?') });
  });

  it.each(['http://127.0.0.2:PORT/', 'http://[::1]:PORT/', 'http://2130706434/', 'http://0x7f.2/', 'http://169.254.169.254/latest', 'http://10.1/', '//localhost:PORT/', 'http://[::ffff:127.0.0.1]:PORT/'])(
    'to %s are refused, although they come from an allowed host',
    async (location) => {
      const paths: string[] = [];
      const server: string = await serve((request, response) => {
        paths.push(request.url ?? '');
        response.writeHead(302, { Location: location.replace('PORT', new URL(server).port) }).end();
      });
      const fault = await faultOf(`${server}/start`);
      expect(fault.reason).toBe('forbidden-address');
      expect(fault.message).toContain(`(redirected from ${server}/start)`);
      expect(fault.message).toContain('FETCH_ALLOW_HOSTS');
      expect(paths).toEqual(['/start']);
    },
  );

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'http://user:secret@127.0.0.1/', 'http://[', 'data:text/plain,x'])(
    'to %s are refused',
    async (location) => {
      const fault = await faultOf(await redirecting({ '/': location }));
      expect(fault.reason).toBe('malformed');
      expect(fault.message).not.toContain('secret');
    },
  );

  it('are followed while their own body goes on', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/end') response.end('there');
      else response.writeHead(302, { Location: '/end' }).write('never ends');
    });
    expect((await fetcher().fetch(server)).body.toString()).toBe('there');
  });
});

describe('forbidden addresses', () => {
  it.each(['http://127.0.0.1:PORT/', 'http://2130706433:PORT/', 'http://0177.1:PORT/', 'http://localhost:PORT/', 'http://LOCALHOST.:PORT/', 'http://wiki.localhost:PORT/', 'http://[::ffff:7f00:1]:PORT/', 'http://0:PORT/'])(
    'include %s',
    async (address) => {
      let requests = 0;
      const server = await serve((_request, response) => {
        requests += 1;
        response.end();
      });
      const fault = await faultOf(address.replace('PORT', new URL(server).port), {}, fetcher({ allowHosts: [] }));
      expect(fault.reason).toBe('forbidden-address');
      expect(requests).toBe(0);
    },
  );

  it.each([
    [['127.0.0.1']],
    [['93.184.215.14', '10.0.0.1']],
    [['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::1']],
    [['::ffff:127.0.0.1', '93.184.215.14']],
    [['64:ff9b::7f00:1']],
  ])('are found among all that a name resolves to: %j', async (addresses) => {
    const fault = await faultOf('http://rebind.example/', {}, fetcher({ lookup: resolveTo(...addresses) }));
    expect(fault.reason).toBe('forbidden-address');
    for (const address of addresses) expect(fault.message).not.toContain(address);
  });

  it('are not reached by a name that resolves anew after the check', async () => {
    let requests = 0;
    const server = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    let lookups = 0;
    // The first answer is public; its port is closed or unreachable here, a second look-up would find the server.
    const lookup: LookupFunction = (hostname, options, callback) => {
      lookups += 1;
      resolveTo(lookups === 1 ? '255.255.255.254' : '127.0.0.1')(hostname, options, callback);
    };
    const fault = await faultOf(`http://rebind.example:${new URL(server).port}/`, { timeout: 500 }, fetcher({ lookup }));
    expect(fault.reason).toBe('forbidden-address');
    expect([lookups, requests]).toEqual([1, 0]);
  });

  it('are reached through a listed name, and only on a listed port', async () => {
    const server = await serve((request, response) => response.end(request.headers.host));
    const { port } = new URL(server);
    const lookup = resolveTo('127.0.0.1');
    const answer = await fetcher({ lookup, allowHosts: [`Wiki.Example:${port}`] }).fetch(`http://wiki.example:${port}/`);
    expect(answer.body.toString()).toBe(`wiki.example:${port}`);
    await fetcher({ lookup, allowHosts: ['wiki.example'] }).fetch(`http://wiki.example.:${port}/`);

    for (const allowHosts of [['wiki.example:1'], ['example'], ['127.0.0.1']]) {
      const fault = await faultOf(`http://wiki.example:${port}/`, {}, fetcher({ lookup, allowHosts }));
      expect(fault.reason).toBe('forbidden-address');
    }
  });
});

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
    await closers.pop()?.();
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
    ['gzip', gzipSync(Buffer.alloc(100_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(100_000_000))],
    ['deflate', deflateSync(Buffer.alloc(100_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(100_000_000)))],
  ])('stop a bomb in %s while it is decoded', async (coding, bomb) => {
    const server = await serve((_request, response) => response.writeHead(200, { 'Content-Encoding': coding }).end(bomb));
    const before = process.memoryUsage().arrayBuffers;
    expect((await faultOf(server, { maxBytes: 1_000_000 })).reason).toBe('too-large');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
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
    const started = performance.now();
    expect(await faultOf(server, { timeout: 300 })).toMatchObject({
      reason: 'timeout',
      message: `${server}/ can't be fetched: it takes longer than 0.3 s.`,
    });
    expect(performance.now() - started).toBeLessThan(2_000);
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
