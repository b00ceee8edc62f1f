import type { Readable } from 'node:stream';

/** Bytes `start` to `end`, both included, counted from 0. An `end` behind the last byte means the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  /** The bytes asked for. Whoever gets it reads it to its end or destroys it: it holds a file or a connection. */
  stream: Readable;
  /** Bytes of the whole object, also when only a range of it was asked for. */
  size: number;
}

/**
 * Keeps immutable objects by key.
 *
 * A key is 1 to 200 characters: parts of `a-z 0-9 _ - .` parted by single slashes, the first starting with a
 * letter or digit, none starting with a dot, nowhere two dots in a row. Every method throws BadInputError for
 * any other key, and UnavailableError where the storage is full or away.
 */
export abstract class ObjectStorage {
  /** Stores the bytes under the key; storing the same key again is harmless (keys are content-addressed). */
  abstract put(key: string, content: Buffer, contentType: string): Promise<void>;

  /**
   * Whole object or a range of bytes (both ends included), as a stream.
   * @throws NotFoundError when nothing is stored under the key
   * @throws BadInputError when the range isn't two whole numbers with start <= end, or starts behind the last byte
   */
  abstract read(key: string, range?: ByteRange): Promise<StoredObject>;

  abstract exists(key: string): Promise<boolean>;

  /** Deleting what isn't there is harmless. */
  abstract delete(key: string): Promise<void>;

  /** @throws Error that tells why nothing can be kept here for now */
  abstract tryOut(): Promise<void>;
}
