import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../database/embedded-postgres-error.js';

/**
 * Makes a folder, and those above it that are missing. Node's own way to do so never ends where a folder can't be made though
 * the one above it is there, as below `/proc`.
 * @returns the topmost one that was made; undefined when all were there
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  const fault = await faultOfMaking(path, mode);
  if (fault === undefined) return path;
  if (await isFolder(path)) return undefined;
  if (systemErrorCode(fault) !== 'ENOENT') throw fault;
  const first = await makeFolder(dirname(path), mode);
  const second = await faultOfMaking(path, mode);
  // Somebody else may have made it meanwhile.
  if (second !== undefined && !(await isFolder(path))) throw second;
  return first ?? path;
}

async function faultOfMaking(path: string, mode: number): Promise<unknown> {
  return mkdir(path, { mode }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
