import { readFile } from 'node:fs/promises';

export interface ProcessMemory {
  readonly pid: number;
  /** Megabytes that it holds now. */
  readonly now: number;
  /** The most that it has held at once. */
  readonly most: number;
}

/** What a process and all that it started hold; of those that still are. Nothing where it can't be seen, on other systems than Linux. */
export async function treeMemory(pid: number): Promise<ProcessMemory[]> {
  const [own, below] = await Promise.all([memoryOf(pid), childrenOf(pid).then((children) => Promise.all(children.map(treeMemory)))]);
  return [...(own === undefined ? [] : [own]), ...below.flat()];
}

/** Processes that a process started itself. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').catch(() => '');
  return text.trim().split(' ').filter((id) => id !== '').map(Number);
}

async function memoryOf(pid: number): Promise<ProcessMemory | undefined> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  const [now, most] = [/^VmRSS:\s+(\d+) kB$/m, /^VmHWM:\s+(\d+) kB$/m].map((line) => line.exec(status)?.[1]);
  return now === undefined || most === undefined ? undefined : { pid, now: Number(now) / 1_024, most: Number(most) / 1_024 };
}
