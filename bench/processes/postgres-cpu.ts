import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever the kernel's own clock. */
const MICROSECONDS_PER_TICK = 10_000;

/**
 * User and system time, in microseconds, that the processes of the PostgreSQL behind `processId` (one of its
 * backends) have used so far. Undefined where it can't be seen: on another machine or system.
 */
export async function postgresCpu(processId: number): Promise<number | undefined> {
  const postmaster = (await stat(processId))?.parent;
  if (postmaster === undefined || postmaster <= 1) return undefined;
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(entries.map((name) => stat(Number(name))));
  return all.reduce((sum, process) => sum + (process?.parent === postmaster ? process.ticks : 0), 0) * MICROSECONDS_PER_TICK;
}

/** Fields of /proc/<pid>/stat, counted behind the name in brackets, which may hold anything. */
async function stat(processId: number): Promise<{ parent: number; ticks: number } | undefined> {
  const text = await readFile(`/proc/${String(processId)}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}
