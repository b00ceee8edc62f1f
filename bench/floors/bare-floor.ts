import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFloorSettings } from './floor-settings.js';
import { findPage, openPool } from './page-statement.js';

/* What no server in this language goes below: Node's own HTTP server and one statement. */
const { port, databaseUrl } = readFloorSettings();
const pool = openPool(databaseUrl);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, , , spaceId = '', , , pageId = ''] = (request.url ?? '').split('/');
  const page = await findPage(pool, spaceId, pageId);
  response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(page ?? null));
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
}).listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
