import { BadInputError, NotFoundError } from '../errors/errors.js';
import type { ByteRange } from './object-storage.js';

/** Longest key: with its temporary suffix it still fits into one file name of 255 bytes. */
const MAX_KEY_LENGTH = 200;

const KEY = /^[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9_-][a-z0-9_.-]*)*$/;

/** @throws BadInputError when the key isn't what ObjectStorage describes */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH) {
    throw new BadInputError(`A storage key has at most ${MAX_KEY_LENGTH} characters, this one has ${key.length}.`);
  }
  if (!KEY.test(key) || key.includes('..')) {
    throw new BadInputError(
      `${JSON.stringify(key)} is no storage key: parts of a-z, 0-9, "_", "-" and "." parted by "/", without "..".`,
    );
  }
}

/** @throws BadInputError unless both ends are whole numbers with 0 <= start <= end */
export function checkRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new BadInputError(`Bytes ${start} to ${end} are no range: two whole numbers from 0, the end not before the start.`);
  }
}

export function rangeBehindEnd(key: string, range: ByteRange): BadInputError {
  return new BadInputError(`The range starts at byte ${range.start}, behind the last byte of ${key}.`);
}

export function objectNotFound(key: string): NotFoundError {
  return new NotFoundError(`Nothing is stored under ${key}.`);
}
