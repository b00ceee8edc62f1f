import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { UnavailableError } from '../errors/errors.js';
import { AnswerAdapter } from './answer-adapter.js';
import { WrittenAnswer } from './answer.js';

let server: Server;
let url: string;

beforeAll(async () => {
  // There is no room for anything large.
  const adapter = new AnswerAdapter({ milliseconds: 60_000, bytes: 1 });
  server = createServer((_, response) => {
    try {
      adapter.reply(response as Response, new WrittenAnswer(`"${'a'.repeat(100_000)}"`, '"tag"')); // of Express only what Node's has is used
    } catch (error) {
      response.writeHead(error instanceof UnavailableError ? 503 : 500).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`; // one that listens on TCP
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it.each([
  ['a read', 'GET', {}, 503, null],
  ['a read of what the client has', 'GET', { 'if-none-match': '"tag"' }, 304, '"tag"'],
  ['what was written', 'POST', {}, 200, '"tag"'],
])('tells, where there is no room, of %s', async (_, method, headers: Record<string, string>, status, tag) => {
  const answer = await fetch(url, { method, headers });
  await answer.text();
  expect([answer.status, answer.headers.get('etag')]).toEqual([status, tag]);
});
