import { readFile } from 'node:fs/promises';
import { until } from '../support/processes.js';

/** What recovery takes on a quiet machine, in milliseconds, and how much longer it may take on a busy one. */
export const RECOVERY = 5_000;
const ROOM = 6;

/** Requests that must succeed one after the other. */
const IN_A_ROW = 20;

/** Prints and answers how long it takes from now until requests succeed again, all of them. */
export async function recoveryTime(fault: string, attempt: () => Promise<boolean>): Promise<number> {
  const begin = Date.now();
  let row = 0;
  let recovered = begin;
  await until(async () => {
    if (!(await attempt())) row = 0;
    else if ((row += 1) === 1) recovered = Date.now();
    return row === IN_A_ROW;
  }, RECOVERY * ROOM);
  report(`${fault}: recovered in ${String(recovered - begin)} ms`);
  return recovered - begin;
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
