import { createServer, type Server } from 'node:http';

export interface DocumentSite {
  /** Address of a Markdown document. */
  url: string;
  /** Answers wait this long. */
  delayMilliseconds: number;
  /** What happens once it is asked, before it answers. */
  meanwhile: () => Promise<unknown>;
  close(): Promise<void>;
}

/** A web server on loopback with one Markdown document. */
export async function startDocumentSite(markdown = '# Imported\n\nText.\n'): Promise<DocumentSite> {
  const server: Server = createServer((_request, response) => {
    const answer = (): void => void response.writeHead(200, { 'content-type': 'text/markdown; charset=utf-8' }).end(markdown);
    void site.meanwhile().finally(() => setTimeout(answer, site.delayMilliseconds));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  const site: DocumentSite = {
    url: `http://127.0.0.1:${String(address.port)}/document.md`,
    delayMilliseconds: 0,
    meanwhile: () => Promise.resolve(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
