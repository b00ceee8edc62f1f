import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expressServer } from './express-server.js';

describe('expressServer', () => {
  it("makes requests and answers that are Express's own before Express sees them", async () => {
    const app = express();
    app.set('trust proxy', true);
    app.get('/who', (request, response) => void response.status(203).json({ ip: request.ip, query: request.query, app: request.app === app && response.app === app }));
    const seen: boolean[] = [];
    const server = expressServer(app).prependListener('request', (request, response) => {
      seen.push(Object.getPrototypeOf(request) === app.request, Object.getPrototypeOf(response) === app.response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const answer = await fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/who?a=1`, { headers: { 'X-Forwarded-For': '192.0.2.7' } });
    expect([answer.status, await answer.json()]).toEqual([203, { ip: '192.0.2.7', query: { a: '1' }, app: true }]);
    expect(seen).toEqual([true, true]);
    server.close();
  });
});
