import { createServer } from 'node:http';
import { hostileSpecs } from '../../test/support/hostile-specs.js';

/* The web server of the hostile specs, in a process of its own: sending them must not slow the one that measures. */

const server = createServer((request, response) => {
  const path = request.url ?? '';
  const answer = answers.get(path);
  if (path === '/circle') response.writeHead(302, { location: path }).end();
  else if (path.startsWith('/endless/')) response.end(JSON.stringify({ $ref: String(Number(path.slice('/endless/'.length)) + 1) }));
  else if (typeof answer === 'function') answer(response);
  else if (answer === undefined) response.writeHead(404).end();
  else response.end(answer);
}).listen(0, '127.0.0.1');
const answers = new Map<string, ReturnType<typeof hostileSpecs>[number]['answer']>();
server.on('listening', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  const url = `http://127.0.0.1:${String(address.port)}`;
  const paths = hostileSpecs(url, address.port)
    // Those only wait for the site.
    .filter(({ code }) => code !== 'FETCH_TIMEOUT')
    .map(({ answer }, index) => {
    answers.set(`/${String(index)}`, answer);
    return `${url}/${String(index)}`;
  });
  process.send?.(paths);
});
