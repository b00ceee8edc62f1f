import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createComment, listComments, listSpaces, merge, openPool, readPage, readTree, search, writePage } from './floor-operations.js';
import { readFloorSettings } from './floor-settings.js';

/* What no server in this language goes below: Node's own HTTP server and one statement. */
const { port, databaseUrl } = readFloorSettings();
const pool = openPool(databaseUrl);

/** Undefined: nothing is there. */
function answerOf(request: IncomingMessage): Promise<object | undefined> {
  const [path = '', query] = (request.url ?? '').split('?');
  const [, , , id = '', part, place = '', last = ''] = path.split('/');
  switch (part) {
    case 'spaces':
      return listSpaces(pool, id);
    case 'search':
      return search(pool, id, new URLSearchParams(query).get('query') ?? '');
    case 'comments':
      return request.method === 'POST' ? bodyOf(request).then((body) => createComment(pool, id, JSON.parse(body))) : listComments(pool, id);
    case 'content':
      return place === 'pages' ? readTree(pool, id) : readPage(pool, id, last);
    default:
      // change-requests/ID/content, change-requests/ID/merge
      return last === 'merge' ? merge(pool, id, place) : bodyOf(request).then((body) => writePage(pool, id, place, JSON.parse(body)));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a request without an encoding gives no other
  return Buffer.concat(chunks).toString('utf8');
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const found = await answerOf(request);
  response.writeHead(found === undefined ? 404 : 200, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(found ?? null));
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
}).listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
