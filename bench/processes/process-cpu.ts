import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever the kernel's own clock. */
const MICROSECONDS_PER_TICK = 10_000;

/**
 * User and system time, in microseconds, that the processes of the PostgreSQL behind `processId` (one of its
 * backends) have used so far. Undefined where it can't be seen: on another machine or system.
 */
export async function postgresCpu(processId: number): Promise<number | undefined> {
  const postmaster = (await stat(processId))?.parent;
  return postmaster === undefined || postmaster <= 1 ? undefined : cpuOf((await processes()).filter(({ parent }) => parent === postmaster));
}

/** The same of a process and all that it started. */
export async function treeCpu(processId: number): Promise<number | undefined> {
  const all = await processes();
  const below = (id: number): Process[] => all.filter(({ parent }) => parent === id).flatMap((child) => [child, ...below(child.id)]);
  const own = all.filter(({ id }) => id === processId);
  return own.length === 0 ? undefined : cpuOf([...own, ...below(processId)]);
}

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly ticks: number;
}

async function processes(): Promise<Process[]> {
  const entries = await readdir('/proc').catch(() => []);
  const all = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map((name) => stat(Number(name))));
  return all.filter((process) => process !== undefined);
}

function cpuOf(processes: readonly Process[]): number {
  return processes.reduce((sum, { ticks }) => sum + ticks, 0) * MICROSECONDS_PER_TICK;
}

/** Fields of /proc/<pid>/stat, counted behind the name in brackets, which may hold anything. */
async function stat(processId: number): Promise<Process | undefined> {
  const text = await readFile(`/proc/${String(processId)}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { id: processId, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}
