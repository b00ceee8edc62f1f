import { readFile } from 'node:fs/promises';

/** The processes that a process has started, with theirs, as long as they live. */
export async function familyOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(familyOf))).flat()];
}

export async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').catch(() => '');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

/** Memory of a process that is in use, in MB. */
export function residentMegabytes(pid: number): Promise<number> {
  return megabytes(pid, 'VmRSS');
}

/** The most memory that a process has ever had in use, in MB. */
export function mostMegabytes(pid: number): Promise<number> {
  return megabytes(pid, 'VmHWM');
}

async function megabytes(pid: number, fact: string): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Number(new RegExp(`^${fact}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}
