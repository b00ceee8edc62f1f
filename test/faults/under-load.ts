import { expect } from '@jest/globals';
import { violatedOf } from '../../src/cli/check/database-check.js';
import { until } from '../support/processes.js';
import { Load } from '../support/load.js';
import { familyOf, mostMegabytes } from './process-facts.js';
import { recovers, report } from './recovery.js';
import { type Stage, TOKEN } from './stage.js';

export const CLIENTS = 6;
/** Far more than a process of the service needs at this load. */
const MOST_MEGABYTES = 600;

/** A job that is under way when a fault begins. */
export interface Job {
  isComplete: () => Promise<boolean>;
}

/**
 * Load before, during and after the fault; then the service works again, a job that was under way is done, nothing that
 * was acknowledged is missing, everything holds together, and no process has ever taken too much memory.
 */
export async function underLoad(stage: Stage, fault: string, happen: (load: Load) => Promise<void>, job?: Job): Promise<Load> {
  const load = new Load(stage.service.url, TOKEN, stage.organization).start(CLIENTS);
  try {
    await until(() => Promise.resolve(load.merges >= CLIENTS));
    await happen(load);
    const jobs = job === undefined ? [] : [recovers(`${fault}, its job`, job.isComplete, 1)];
    await Promise.all([recovers(fault, stage.works), ...jobs]);
    const before = load.merges;
    await until(() => Promise.resolve(load.merges >= before + CLIENTS));
  } finally {
    await load.stop();
  }
  for (const { requestId } of load.wrong) report(stage.service.written().stdout.split('\n').find((line) => line.includes(requestId) && line.includes('request failed')) ?? requestId);
  expect(await load.losses(stage.database)).toEqual([]);
  expect(await violatedOf(stage.database)).toEqual([]);
  const memory = await Promise.all([stage.service.pid, ...(await familyOf(stage.service.pid))].map(mostMegabytes));
  expect(Math.max(...memory)).toBeLessThan(MOST_MEGABYTES);
  report(`${fault}: ${String(load.merges)} merges acknowledged and all there; answers by status ${JSON.stringify(Object.fromEntries(load.statuses))}; memory so far ${memory.map((most) => most.toFixed(0)).join(' + ')} MB at most`);
  return load;
}
