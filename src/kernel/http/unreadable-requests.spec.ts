import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { answerUnreadableRequests } from './unreadable-requests.js';

it('keeps no connection of who is refused and never ends it', async () => {
  const server = createServer();
  answerUnreadableRequests(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  // Reads nothing, ends nothing.
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined); // one that listens on TCP
  client.write('no such thing\r\n\r\n');
  const [socket] = await accepted;
  await once(socket, 'close');
  let told = '';
  for await (const text of client.setEncoding('latin1')) told += String(text);
  expect(told).toMatch(/^HTTP\/1\.1 400 /);
  client.destroy();
  server.close();
  await once(server, 'close');
}, 60_000);
