import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Answers every address with an archive of two pages, each with a picture of its own: what they are called comes with the address. */
export class ImportSite {
  private constructor(private readonly server: Server) {}

  static async start(): Promise<ImportSite> {
    const server = createServer((request, response) => {
      const titles = new URL(request.url ?? '/', 'http://site').searchParams.getAll('title');
      void archiveOf(titles).then((archive) => response.setHeader('content-type', 'application/zip').end(archive));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ImportSite(server);
  }

  /** Of an archive with pages of these titles. */
  addressOf(titles: readonly string[]): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
    return `http://127.0.0.1:${String(address.port)}/book.zip?${titles.map((title) => `title=${encodeURIComponent(title)}`).join('&')}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

function archiveOf(titles: readonly string[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [index, title] of titles.entries()) {
    zip.addBuffer(Buffer.from(`# ${title}\n\n![](picture-${String(index)}.svg)\n`), `page-${String(index)}.md`);
    zip.addBuffer(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title></svg>`), `picture-${String(index)}.svg`);
  }
  zip.end();
  return buffer(zip.outputStream);
}
