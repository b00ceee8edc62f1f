import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HOSTILE_BOUNDS } from '../../test/support/hostile-specs.js';
import { rounded } from '../statistics.js';
import type { Latency } from './latency.js';
import { onStage, type Stage } from './stage.js';

/* Has specs read that mean harm, all at once: what other requests notice of it, as a multiple of what they take else. */

interface HostileReport {
  specs: number;
  refused: number;
  seconds: number;
  idle: Latency;
  others: Latency;
  times: { median: number; p99: number };
  mostMemory: string;
}

async function measure({ service, specs, idle, probe, mostMemory }: Stage): Promise<HostileReport> {
  const site = fork(fileURLToPath(new URL('./hostile-site.js', import.meta.url)));
  try {
    const [addresses] = (await once(site, 'message')) as [string[]]; // all that the site ever tells
    const probing = probe();
    const start = performance.now();
    for (const [index, url] of addresses.entries()) await service.put(`${specs}/hostile-${String(index)}`, { source: { url } });
    let refused = 0;
    for (const index of addresses.keys()) if ((await service.processed(`${specs}/hostile-${String(index)}`)) !== undefined) refused += 1;
    const seconds = rounded((performance.now() - start) / 1000);
    const others = await probing.stop();
    const times = { median: rounded(others.median / idle.median), p99: rounded(others.p99 / idle.p99) };
    return { specs: addresses.length, refused, seconds, idle, others, times, mostMemory: await mostMemory() };
  } finally {
    site.kill();
  }
}

await onStage('artifacts/bench-openapi-hostile.json', HOSTILE_BOUNDS, measure);
