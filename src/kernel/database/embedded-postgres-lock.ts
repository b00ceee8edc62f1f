import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { inspectProcess, pause } from './embedded-postgres-process.js';

/** A claim that stands this long holds the lock; others look, see one another, and withdraw within milliseconds. */
const holdingMilliseconds = 500;
const timeoutMilliseconds = 15_000;

interface Claim {
  path: string;
  pid: number;
}

/**
 * Keeps a second service away from a database. Who wants it puts up a claim, a file of its own, and then looks for
 * the claims of others: of two, at least one sees the other and withdraws, so never do two hold the lock. A claim's
 * name tells process id and start time: neither a killed holder nor another process that got its id later is taken
 * for a living one, and since no name comes twice, the claims of the dead can be removed by anyone at any time.
 * It sees the processes of one machine (of one container) only.
 */
export class DatabaseLock {
  private constructor(private readonly path: string) {}

  /** Takes the lock (`prefix` begins the names of its files) or throws an error naming the process that holds it. */
  static async acquire(prefix: string, dataDirectory: string): Promise<DatabaseLock> {
    const deadline = Date.now() + timeoutMilliseconds;
    const firstSeen = new Map<string, number>();
    for (;;) {
      const path = await putUpClaim(prefix);
      const others = await livingClaims(prefix, path).catch(async (error: unknown) => {
        await rm(path, { force: true });
        throw error;
      });
      if (others.length === 0) return new DatabaseLock(path);
      await rm(path, { force: true });
      const now = Date.now();
      for (const other of others) {
        const since = firstSeen.get(other.path) ?? now;
        firstSeen.set(other.path, since);
        if (now - since > holdingMilliseconds || now > deadline) throw alreadyRunning(dataDirectory, other.pid);
      }
      // At random, so that those who saw each other don't meet again.
      await pause(20 + Math.random() * 80);
    }
  }

  async release(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

/** The process that holds the lock, undefined when nobody living does. */
export async function findLockHolder(prefix: string): Promise<number | undefined> {
  return (await livingClaims(prefix))[0]?.pid;
}

/** The claim appears at once and complete, for it is all in the name. */
async function putUpClaim(prefix: string): Promise<string> {
  const path = `${prefix}.${process.pid}.${await fingerprint(process.pid)}.${randomBytes(6).toString('hex')}`;
  await writeFile(path, '', { mode: 0o600, flag: 'wx' });
  return path;
}

/** All claims of living processes but one's own; removes those of the dead. */
async function livingClaims(prefix: string, own?: string): Promise<Claim[]> {
  const living: Claim[] = [];
  for (const name of await readdir(dirname(prefix))) {
    const path = join(dirname(prefix), name);
    if (path === own || !name.startsWith(`${basename(prefix)}.`)) continue;
    const [, pid, started] = /\.(\d+)\.([0-9a-f]+)\.[0-9a-f]+$/.exec(name) ?? [];
    if (pid === undefined) continue;
    if ((await fingerprint(Number(pid))) === started) living.push({ path, pid: Number(pid) });
    else await rm(path, { force: true });
  }
  return living;
}

/** Of the start of a living process; empty when there is none with this id. */
async function fingerprint(pid: number): Promise<string> {
  const facts = await inspectProcess(pid);
  return facts === undefined ? '' : createHash('sha256').update(facts.startedAt).digest('hex').slice(0, 16);
}

function alreadyRunning(dataDirectory: string, pid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another Docspine process (pid ${pid}) uses the database in ${dataDirectory}. ` +
      'Stop that process, or give this one another DATA_DIR.',
  );
}
