import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { freePort } from './free-port.js';
import type { BenchOptions } from './options.js';
import { startService } from './processes/service-process.js';
import { sampleMarkdown } from './sample-pages.js';
import { median, rounded } from './statistics.js';
import type { Workbench } from './workbench.js';

export interface ImportReport {
  book: string;
  resources: number;
  /** Median of the wall time from the request to the answer. */
  seconds: number;
  /** Median of the CPU time that the service's process took for it. */
  cpuSeconds: number;
}

/** A real book beside the project's folder, where there is one. */
const BOOK = '../shared/data/rust-book';
const GENERATED_PAGES = 112;
const GENERATED_PARTS = 40;

/** Imports a zip archive of a book over HTTP into an empty space. */
export async function measureImport(bench: Workbench, databaseUrl: string, folder: string, options: BenchOptions): Promise<ImportReport> {
  const [book, archive] = existsSync(BOOK) ? [BOOK, await zipFolder(BOOK)] : [`generated, ${String(GENERATED_PAGES)} pages`, await zipGenerated()];
  const files = createServer((_, response) => response.setHeader('Content-Type', 'application/zip').end(archive));
  files.listen(await freePort(), '127.0.0.1');
  await once(files, 'listening');
  const { process: service, url: root } = await startService({ databaseUrl, data: join(folder, 'importing'), environment: { FETCH_ALLOW_HOSTS: '127.0.0.1' } });
  try {
    await service.answers(`${root}/readyz`, {});
    const source = addressOf(files.address());
    const seconds: number[] = [];
    const cpu: number[] = [];
    let resources = 0;
    for (let repeat = 0; repeat < options.imports; repeat += 1) {
      const space = await bench.space();
      const before = await service.cpu();
      const start = performance.now();
      resources = await importZip(`${root}/v1/spaces/${space.id}/content/import`, bench.token, source);
      seconds.push((performance.now() - start) / 1000);
      cpu.push(((await service.cpu()) - before) / 1_000_000);
    }
    return { book, resources, seconds: rounded(median(seconds)), cpuSeconds: rounded(median(cpu)) };
  } finally {
    await service.stop();
    files.closeAllConnections();
    files.close();
  }
}

async function importZip(url: string, token: string, source: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ source: 'zip', url: source }),
  });
  const body: unknown = await answer.json();
  if (answer.status !== 201 || typeof body !== 'object' || body === null || !('importedResources' in body)) {
    throw new Error(`The import answered ${String(answer.status)}: ${JSON.stringify(body)}`);
  }
  return Number(body.importedResources);
}

async function zipFolder(folder: string): Promise<Buffer> {
  const zip = new ZipFile();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) zip.addFile(path, path.slice(folder.length + 1));
  }
  zip.end();
  return buffer(zip.outputStream);
}

async function zipGenerated(): Promise<Buffer> {
  const zip = new ZipFile();
  for (let index = 0; index < GENERATED_PAGES; index += 1) zip.addBuffer(Buffer.from(sampleMarkdown(index, GENERATED_PARTS)), `${String(index)}.md`);
  zip.end();
  return buffer(zip.outputStream);
}

function addressOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return `http://127.0.0.1:${String(address.port)}/book.zip`;
}
