import { createHash } from 'node:crypto';
import { newId } from '../../../kernel/ids/id.js';
import type { ObjectStorage } from '../../../kernel/storage/object-storage.js';
import type { NewFile } from '../store/content-changes.js';
import { storageKey } from '../store/file-rows.js';

/** How many files go to the object storage at the same time. */
const STORED_AT_ONCE = 8;

/** A file from outside. */
export interface FileBytes {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A new file of these bytes, which are not stored yet. */
export async function newFile({ name, contentType, content }: FileBytes): Promise<NewFile> {
  const dimensions = contentType.startsWith('image/') ? await measure(content) : undefined;
  return {
    fileId: newId(),
    name,
    contentType,
    size: content.length,
    width: dimensions?.width ?? null,
    height: dimensions?.height ?? null,
    hash: sha256(content),
    gitPath: null,
    gitOid: gitOid(content),
  };
}

/** Pixels as shown: a picture taken sideways is turned. Undefined for what claims to be an image and can't be read as one. */
async function measure(content: Buffer): Promise<{ width: number; height: number } | undefined> {
  const { imageSize } = await import('image-size');
  try {
    const { width, height, orientation = 1 } = imageSize(content);
    if (!(width > 0 && height > 0)) return undefined;
    const [shownWidth, shownHeight] = orientation >= 5 ? [height, width] : [width, height];
    return { width: Math.round(shownWidth), height: Math.round(shownHeight) };
  } catch {
    return undefined;
  }
}

/** The bytes are there before any revision names them. */
export async function storeBytes(storage: ObjectStorage, files: readonly FileBytes[]): Promise<void> {
  const waiting = files[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const { content, contentType } of waiting) await storage.put(storageKey(sha256(content)), content, contentType);
  };
  await Promise.all(Array.from({ length: STORED_AT_ONCE }, worker));
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Name of the content as a blob of Git: SHA-1 over a header with the length, and the bytes. */
export function gitOid(content: Buffer): string {
  return createHash('sha1').update(`blob ${String(content.length)}\0`).update(content).digest('hex');
}
