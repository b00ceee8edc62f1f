import { setTimeout as sleep } from 'node:timers/promises';
import type { Layout } from './options.js';
import type { Random, Stage } from './stage.js';

const ALWAYS = ['restartDatabase', 'crashDatabase', 'freezeDatabase', 'holdUpConnections', 'cutConnections', 'killService'] as const;
const FAULTS = { workers: [...ALWAYS, 'killWorker'], nodes: [...ALWAYS, 'killJobRunner'] } as const satisfies Record<Layout, readonly (keyof Stage)[]>;
const LONGEST_PAUSE = 8_000;

/** Takes parts of the stage away, each at least once, with time between to work; what was done, and after how many seconds all was ready again. */
export async function inject(stage: Stage, seconds: number, random: Random): Promise<string[]> {
  const done: { fault: string; took: number }[] = [];
  const faults = FAULTS[stage.layout];
  const end = Date.now() + seconds * 1_000;
  const pause = Math.min(LONGEST_PAUSE, (seconds * 1_000) / faults.length / 2);
  // All of them before any comes again, however slow the machine is.
  while (done.length < faults.length || Date.now() + pause < end) {
    const left = faults.filter((fault) => !done.slice(done.length - (done.length % faults.length)).some((last) => last.fault === fault));
    const fault = left[random(left.length)];
    if (fault === undefined) break;
    await sleep(pause);
    const start = Date.now();
    await stage[fault](random);
    await stage.ready();
    done.push({ fault, took: (Date.now() - start) / 1_000 });
  }
  await sleep(pause);
  return done.map(({ fault, took }) => `${fault} (${took.toFixed(1)} s)`);
}
