import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Express, type Request } from 'express';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aheadOfRouter } from './ahead-of-router.js';
import { expressServer } from './express-server.js';
import { routeIndex } from './route-index.js';

/** A router as the service's: literal and parameter compete, and the first one registered wins. */
function routes(app: Express): void {
  const tell = (name: string) => (request: Request, response: express.Response) => void response.json({ name, params: request.params });
  app.get('/v1/spaces/:spaceId', tell('space'));
  app.get('/v1/spaces/:spaceId/content/page/:pageId', tell('page'));
  app.post('/v1/spaces/:spaceId/content/import', tell('import'));
  app.get('/v1/spaces/:spaceId/content/:other/fixed', tell('other'));
  app.get('/v1/spaces/:spaceId/content/page/fixed', tell('never'));
  app.get('/v1/files/:name.json', tell('file'));
  app.get('/v1/files/:name', tell('behind'));
  app.get('/v1/beside/:id', tell('beside'));
  app.get('/v1/spaces/:spaceId/paths/*path', tell('path'));
  app.get('/v1/spaces/:spaceId/paths/:one', tell('behind'));
  app.get('/v1/spaces/:spaceId/comments', tell('comments'));
}

const REQUESTS = [
  'GET /v1/spaces/one',
  'GET /v1/spaces/one?query=1/2',
  'GET /v1/spaces/one/',
  'GET /V1/Spaces/one',
  'GET /v1/spaces/',
  'GET /v1/spaces//content/page/x',
  'HEAD /v1/spaces/one',
  'OPTIONS /v1/spaces/one',
  'POST /v1/spaces/one',
  'POST /v1/spaces/one/content/import',
  'GET /v1/spaces/one/content/import',
  'GET /v1/spaces/one/content/page/fixed',
  'GET /v1/spaces/one/content/page/%C3%A4%2Fb',
  'GET /v1/spaces/one/content/page/%ff',
  'GET /v1/spaces/__proto__/content/page/constructor',
  'GET /v1/files/a.json',
  'GET /v1/files/a.text',
  'GET /v1/beside/x',
  'GET /v1/spaces/one/paths/x',
  'GET /v1/spaces/one/paths/x/y',
  'GET /v1/spaces/one/comments',
  'GET /v1/nothing',
];

describe('routeIndex', () => {
  const servers: Server[] = [];
  const urls: string[] = [];
  beforeAll(async () => {
    for (const indexed of [false, true]) {
      const app = express();
      if (indexed) aheadOfRouter(app, routeIndex(app));
      routes(app);
      app.use((error: Error, _request: Request, response: express.Response, next: express.NextFunction) => {
        if (response.headersSent) next(error);
        else response.status(400).json({ name: error.name });
      });
      const server = await new Promise<Server>((resolve) => {
        const listening = expressServer(app).listen(0, '127.0.0.1', () => {
          resolve(listening);
        });
      });
      servers.push(server);
      urls.push(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
    }
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  it.each(REQUESTS)('answers %s as Express does alone', async (line) => {
    const [method, path = ''] = line.split(' ');
    const [alone, indexed] = await Promise.all(
      urls.map(async (url) => {
        const answer = await fetch(url + path, { method });
        return { status: answer.status, allow: answer.headers.get('allow'), text: await answer.text() };
      }),
    );
    expect(indexed).toEqual(alone);
  });

  it('takes plain requests from the router, and none that a pattern before could take', () => {
    const app = express();
    routes(app);
    const taken = (method: string, url: string): boolean => {
      let isTaken = true;
      const request = { method, url } as Request;
      const response = { json: () => undefined } as unknown as express.Response;
      void routeIndex(app)(request, response, () => {
        isTaken = false;
      });
      return isTaken;
    };
    expect(taken('GET', '/v1/spaces/one/content/page/two?format=document')).toBe(true);
    expect(taken('POST', '/v1/spaces/one/content/import')).toBe(true);
    expect(taken('GET', '/v1/spaces/one/content/page/%20')).toBe(false);
    expect(taken('GET', '/v1/files/x')).toBe(false);
    expect(taken('GET', '/v1/beside/x')).toBe(true);
    expect(taken('GET', '/v1/spaces/one/paths/x')).toBe(false);
    expect(taken('GET', '/v1/spaces/one/comments')).toBe(true);
    app.use('/v1/guarded', (_request, _response, next) => next());
    app.get('/v1/guarded/:id', (_request, response) => void response.json({}));
    expect(taken('GET', '/v1/guarded/x')).toBe(false);
  });
});
