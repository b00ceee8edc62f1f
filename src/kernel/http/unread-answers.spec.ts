import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { AnswerBounds } from '../config/config.js';
import { UnreadAnswers } from './unread-answers.js';

/** Far more than the system keeps for a client that reads nothing. */
const ANSWER = 16_000_000;
const FOR_EVER = 3_600_000;

let server: Server;
const clients: Socket[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function serve(bounds: AnswerBounds): Promise<UnreadAnswers> {
  server = createServer((_request, response) => response.end('x'.repeat(ANSWER)));
  const answers = new UnreadAnswers(bounds);
  answers.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return answers;
}

/** Asks, and reads nothing by itself. */
function ask(): Socket {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1'); // one that listens on TCP
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  clients.push(client);
  return client;
}

/** The server's side of the next connection. */
async function accepted(): Promise<Socket> {
  const [socket] = await once(server, 'connection');
  return socket;
}

describe('UnreadAnswers', () => {
  it('cuts who takes nothing of an answer in time', async () => {
    await serve({ milliseconds: 500, bytes: Infinity });
    ask();
    const socket = await accepted();
    await once(socket, 'close');
    expect(socket.bytesWritten).toBeGreaterThan(0);
  });

  it('leaves who takes it slowly, and who has nothing to take', async () => {
    await serve({ milliseconds: 2_000, bytes: Infinity });
    const idle = connect((server.address() as AddressInfo).port, '127.0.0.1'); // one that listens on TCP
    clients.push(idle);
    const client = ask();
    let taken = 0;
    const begin = Date.now();
    // In twice the time that it may stand still.
    for await (const bytes of client) {
      taken += (bytes as Buffer).length; // no encoding is set
      if (taken >= ANSWER) break;
      const pause = (4_000 * taken) / ANSWER - (Date.now() - begin);
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    expect(taken).toBeGreaterThanOrEqual(ANSWER);
    expect(idle.readyState).toBe('open');
  });

  it('cuts those that have taken nothing for longest where too much waits', async () => {
    await serve({ milliseconds: FOR_EVER, bytes: 2.5 * ANSWER });
    const sockets: Socket[] = [];
    for (let count = 0; count < 4; count += 1) {
      ask();
      sockets.push(await accepted());
    }
    for (const socket of sockets.slice(0, 2)) if (!socket.destroyed) await once(socket, 'close');
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
  });

  it('lets never more wait than may, however fast it is asked for', async () => {
    await serve({ milliseconds: FOR_EVER, bytes: 2.5 * ANSWER });
    const sockets: Socket[] = [];
    const waiting: number[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    // After the answer is written: the handler stands before.
    server.on('request', () => waiting.push(sockets.reduce((sum, socket) => sum + (socket.destroyed ? 0 : socket.writableLength), 0)));
    for (let count = 0; count < 12; count += 1) ask();
    while (waiting.length < 12) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(Math.max(...waiting)).toBeLessThanOrEqual(2.5 * ANSWER);
    expect(Math.max(...waiting)).toBeGreaterThan(ANSWER);
  });

  it('has no room for more before it cuts who may be about to read', async () => {
    const answers = await serve({ milliseconds: FOR_EVER, bytes: 2.5 * ANSWER });
    for (let count = 0; count < 2; count += 1) {
      ask();
      await once(server, 'request');
    }
    expect([answers.hasRoomFor(ANSWER), answers.hasRoomFor(1_000)]).toEqual([false, true]);
    expect(clients.map(({ destroyed }) => destroyed)).toEqual([false, false]);
    while (!answers.hasRoomFor(ANSWER)) await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
