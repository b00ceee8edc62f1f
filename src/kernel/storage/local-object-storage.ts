import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { UnavailableError } from '../errors/errors.js';
import { checkKey, checkRange, objectNotFound, rangeBehindEnd } from './object-checks.js';
import { ObjectStorage, type ByteRange, type StoredObject } from './object-storage.js';

/** Objects as files of one folder, which several processes may share. */
export class LocalObjectStorage extends ObjectStorage {
  constructor(private readonly rootFolder: string) {
    super();
  }

  /** The content type isn't kept: a folder has no place for it, and `read` doesn't answer it. */
  override async put(key: string, content: Buffer): Promise<void> {
    const path = this.pathOf(key);
    // What is there is complete, since it came by a rename, and the same, since keys are content-addressed.
    if (await fileExists(path)) return;

    const folder = dirname(path);
    // No key holds a tilde: what a crash leaves behind is never taken for an object.
    const temporary = `${path}~${randomUUID()}`;
    try {
      await mkdir(folder, { recursive: true });
      await writeDurably(temporary, content);
      await rename(temporary, path);
      await syncFolder(folder);
      await syncFolder(this.rootFolder);
    } catch (error) {
      await rm(temporary, { force: true });
      throw isFullness(error) ? new UnavailableError('The storage of files is full. Nothing was changed.', error) : error;
    }
  }

  override async read(key: string, range?: ByteRange): Promise<StoredObject> {
    const path = this.pathOf(key);
    if (range !== undefined) checkRange(range);

    const file = await open(path, 'r').catch((error: unknown) => {
      throw isAbsence(error) ? objectNotFound(key) : error;
    });
    try {
      const { size } = await file.stat();
      if (range !== undefined && range.start >= size) throw rangeBehindEnd(key, range);
      return { stream: file.createReadStream(range), size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  override async exists(key: string): Promise<boolean> {
    return fileExists(this.pathOf(key));
  }

  override async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  /** Opening it has seen that the folder is there and may be written. */
  override async tryOut(): Promise<void> {
    await Promise.resolve();
  }

  /**
   * One of 256 folders, so that none grows too large to list, and in it one file named by the whole key, so that
   * `a` and `a/b` don't get in each other's way. No key holds a plus sign: the key can be read off the file name.
   */
  private pathOf(key: string): string {
    checkKey(key);
    const shard = createHash('sha256').update(key).digest('hex').slice(0, 2);
    return join(this.rootFolder, shard, key.replaceAll('/', '+'));
  }
}

async function fileExists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without it a power cut can undo a rename, or lose the folder that it went to. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** No room on the disk, in the quota, or for a file of this size. */
const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG']);

function isFullness(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && FULL.has(error.code);
}

function isAbsence(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && error.code === 'ENOENT';
}
