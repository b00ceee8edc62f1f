import { createServer, type ServerResponse } from 'node:http';

export interface SpecSite {
  /** Without a slash at the end. */
  url: string;
  port: number;
  /** What each path answers: a text, bytes, or whatever a function does. */
  paths: Map<string, string | Uint8Array | ((response: ServerResponse) => void)>;
  /** Paths in the order in which they were asked for. */
  asked: string[];
  close(): Promise<void>;
}

/** A web server on loopback with documents that a test can change. */
export async function startSpecSite(): Promise<SpecSite> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    site.asked.push(path);
    const answer = site.paths.get(path);
    if (typeof answer === 'function') answer(response);
    else if (answer === undefined) response.writeHead(404).end('Not found');
    else response.writeHead(200, { 'content-type': 'text/plain' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  const site: SpecSite = {
    url: `http://127.0.0.1:${String(address.port)}`,
    port: address.port,
    paths: new Map(),
    asked: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
