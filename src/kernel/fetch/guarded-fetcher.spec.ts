import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeAll, faultOf, fetcher, resolveTo, serve, serveRaw } from './fetch.testing.js';

afterEach(closeAll);

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

  it('are not reached by a name that resolves anew: each connection looks up once', async () => {
    const server = await serve((_request, response) => response.end('first'));
    const { port } = new URL(server);
    const answers = ['127.0.0.1', '127.0.0.2'];
    let lookups = 0;
    const lookup: LookupFunction = (hostname, options, callback) => {
      resolveTo(answers[lookups] ?? '127.0.0.3')(hostname, options, callback);
      lookups += 1;
    };
    expect((await fetcher({ lookup, allowHosts: ['wiki.example'] }).fetch(`http://wiki.example:${port}/`)).body.toString()).toBe('first');
    expect(lookups).toBe(1);
  });

  it('of a listed name are tried one after the other', async () => {
    const server = await serve((_request, response) => response.end('second'));
    const made = fetcher({ lookup: resolveTo('::1', '127.0.0.1'), allowHosts: ['wiki.example'] });
    expect((await made.fetch(`http://wiki.example:${new URL(server).port}/`)).body.toString()).toBe('second');
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
