import { availableParallelism, loadavg } from 'node:os';
import { until } from '../support/processes.js';

/** Milliseconds from the end of a fault until everything works again: what is promised of a machine that isn't overloaded. */
const RECOVERY = 5_000;
/** How much longer it may take on one that does other work besides; the more of that it has, the longer. */
const ROOM = 2;
/** After so many times as long, nobody waits any more. */
const GIVEN_UP = 3;

/** Requests that must succeed one after the other. */
const IN_A_ROW = 20;

/** Waits until requests succeed again, all of them; prints how long it took from now. @throws Error when it took longer than is promised */
export async function recovers(fault: string, attempt: () => Promise<boolean>, inARow = IN_A_ROW): Promise<void> {
  const begin = performance.now();
  const bearable = RECOVERY * ROOM * overload();
  let row = 0;
  let recovered = begin;
  await until(async () => {
    if (!(await attempt())) row = 0;
    else if ((row += 1) === 1) recovered = performance.now();
    return row === inARow;
  }, GIVEN_UP * bearable);
  const milliseconds = Math.round(recovered - begin);
  report(`${fault}: recovered in ${String(milliseconds)} ms`);
  if (milliseconds > bearable) throw new Error(`${fault}: recovered in ${String(milliseconds)} ms; promised are ${String(RECOVERY)}, and ${bearable.toFixed(0)} are bearable on this machine.`);
}

/** How many times as much there was to do in the last minute as the processors can do; 1 when they can. */
function overload(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

/** Figures for people: Jest shows what goes there as it is. */
export function report(line: string): void {
  process.stderr.write(`  ${line}\n`);
}
