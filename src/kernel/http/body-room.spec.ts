import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import express, { type ErrorRequestHandler } from 'express';
import { ServiceError, UnavailableError } from '../errors/errors.js';
import { until } from '../../../test/support/processes.js';
import { bodyReader } from './body-reader.js';
import { BodyRoom } from './body-room.js';

const ROOM = 1_000_000;

describe('BodyRoom', () => {
  it('takes until it is full, and again what was given back', () => {
    const room = new BodyRoom(ROOM);
    const [one, other] = [room.share(), room.share()];
    one.take(500_000);
    expect(() => other.take(400_000)).toThrow(UnavailableError);
    expect(() => other.require(400_000)).toThrow(UnavailableError);
    other.require(300_000);
    one.giveBack();
    one.giveBack();
    other.take(400_000);
    expect(() => other.takeValues(8_000)).toThrow(UnavailableError);
    expect(() => other.take(500_000)).toThrow(UnavailableError);
  });

  it('leaves a part to what is small', () => {
    const room = new BodyRoom(ROOM);
    room.share().take(ROOM * 0.875);
    const small = room.share();
    small.take(60_000);
    expect(() => small.take(10_000)).toThrow(UnavailableError);
    room.share().take(60_000);
    expect(() => room.share().take(6_000)).toThrow(UnavailableError);
  });
});

describe('requests that share a room', () => {
  let server: Server;
  let port: number;
  let room: BodyRoom;
  let hold: Promise<void> | undefined;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    room = new BodyRoom(ROOM);
    hold = undefined;
    const app = express();
    app.use(bodyReader({ limit: 2 * ROOM, room }));
    app.use(async (_request, response) => {
      await hold;
      response.json({});
    });
    const onError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
      if (response.headersSent) {
        next(error);
        return;
      }
      const status = error instanceof UnavailableError ? 503 : error instanceof ServiceError ? 400 : 500;
      response.status(status).json({ message: String(error) });
    };
    app.use(onError);
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo); // one that listens on TCP
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = async (body: string | Buffer, headers: Record<string, string> = {}): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    await answer.text();
    return answer.status;
  };
  /** All that may be taken is taken again by one. */
  const isEmpty = (): boolean => {
    const share = room.share();
    try {
      share.require(ROOM * 0.875);
      return true;
    } catch {
      return false;
    }
  };
  const begin = async (...head: string[]): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(['POST / HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...head, '', ''].join('\r\n'));
    return socket;
  };
  const JSON_OF = (length: number): string => JSON.stringify('a'.repeat(length - 2));

  it('are told 503 where there is too little left, small ones are not, and nothing is kept of those that ended', async () => {
    const slow = await begin('Content-Length: 800000');
    slow.write('"');
    slow.write('a'.repeat(600_000));
    await until(() => Promise.resolve(!isEmpty()));
    await until(async () => (await send(JSON_OF(300_000))) === 503);
    expect(await send(JSON_OF(20_000))).toBe(200);
    slow.destroy();
    await until(() => Promise.resolve(isEmpty()));
    expect(await send(JSON_OF(300_000))).toBe(200);
  });

  it('count what they decode to, and what it is parsed into', async () => {
    expect(await send(gzipSync(JSON_OF(1_500_000)), { 'content-encoding': 'gzip' })).toBe(503);
    expect(await send(`[${'1,'.repeat(20_000)}1]`)).toBe(503);
    expect(await send(`[${'1,'.repeat(5_000)}1]`)).toBe(200);
    await until(() => Promise.resolve(isEmpty()));
  });

  it.each([
    ['malformed', '{"a":', 400, {}],
    ['too large', 'x'.repeat(2_000_001), 400, {}],
    ['not as encoded', 'x', 400, { 'content-encoding': 'gzip' }],
  ])('keep nothing that is %s', async (_, body, status, headers: Record<string, string>) => {
    expect(await send(body, headers)).toBe(status);
    await until(() => Promise.resolve(isEmpty()));
  });

  it('count their bodies until they are answered', async () => {
    let release = (): void => undefined;
    hold = new Promise((resolve) => (release = resolve));
    const answered = send(JSON_OF(500_000));
    await until(() => Promise.resolve(!isEmpty()));
    expect(await send(JSON_OF(500_000))).toBe(503);
    release();
    expect(await answered).toBe(200);
    await until(() => Promise.resolve(isEmpty()));
  });

  it.each([
    ['that ask first', ['Content-Length: 1500000', 'Expect: 100-continue']],
    ['in chunks', ['Transfer-Encoding: chunked']],
  ])('are answered %s, and the connection is of use again', async (_, head) => {
    const socket = await begin(...head);
    let told = '';
    socket.setEncoding('latin1').on('data', (text: string) => (told += text));
    const isChunked = head.length === 1;
    const body = 'x'.repeat(1_500_000);
    socket.write(isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    expect(told).toMatch(/HTTP\/1\.1 503 [^]*HTTP\/1\.1 200 /);
  });

  it('may come byte by byte', async () => {
    const socket = await begin('Transfer-Encoding: chunked', 'Connection: close');
    let told = '';
    socket.setEncoding('latin1').on('data', (text: string) => (told += text));
    socket.write([...JSON_OF(10_000)].map((byte) => `1\r\n${byte}\r\n`).join('') + '0\r\n\r\n');
    await once(socket, 'close');
    expect(told).toMatch(/^HTTP\/1\.1 200 /);
  });
});
