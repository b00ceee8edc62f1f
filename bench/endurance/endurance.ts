import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeReadSpace, makeSpace } from '../operations/operations-data.js';
import type { BenchOptions } from '../options.js';
import { treeMemory } from '../processes/process-memory.js';
import { startService } from '../processes/service-process.js';
import { median, rounded, slope } from '../statistics.js';
import type { SampleSpace, Workbench } from '../workbench.js';
import { MixedLoad } from './mixed-load.js';

const CLIENTS = 6;
const PAGES = 100;
const LOOK_EVERY = 5_000;
/** Until then the service compiles its code and fills what it remembers: that part of the time is no growth. */
const WARM_UP = 1 / 3;

export interface EnduranceReport {
  minutes: number;
  clients: number;
  requests: number;
  /** Megabytes of the service: after its start and a rest, and at the end of each minute under load. */
  idle: number;
  eachMinute: readonly number[];
  most: number;
  /** After the warm-up: its median, and how many megabytes come with each minute, by a line through all that was seen. */
  settled: number;
  perMinute: number;
}

interface Sight {
  minute: number;
  megabytes: number;
}

/** Sends reads and writes for so many minutes, and looks at the service's memory. */
export async function measureEndurance(bench: Workbench, databaseUrl: string, folder: string, options: BenchOptions, minutes: number): Promise<EnduranceReport> {
  await makeReadSpace(bench, options.operations);
  const spaces: SampleSpace[] = [];
  for (let client = 0; client < CLIENTS; client += 1) spaces.push(await makeSpace(bench, PAGES));
  const { process: service, url } = await startService({ databaseUrl, data: join(folder, 'endurance'), environment: { RATE_LIMIT_REQUESTS: '0' } });
  try {
    await service.answers(`${url}/readyz`, {});
    await sleep(options.restSeconds * 1_000);
    const look = async (): Promise<number> => (await treeMemory(service.pid)).reduce((sum, { now }) => sum + now, 0);
    const idle = await look();
    const sights: Sight[] = [];
    const start = Date.now();
    const timer = setInterval(() => void look().then((megabytes) => sights.push({ minute: (Date.now() - start) / 60_000, megabytes })), LOOK_EVERY);
    const load = new MixedLoad(url, bench.token, bench.organizationId, spaces);
    await load.during(minutes * 60_000).finally(() => clearInterval(timer));
    return summarize(sights, { minutes, requests: load.requests, idle });
  } finally {
    await service.stop();
  }
}

function summarize(sights: readonly Sight[], { minutes, requests, idle }: { minutes: number; requests: number; idle: number }): EnduranceReport {
  const settled = sights.filter(({ minute }) => minute >= minutes * WARM_UP);
  const lastOf = (minute: number): number => sights.findLast((sight) => sight.minute <= minute)?.megabytes ?? idle;
  return {
    minutes,
    clients: CLIENTS,
    requests,
    idle: Math.round(idle),
    eachMinute: Array.from({ length: minutes }, (_, minute) => Math.round(lastOf(minute + 1))),
    most: Math.round(Math.max(...sights.map(({ megabytes }) => megabytes))),
    settled: Math.round(median(settled.map(({ megabytes }) => megabytes))),
    perMinute: rounded(slope(settled.map(({ minute, megabytes }) => [minute, megabytes]))),
  };
}
