import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.js';
import { inspectProcess } from './embedded-postgres-process.js';

interface Holder {
  pid: number;
  startedAt: string;
}

/**
 * Keeps a second service away from a database. A file that names its holder by process id and start time, so that
 * neither a killed holder nor another process that got its id later blocks the next start. It sees the processes of
 * one machine (of one container) only.
 */
export class DatabaseLock {
  private constructor(
    private readonly path: string,
    private readonly content: string,
  ) {}

  /** Takes the lock or throws an `EmbeddedPostgresError` naming the process that holds it. */
  static async acquire(path: string, dataDirectory: string): Promise<DatabaseLock> {
    const content = JSON.stringify({
      pid: process.pid,
      startedAt: (await inspectProcess(process.pid))?.startedAt ?? '',
    } satisfies Holder);
    // Linking a finished file makes the lock appear at once with its content: nobody can read a half-written one.
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
    try {
      for (let attempt = 0; attempt < 50; attempt++) {
        if (await linkIfAbsent(draft, path)) return new DatabaseLock(path, content);
        const found = await readIfPresent(path);
        if (found === undefined) continue;
        const holder = await livingHolder(found);
        if (holder !== undefined) throw alreadyRunning(dataDirectory, holder);
        await removeStale(path, found, `${draft}.stale`);
      }
      throw new EmbeddedPostgresError(`The lock ${path} changes all the time: several services start at once. Start one.`);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async release(): Promise<void> {
    if ((await readIfPresent(this.path)) === this.content) await rm(this.path, { force: true });
  }
}

/** The process that holds the lock, undefined when nobody living does. */
export async function findLockHolder(path: string): Promise<number | undefined> {
  const found = await readIfPresent(path);
  return found === undefined ? undefined : livingHolder(found);
}

async function livingHolder(content: string): Promise<number | undefined> {
  const holder = parseHolder(content);
  if (holder === undefined) return undefined;
  const facts = await inspectProcess(holder.pid);
  return facts?.startedAt === holder.startedAt ? holder.pid : undefined;
}

/** Undefined for a file that a power failure left empty or damaged: its writer is gone. */
function parseHolder(content: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('startedAt' in value)) return undefined;
    const { pid, startedAt } = value;
    return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the lock that was judged stale, and puts it back if it had meanwhile become someone else's. */
async function removeStale(path: string, judged: string, aside: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== judged) await linkIfAbsent(aside, path);
  await rm(aside, { force: true });
}

async function linkIfAbsent(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function alreadyRunning(dataDirectory: string, pid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another Docspine process (pid ${pid}) uses the database in ${dataDirectory}. ` +
      'Stop that process, or give this one another DATA_DIR.',
  );
}
