import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { openBenchDatabase } from '../bench-database.js';
import { freePort } from '../free-port.js';
import { ServerProcess } from '../processes/server-process.js';
import { type Latency, LatencyProbe } from './latency.js';
import { fetchSpec, REAL_SPECS } from './real-specs.js';

/*
 * Reads the specs of real interfaces through the service, reads them back, and compares them with what their packages
 * hold, value by value and byte by byte; with the time, the memory, and what other requests notice of it.
 */

const RESULT = 'artifacts/bench-openapi.json';
const IDLE_MILLISECONDS = 3_000;

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

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docspine-bench-'));
  // PostgreSQL runs as another user where the benchmark runs as root.
  await chmod(folder, 0o711);
  try {
    const database = await openBenchDatabase(process.env['DATABASE_URL'], join(folder, 'database'));
    try {
      const report = await measure(database.url, folder);
      await mkdir('artifacts', { recursive: true });
      await writeFile(RESULT, `${JSON.stringify(report, null, 2)}\n`);
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
      if (!report.specs.every(({ equalValues, equalBytes }) => equalValues && equalBytes)) process.exitCode = 1;
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(databaseUrl: string, folder: string): Promise<{ idle: Latency; specs: SpecFigures[]; mostMemory: string }> {
  const originals = new Map<string, Buffer>();
  for (const spec of REAL_SPECS) originals.set(`/${spec.slug}`, await fetchSpec(spec, folder));
  const site = createServer((request, response) => response.end(originals.get(request.url ?? ''))).listen(0, '127.0.0.1');
  const [token, port] = [randomBytes(24).toString('base64url'), await freePort()];
  const server = ServerProcess.start({
    script: new URL('../../src/main.js', import.meta.url),
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), PORT: String(port), BOOTSTRAP_TOKEN: token, FETCH_ALLOW_HOSTS: '127.0.0.1', LOG_LEVEL: 'warn' },
    logFile: join(folder, 'server.log'),
  });
  try {
    const service = new Service(`http://127.0.0.1:${String(port)}`, token);
    const organizations = await server.answers(`${service.url}/v1/orgs`, service.headers);
    const specs = `/v1/orgs/${String((JSON.parse(organizations) as { items: { id: string }[] }).items[0]?.id)}/openapi`;
    const probe = (): LatencyProbe => new LatencyProbe(() => service.get(`${specs}?limit=10`));
    const warming = probe();
    await wait(IDLE_MILLISECONDS);
    await warming.stop();
    const idling = probe();
    await wait(IDLE_MILLISECONDS);
    const idle = await idling.stop();
    const figures: SpecFigures[] = [];
    for (const { slug, package: name } of REAL_SPECS) {
      const original = originals.get(`/${slug}`) ?? Buffer.alloc(0);
      const others = probe();
      const start = performance.now();
      await service.put(`${specs}/${slug}`, { source: { url: `http://127.0.0.1:${String((site.address() as AddressInfo).port)}/${slug}` } });
      await service.complete(`${specs}/${slug}`);
      const seconds = (performance.now() - start) / 1000;
      const latency = await others.stop();
      const { filesystem, url } = (await service.get(`${specs}/${slug}/versions/latest/content`)) as Content;
      const equalBytes = Buffer.from(await (await fetch(url)).arrayBuffer()).equals(original);
      const equalValues = isDeepStrictEqual(filesystem.files[filesystem.entrypoint]?.document, valueOf(original));
      figures.push({ slug, package: name, bytes: original.length, seconds: Number(seconds.toFixed(2)), equalValues, equalBytes, others: latency });
    }
    return { idle, specs: figures, mostMemory: await mostMemory(server.pid) };
  } finally {
    await server.stop();
    site.close();
  }
}

interface Content {
  filesystem: { entrypoint: string; files: Record<string, { document: unknown }> };
  url: string;
}

class Service {
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly url: string,
    token: string,
  ) {
    this.headers = { authorization: `Bearer ${token}` };
  }

  get(path: string): Promise<unknown> {
    return this.send('GET', path);
  }

  put(path: string, body: object): Promise<unknown> {
    return this.send('PUT', path, body);
  }

  /** Waits until the spec is processed. @throws Error when it could not be read */
  async complete(path: string): Promise<void> {
    for (;;) {
      const spec = (await this.get(path)) as { processingState: string; lastProcessErrorCode?: string };
      if (spec.lastProcessErrorCode !== undefined) throw new Error(JSON.stringify(spec));
      if (spec.processingState === 'complete') return;
      await wait(25);
    }
  }

  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(this.url + path, { method, headers: { ...this.headers, 'content-type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(`${method} ${path} answers ${String(answer.status)}: ${await answer.text()}`);
    return answer.json();
  }
}

/** Read by other code than the service's. */
function valueOf(original: Buffer): unknown {
  const text = original.toString().replace(/^\ufeff/, '');
  return text.startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: -1 });
}

/** The most that the process has held at once, as Linux tells it. */
async function mostMemory(pid: number): Promise<string> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return /^VmHWM:\s+(.+)$/m.exec(status)?.[1] ?? 'unknown';
}

await main();
