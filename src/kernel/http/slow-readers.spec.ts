import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { AnswerBounds } from '../config/config.js';
import { cutSlowReaders } from './slow-readers.js';

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

async function serve(bounds: AnswerBounds): Promise<void> {
  server = createServer((_request, response) => response.end('x'.repeat(ANSWER)));
  cutSlowReaders(server, bounds);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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

describe('cutSlowReaders', () => {
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
});
