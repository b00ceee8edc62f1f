import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SLOW } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

jest.setTimeout(SLOW);

const ORIGIN = 'https://docs.example.com';

let service: TestApp;
let token: string;

beforeAll(async () => {
  service = await startTestApp({ CORS_ORIGINS: `${ORIGIN}, https://other.example.com:8443`, HEADERS_TIMEOUT_SECONDS: '1', REQUEST_TIMEOUT_SECONDS: '2', PUBLIC_URL: 'https://api.example.com' });
  ({ token } = await service.make.user());
});
afterAll(() => service.close());

it('hands a request to its route without trying the patterns of others', async () => {
  // Not in Express's public types.
  const { stack } = service.app.getHttpAdapter().getInstance().router as unknown as { stack: { route?: object; match: (path: string) => unknown }[] };
  const tried = stack.filter(({ route }) => route !== undefined).map((layer) => jest.spyOn(layer, 'match'));
  expect((await service.as(token).get('/v1/user')).status).toBe(200);
  expect(tried.filter(({ mock }) => mock.calls.length > 0)).toEqual([]);
  for (const spy of tried) spy.mockRestore();
});

describe('every answer', () => {
  it.each(['/v1/user', '/v1/nothing', '/v1/orgs'])('at %s tells browsers to guess, frame and draw nothing', async (path) => {
    const { headers } = await service.as(token).get(path);
    expect(Object.fromEntries(['x-content-type-options', 'referrer-policy', 'content-security-policy', 'strict-transport-security'].map((name) => [name, headers.get(name)]))).toEqual({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000',
    });
    expect(headers.has('x-powered-by')).toBe(false);
  });

  it('of the documentation can be drawn, but not framed', async () => {
    const { headers } = await service.as().get('/docs');
    expect([headers.get('x-frame-options'), headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual(['DENY', null, 'nosniff']);
  });

  it('over plain http asks for no https', async () => {
    const plain = await startTestApp();
    const { headers } = await plain.as().get('/v1/user').finally(() => plain.close());
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('pages of other origins', () => {
  const ask = (origin: string, method = 'GET', headers: Record<string, string> = {}): Promise<Response> => fetch(`${service.url}/v1/user`, { method, headers: { origin, ...headers } });

  it('that are named may read answers, errors and the headers that matter', async () => {
    const answer = await ask(ORIGIN, 'GET', { authorization: `Bearer ${token}` });
    expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.has('access-control-allow-credentials')]).toEqual([200, ORIGIN, false]);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(answer.headers.get('vary')).toContain('Origin');
    const error = await ask('https://other.example.com:8443');
    expect([error.status, error.headers.get('access-control-allow-origin')]).toEqual([401, 'https://other.example.com:8443']);
  });

  it('may ask before they send, without a token', async () => {
    const answer = await ask(ORIGIN, 'OPTIONS', { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization, content-type' });
    expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('access-control-allow-headers')]).toEqual([204, ORIGIN, 'authorization, content-type']);
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  it.each(['https://evil.example.com', 'https://docs.example.com.evil.example', 'http://docs.example.com', 'null'])('such as %s are told nothing when they are not named', async (origin) => {
    for (const method of ['GET', 'OPTIONS']) expect((await ask(origin, method)).headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('clients that dribble', () => {
  /** Sends the beginning, then a byte again and again; what the service says before it ends the connection. */
  function dribble(beginning: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(service.config.port, '127.0.0.1', () => socket.write(beginning));
      const timer = setInterval(() => socket.write('a'), 100);
      let told = '';
      socket.setEncoding('utf8').on('data', (text: string) => (told += text));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        resolve(told);
      });
      socket.setTimeout(60_000, () => reject(new Error('The connection is still open.')));
    });
  }

  it.each([
    ['their headers', 'GET /v1/user HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['their bodies', 'POST /v1/orgs HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"title":"'],
    ['their chunks', 'POST /v1/orgs HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nFFFFF\r\n{"title":"'],
  ])('%s are told so and cut', async (_, beginning) => {
    const told = await dribble(beginning);
    expect(told).toMatch(/^HTTP\/1\.1 408 /);
    expect(told).toContain('"code":408');
  });

  it('are cut though another request came over the connection before', async () => {
    const told = await dribble('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nX-Slow: ');
    expect(told).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 408 /);
  });
});
