import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import type { Latency } from './latency.js';
import { fetchSpec, REAL_SPECS } from './real-specs.js';
import { onStage, type Stage } from './stage.js';

/*
 * Reads the specs of real interfaces through the service, reads them back, and compares them with what their packages
 * hold, value by value and byte by byte; with the time, the memory, and what other requests notice of it.
 */

interface SpecFigures {
  slug: string;
  package: string;
  bytes: number;
  /** From the request to the state complete. */
  seconds: number;
  equalValues: boolean;
  equalBytes: boolean;
  /** Of other requests in this time. */
  others: Latency;
}

interface Content {
  filesystem: { entrypoint: string; files: Record<string, { document: unknown }> };
  url: string;
}

async function measure({ folder, service, specs, idle, probe, mostMemory }: Stage): Promise<{ idle: Latency; specs: SpecFigures[]; mostMemory: string }> {
  const originals = new Map<string, Buffer>();
  for (const spec of REAL_SPECS) originals.set(`/${spec.slug}`, await fetchSpec(spec, folder));
  const site = createServer((request, response) => response.end(originals.get(request.url ?? ''))).listen(0, '127.0.0.1');
  await once(site, 'listening');
  try {
    const figures: SpecFigures[] = [];
    for (const { slug, package: name } of REAL_SPECS) {
      const original = originals.get(`/${slug}`) ?? Buffer.alloc(0);
      const others = probe();
      const start = performance.now();
      await service.put(`${specs}/${slug}`, { source: { url: `http://127.0.0.1:${String((site.address() as AddressInfo).port)}/${slug}` } });
      const fault = await service.processed(`${specs}/${slug}`);
      if (fault !== undefined) throw new Error(`${slug} can't be read: ${fault}`);
      const seconds = (performance.now() - start) / 1000;
      const latency = await others.stop();
      const { filesystem, url } = (await service.get(`${specs}/${slug}/versions/latest/content`)) as Content;
      const equalBytes = Buffer.from(await (await fetch(url)).arrayBuffer()).equals(original);
      const equalValues = isDeepStrictEqual(filesystem.files[filesystem.entrypoint]?.document, valueOf(original));
      figures.push({ slug, package: name, bytes: original.length, seconds: Number(seconds.toFixed(2)), equalValues, equalBytes, others: latency });
    }
    return { idle, specs: figures, mostMemory: await mostMemory() };
  } finally {
    site.close();
  }
}

/** Read by other code than the service's. */
function valueOf(original: Buffer): unknown {
  const text = original.toString().replace(/^\ufeff/, '');
  return text.startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: -1 });
}

const report = await onStage('artifacts/bench-openapi.json', {}, measure);
if (!report.specs.every(({ equalValues, equalBytes }) => equalValues && equalBytes)) process.exitCode = 1;
