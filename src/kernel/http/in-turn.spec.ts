import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { inTurn } from './in-turn.js';

let server: Server;
let client: Socket;
let begun: string[];
let most: number;
let answer: Promise<void>;

beforeEach(async () => {
  begun = [];
  most = 0;
  answer = Promise.resolve();
  let underWay = 0;
  const app = express();
  app.use(inTurn());
  app.use(async (request, response) => {
    begun.push(request.url);
    most = Math.max(most, (underWay += 1));
    await answer;
    underWay -= 1;
    response.end(request.url);
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1').on('error', () => undefined); // one that listens on TCP
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ask = (count: number, last = ''): void => {
  client.write(Array.from({ length: count }, (_, place) => `GET /${String(place)} HTTP/1.1\r\nHost: a\r\n${place === count - 1 ? last : ''}\r\n`).join(''));
};

describe('inTurn', () => {
  it('begins each request of a connection when the one before it is answered', async () => {
    let told = '';
    client.on('data', (text: string) => (told += text));
    ask(100, 'Connection: close\r\n');
    await once(client, 'close');
    expect([begun, most]).toEqual([Array.from({ length: 100 }, (_, place) => `/${String(place)}`), 1]);
    expect(told.match(/\/\d+(?=HTTP|$)/g)).toEqual(begun);
  });

  it('cuts a connection on which too many wait, and begins none of them', async () => {
    let release = (): void => undefined;
    answer = new Promise((resolve) => (release = resolve));
    ask(1_000);
    await once(client, 'close');
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['/0']);
  });
});
