import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aheadOfRouter } from './ahead-of-router.js';
import { expressServer } from './express-server.js';
import { routeIndex } from './route-index.js';

/** The step that is to fail, and how. */
const FAULTS: Readonly<Record<string, () => unknown>> = {
  '/thrown': () => {
    throw new Error('thrown');
  },
  '/rejected': () => Promise.reject(new Error('rejected')),
};

describe('aheadOfRouter', () => {
  let server: Server;
  const ask = async (path: string): Promise<unknown> => (await fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}${path}`)).json();

  beforeAll(async () => {
    const app = express();
    const told = (name: string) => (request: Request, _response: Response, next: NextFunction) => {
      request.params = { steps: `${request.params?.['steps'] ?? ''}${name} ` };
      next(request.url === `/step/${name}` ? new Error(name) : undefined);
    };
    app.use(told('used'));
    aheadOfRouter(app, told('first'), told('second'), (request, response, next) => {
      if (request.url === '/ended') response.json(request.params);
      else if (request.url === '/step/thrown') throw new Error('thrown');
      else next();
    }, routeIndex(app));
    for (const [path, handler] of Object.entries(FAULTS)) app.get(path, async () => handler());
    app.get('/sync', () => {
      throw new Error('sync');
    });
    app.get('/none', (_request, _response, next) => next());
    app.use((error: Error, _request: Request, response: Response, next: NextFunction) => {
      if (response.headersSent) next(error);
      else response.status(400).json({ fault: error.message });
    });
    app.use((_request: Request, response: Response) => void response.status(404).json({ nothing: true }));
    server = expressServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => {
    server.close();
  });

  it('runs what was used before, then the steps, in turn', async () => {
    expect(await ask('/ended')).toEqual({ steps: 'used first second ' });
  });

  it.each(['used', 'first', 'second', 'thrown'])('hands the fault of a step (%s) to what answers faults', async (name) => {
    expect(await ask(`/step/${name}`)).toEqual({ fault: name });
  });

  it.each(['thrown', 'rejected', 'sync'])('hands what a route has %s to what answers faults', async (name) => {
    expect(await ask(`/${name}`)).toEqual({ fault: name });
  });

  it.each(['/none', '/nothing', '/none?query'])('leaves %s to Express when nothing has answered', async (path) => {
    expect(await ask(path)).toEqual({ nothing: true });
  });
});
