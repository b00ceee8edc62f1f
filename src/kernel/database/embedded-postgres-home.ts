import { createHash } from 'node:crypto';
import { chmod, lstat, readFile, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode, useOwnDatabase } from './embedded-postgres-error.js';
import { runProgram, type ServerUser } from './embedded-postgres-process.js';
import { makeFolder } from '../storage/make-folder.js';

/** Where a database lives and who runs it. Beside `home` lie its lock and, where needed, its copy of the programs. */
export interface DatabaseHome {
  /** Real path of the folder with the cluster (`data`) and its password; absent before the first start. */
  home: string;
  data: string;
  passwordFile: string;
  /** How the names of the lock's files begin. */
  lock: string;
  /** Undefined: the service's own account. */
  user: ServerUser | undefined;
}

/** Kept over a reboot, unlike the system's temporary folder. */
const foldersForData = ['/var/lib', '/var/db', '/var/tmp'];

/** `<DATA_DIR>/postgres`: the home, or a link to it where PostgreSQL's user can't enter DATA_DIR. */
function homeEntry(dataDirectory: string): string {
  return join(dataDirectory, 'postgres');
}

export function homeAt(home: string, user: ServerUser | undefined): DatabaseHome {
  return { home, data: join(home, 'data'), passwordFile: join(home, 'password'), lock: `${home}.lock`, user };
}

/**
 * Decides where the database of a DATA_DIR lives; creates DATA_DIR, changes nothing else. PostgreSQL refuses to run
 * as root: then its account is the owner of the existing database, else `postgres`, else `nobody`. A new database
 * goes to another folder only if that account can't enter DATA_DIR; an existing one never moves.
 */
export async function locateHome(dataDirectory: string, log: (message: string) => void): Promise<DatabaseHome> {
  const isRoot = process.getuid?.() === 0;
  await createDataDirectory(dataDirectory, isRoot);
  const existing = await findHome(dataDirectory);
  const inside = join(await realpath(dataDirectory), 'postgres');
  if (existing !== undefined) {
    if (existing !== inside) log(`The database is kept in ${existing} (linked from ${inside}): back up that folder too.`);
    return existingHome(existing, isRoot);
  }
  if (!isRoot) return homeAt(inside, undefined);
  const user = await unprivilegedUser();
  if (await canEnter(dirname(inside), user)) return homeAt(inside, user);
  return homeElsewhere(inside, user, log);
}

/** The real path of the existing home of a DATA_DIR. Throws when it is linked to a folder that is gone. */
export async function findHome(dataDirectory: string): Promise<string | undefined> {
  const entry = homeEntry(dataDirectory);
  try {
    await lstat(entry);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return await realpath(entry);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    throw new EmbeddedPostgresError(
      `The database of this DATA_DIR is in ${await readlink(entry)}, and that folder is gone. ` +
        `Bring it back, or remove ${entry} to start with an empty database.`,
    );
  }
}

/** Leaves a link in DATA_DIR to a home elsewhere: for people, for backups, and to find it after DATA_DIR was moved. */
export async function linkHome(dataDirectory: string, home: string): Promise<void> {
  if ((await findHome(dataDirectory)) === undefined) await symlink(home, homeEntry(dataDirectory));
}

async function createDataDirectory(dataDirectory: string, isRoot: boolean): Promise<void> {
  const created = await makeFolder(dataDirectory, 0o700);
  if (created === undefined || !isRoot) return;
  // These folders are new and ours: PostgreSQL's account may pass through them, whatever the umask, but list nothing.
  for (let folder = resolve(dataDirectory); folder !== dirname(created); folder = dirname(folder)) {
    await chmod(folder, 0o711);
  }
}

async function existingHome(home: string, isRoot: boolean): Promise<DatabaseHome> {
  await refuseForeignDatabase(home);
  if (!isRoot) return homeAt(home, undefined);
  const { uid, gid } = await stat(home);
  if (uid === 0) {
    throw new EmbeddedPostgresError(
      `The database in ${home} belongs to root, and PostgreSQL can't run as root. Give it to another user: ` +
        `chown -R postgres ${home} (or nobody, where there is no user postgres).`,
    );
  }
  const user = { name: await userName(uid), uid, gid };
  if (await canEnter(home, user)) return homeAt(home, user);
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as user ${user.name}, which can't enter ${home} any more. ` +
      'Let it pass through the folders above (chmod o+x), or move DATA_DIR to a place open to it.',
  );
}

/** Throws when the database in an existing home is neither this process's user's nor is that user root. */
export async function refuseForeignDatabase(home: string): Promise<void> {
  const own = process.getuid?.();
  const { uid } = await stat(home);
  if (own === 0 || own === uid) return;
  throw new EmbeddedPostgresError(
    `The database in ${home} belongs to the user with id ${uid}. Run this as that user or as root.`,
  );
}

async function homeElsewhere(
  inside: string,
  user: ServerUser,
  log: (message: string) => void,
): Promise<DatabaseHome> {
  const name = `docspine-${createHash('sha256').update(inside).digest('hex').slice(0, 16)}`;
  for (const folder of foldersForData) {
    if (!(await canEnter(folder, user))) continue;
    const home = join(folder, name);
    await refuseForeignHome(home, user);
    log(
      `PostgreSQL can't run as root; it runs as user ${user.name}, which can't enter ${dirname(inside)}. ` +
        `The database is kept in ${home} instead (linked from ${inside}): back up that folder too.`,
    );
    return homeAt(home, user);
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL can't run as root, and user ${user.name} can enter neither ${dirname(inside)} nor any of ` +
      `${foldersForData.join(', ')}. Choose a DATA_DIR open to it, or start the service as another user. ${useOwnDatabase}`,
  );
}

/** Anyone can create a folder in /var/tmp: one that someone else prepared there is not ours. */
async function refuseForeignHome(home: string, user: ServerUser): Promise<void> {
  try {
    const found = await lstat(home);
    if (found.isDirectory() && found.uid === user.uid) return;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  throw new EmbeddedPostgresError(
    `${home}, where the database would go, is not a folder of user ${user.name}. Remove it, or choose another DATA_DIR.`,
  );
}

/** Asked of the system itself, as that user: modes alone don't tell of access lists and the like. */
async function canEnter(folder: string, user: ServerUser): Promise<boolean> {
  return (await runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user, 10_000)).succeeded;
}

async function unprivilegedUser(): Promise<ServerUser> {
  const users = await readUsers();
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (user !== undefined && user.uid !== 0) return user;
  throw new EmbeddedPostgresError(
    "PostgreSQL can't run as root, and this machine has neither a user postgres nor a user nobody to run it as. " +
      `Start the service as another user. ${useOwnDatabase}`,
  );
}

async function userName(uid: number): Promise<string> {
  return (await readUsers()).find((user) => user.uid === uid)?.name ?? String(uid);
}

async function readUsers(): Promise<ServerUser[]> {
  return parseUsers(await readFile('/etc/passwd', 'utf8').catch(() => ''));
}

/** Reads passwd(5); ids below zero (macOS writes nobody as -2) become the unsigned numbers that the system uses. */
export function parseUsers(passwd: string): ServerUser[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid || !gid || !/^-?\d+$/.test(uid) || !/^-?\d+$/.test(gid)) return [];
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
  });
}
