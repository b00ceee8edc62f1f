import { readdir, readFile } from 'node:fs/promises';

/** The processes of Node that a process has started, with theirs, as long as they live. */
export async function familyOf(pid: number): Promise<number[]> {
  const children: number[] = [];
  for (const child of await childrenOf(pid)) if ((await readFile(`/proc/${String(child)}/comm`, 'utf8').catch(() => '')).trim() === 'node') children.push(child);
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

/** Files and connections that a process has open. */
export async function openFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${String(pid)}/fd`)).length;
}

/** How many it may have open. */
export async function mostOpenFiles(pid: number): Promise<number> {
  const limits = await readFile(`/proc/${String(pid)}/limits`, 'utf8');
  const limit = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
  return limit === 'unlimited' ? Infinity : Number(limit);
}

async function megabytes(pid: number, fact: string): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Number(new RegExp(`^${fact}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}
