import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { cleanPath } from './folder-path.js';
import { refusal, type ImportRun } from './import-run.js';
import { isIgnoredPath, VirtualFolder } from './virtual-folder.js';

/** Entries of one archive, also those that are left out unread; more is an attack or no documentation. */
const MOST_ENTRIES = 100_000;
/** Text shrinks to a tenth, at best a hundredth; beyond this a large entry is a bomb. */
const MOST_RATIO = 200;
const RATIO_COUNTS_FROM = 5_000_000;

/**
 * Unpacks a zip archive into memory, within the limits of the import. What can't be taken (symbolic links,
 * paths that lead outside, damaged entries, a name that is there twice) is listed as failed.
 * @throws BadInputError for what is no archive, is encrypted, or passes a limit while it is unpacked
 */
export async function readZipArchive(bytes: Buffer, run: ImportRun, isIgnored = isIgnoredPath): Promise<VirtualFolder> {
  const zip = await open(bytes);
  if (zip.entryCount > MOST_ENTRIES) throw refusal(`the archive holds ${zip.entryCount} entries, more than ${MOST_ENTRIES}`);
  const folder = new VirtualFolder();
  try {
    for await (const entry of zip.eachEntry()) {
      run.checkTime();
      const name = nameOf(entry);
      if (/[/\\]$/.test(name)) continue;
      const path = cleanPath(name);
      if (path !== undefined && isIgnored(path)) continue;
      const content = await readEntry(zip, entry, name, path, run);
      if (path !== undefined && content !== undefined && !folder.put(path, content)) {
        run.fail(path, 'is in the archive more than once; the first one is taken');
      }
    }
  } catch (error) {
    throw isServiceError(error) ? error : refusal(`the zip archive is damaged: ${messageOf(error)}`);
  } finally {
    zip.close();
  }
  return folder;
}

async function open(bytes: Buffer): Promise<ZipFile> {
  try {
    return await yauzl.fromBufferPromise(bytes, { decodeStrings: false, validateEntrySizes: true, autoClose: false });
  } catch (error) {
    throw refusal(`the zip archive is damaged: ${messageOf(error)}`);
  }
}

async function readEntry(zip: ZipFile, entry: Entry, name: string, path: string | undefined, run: ImportRun): Promise<Buffer | undefined> {
  if (entry.isEncrypted()) throw refusal(`the archive is encrypted (${name}); make it without a password`);
  const failed = (reason: string): undefined => {
    run.fail(name, reason);
    return undefined;
  };
  if (path === undefined) return failed('its path leads outside of the archive, or is too deep or too long');
  if (isSymbolicLink(entry)) return failed('is a symbolic link');
  run.checkFileBytes(entry.uncompressedSize, name);
  try {
    return await inflate(zip, entry, name, run);
  } catch (error) {
    if (isServiceError(error)) throw error;
    return failed(`is damaged in the archive: ${messageOf(error)}`);
  }
}

/** Counts while inflating, because the sizes that an archive tells may be wrong on purpose. */
async function inflate(zip: ZipFile, entry: Entry, name: string, run: ImportRun): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  await pipeline(stream, async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      size += chunk.length;
      run.countBytes(chunk.length);
      run.checkFileBytes(size, name);
      if (size > RATIO_COUNTS_FROM && size > entry.compressedSize * MOST_RATIO) {
        throw refusal(`${name} unpacks to more than ${MOST_RATIO} times its size; the archive is taken for an attack`);
      }
      chunks.push(chunk);
    }
  });
  const content = Buffer.concat(chunks, size);
  if (crc32(content) !== entry.crc32) throw new Error('its checksum is wrong');
  return content;
}

/**
 * Many tools write UTF-8 without saying so; what isn't valid UTF-8 is CP437, as the format has it.
 * A name in the Unicode extra field, or with the UTF-8 flag, is yauzl's to read.
 */
function nameOf(entry: Entry): string {
  const isToldUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0;
  if (!isToldUtf8 && !entry.extraFields.some((field) => field.id === 0x7075)) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(entry.fileNameRaw);
    } catch {
      // CP437, below.
    }
  }
  return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
}

/** The upper half of the attributes is the Unix mode when the archive was made on Unix. */
function isSymbolicLink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

function isServiceError(error: unknown): error is BadInputError {
  return error instanceof BadInputError;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
