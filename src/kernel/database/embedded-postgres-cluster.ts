import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './embedded-postgres-binaries.js';
import { EmbeddedPostgresError, systemErrorCode, useOwnDatabase } from './embedded-postgres-error.js';
import { homeAt, type DatabaseHome } from './embedded-postgres-home.js';
import { runProgram } from './embedded-postgres-process.js';

/** The role that owns everything, and the database's name. */
export const databaseName = 'docspine';

/**
 * Creates the cluster unless it is there. It is made in a folder beside its place, together with its password, and
 * renamed when complete: an interruption leaves nothing that the next start could take for a database.
 */
export async function createClusterIfMissing(
  home: DatabaseHome,
  binaries: Binaries,
  log: (message: string) => void,
): Promise<void> {
  if (await isClusterPresent(home)) return;
  await removeDrafts(home.home);
  log(`Creating the database in ${home.home} (first start).`);
  const draft = homeAt(`${home.home}.new-${randomBytes(6).toString('hex')}`, home.user);
  try {
    await createCluster(draft, binaries);
    await rename(draft.home, home.home);
    await flushFolder(dirname(home.home));
  } catch (error) {
    await rm(draft.home, { recursive: true, force: true });
    throw error;
  }
}

/** The password of the database's role. */
export async function readPassword(home: DatabaseHome): Promise<string> {
  const password = await readFile(home.passwordFile, 'utf8').catch((cause: unknown) => {
    throw new EmbeddedPostgresError(
      `The database's password can't be read from ${home.passwordFile}. Bring the file back from a backup.`,
      { cause },
    );
  });
  return password.trim();
}

async function createCluster(draft: DatabaseHome, binaries: Binaries): Promise<void> {
  await mkdir(draft.home, { mode: 0o700 });
  await writeFile(draft.passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  if (draft.user !== undefined) {
    await chown(draft.passwordFile, draft.user.uid, draft.user.gid);
    await chown(draft.home, draft.user.uid, draft.user.gid);
  }
  // The built-in provider knows Unicode's upper and lower case without depending on the machine's locales, whose
  // sort order may change under an index with an update of the system.
  const created = await runProgram(
    binaries.initdb,
    [
      `--pgdata=${draft.data}`,
      `--username=${databaseName}`,
      `--pwfile=${draft.passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    draft.user,
    5 * 60_000,
  );
  if (!created.succeeded) {
    throw new EmbeddedPostgresError(
      `PostgreSQL could not create a database in ${draft.home}: ${created.output}. ${useOwnDatabase}`,
    );
  }
}

async function isClusterPresent(home: DatabaseHome): Promise<boolean> {
  if (await exists(join(home.data, 'PG_VERSION'))) return true;
  if (!(await exists(home.home))) return false;
  if ((await readdir(home.home)).length === 0) return false;
  throw new EmbeddedPostgresError(
    `${home.home} holds something, but no complete database. Bring the database back, or move the folder away ` +
      'to start with an empty one.',
  );
}

/** What interrupted first starts left behind. An initdb that still runs in there fails, which harms nothing. */
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(dirname(home))) {
    if (!name.startsWith(`${basename(home)}.new-`)) continue;
    await rm(join(dirname(home), name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Makes the rename last through a power failure. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
