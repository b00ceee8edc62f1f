import { readFile } from 'node:fs/promises';
import { until } from '../support/processes.js';

/** Milliseconds from the end of a fault until everything works again: what is promised of a machine that isn't overloaded. */
const RECOVERY = 5_000;
/** How much longer it may take on one that does other work besides. */
const ROOM = 2;
/** After so many times as long, nobody waits any more. */
const GIVEN_UP = 3;

/** Requests that must succeed one after the other. */
const IN_A_ROW = 20;

/** Waits until requests succeed again, all of them; prints how long it took from now. @throws Error when it took longer than is promised */
export async function recovers(fault: string, attempt: () => Promise<boolean>, inARow = IN_A_ROW): Promise<void> {
  const begin = performance.now();
  let row = 0;
  let recovered = begin;
  await until(async () => {
    if (!(await attempt())) row = 0;
    else if ((row += 1) === 1) recovered = performance.now();
    return row === inARow;
  }, GIVEN_UP * ROOM * RECOVERY);
  const milliseconds = Math.round(recovered - begin);
  report(`${fault}: recovered in ${String(milliseconds)} ms`);
  if (milliseconds > ROOM * RECOVERY) throw new Error(`${fault}: recovered in ${String(milliseconds)} ms; promised are ${String(RECOVERY)}, and ${String(ROOM)} times as much is bearable.`);
}

/** Memory of a process that is in use, in MB. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Figures for people: Jest shows what goes there as it is. */
export function report(line: string): void {
  process.stderr.write(`  ${line}\n`);
}
