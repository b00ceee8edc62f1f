import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The server begins a new file at this size. */
export const logFileMegabytes = 10;
const keptFiles = 5;
const pruneEveryMilliseconds = 60_000;

/** Relative to the cluster; the server names its files by time, so they sort by age. */
export const logFolder = 'log';
export const logFileName = 'postgresql-%Y-%m-%d_%H%M%S.log';

async function listLogFiles(data: string): Promise<string[]> {
  const folder = join(data, logFolder);
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.startsWith('postgresql-') && name.endsWith('.log'))
    .sort()
    .map((name) => join(folder, name));
}

/** The server rotates its log but never deletes: removes all but the newest files. */
export async function pruneLogs(data: string): Promise<void> {
  for (const path of (await listLogFiles(data)).slice(0, -keptFiles)) await rm(path, { force: true });
}

/** Prunes now and then while the server runs; the answer ends that. */
export function keepLogsBounded(data: string): () => void {
  // A failure to delete a log file is no reason to disturb the service: the next round tries again.
  const timer = setInterval(() => void pruneLogs(data).catch(() => undefined), pruneEveryMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

/** The last kilobytes of the newest log file, empty when there is none. */
export async function readLogEnd(data: string): Promise<string> {
  const newest = (await listLogFiles(data)).at(-1);
  if (newest === undefined) return '';
  const handle = await open(newest, 'r');
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, 8192);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
