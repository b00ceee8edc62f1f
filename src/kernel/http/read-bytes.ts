import type { Readable, Transform } from 'node:stream';
import { BadInputError } from '../errors/errors.js';

export interface ReadBytesOptions {
  decoder: Transform | undefined;
  /** Most bytes, as they arrive and decoded. */
  limit: number;
  tooLarge: () => Error;
  /** Called before each chunk is kept, with its size; what it throws ends the reading. */
  take: (bytes: number) => void;
}

/** A client may send byte by byte, and each chunk takes a few hundred bytes besides its own. */
const MANY_CHUNKS = 256;

/**
 * Reads a request's bytes to their end. On a fault it stops listening but leaves the request open, so
 * that an answer can still be sent.
 */
export function readBytes(request: Readable, { decoder, limit, tooLarge, take }: ReadBytesOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const source = decoder === undefined ? request : request.pipe(decoder);
    const chunks: Buffer[] = [];
    const gathered: Buffer[] = [];
    let arrived = 0;
    let decoded = 0;

    const count = (chunk: Buffer): void => {
      arrived += chunk.length;
      if (arrived > limit) fail(tooLarge());
    };
    const collect = (chunk: Buffer): void => {
      decoded += chunk.length;
      if (decoded > limit) fail(tooLarge());
      else keep(chunk);
    };
    const keep = (chunk: Buffer): void => {
      try {
        take(chunk.length);
        chunks.push(chunk);
        if (chunks.length === MANY_CHUNKS) gathered.push(Buffer.concat(chunks.splice(0)));
      } catch (error) {
        fail(error as Error); // take throws nothing else
      }
    };
    const aborted = (): void => {
      // It also closes when all has arrived, while the decoder may still be at work.
      if (!request.readableEnded) fail(new BadInputError('The body ends before its announced end.'));
    };
    const garbled = (): void => {
      fail(BadInputError.ofField('body', 'does not match its Content-Encoding'));
    };
    const end = (): void => {
      stop();
      resolve(Buffer.concat([...gathered, ...chunks]));
    };
    function fail(error: Error): void {
      stop();
      decoder?.destroy();
      reject(error);
    }
    function stop(): void {
      request.off('data', count).off('error', aborted).off('close', aborted);
      source.off('data', collect).off('end', end);
      decoder?.off('error', garbled).on('error', ignore);
      request.on('error', ignore);
      if (decoder !== undefined) request.unpipe(decoder);
    }

    request.on('data', count).on('error', aborted).on('close', aborted);
    source.on('data', collect).on('end', end);
    decoder?.on('error', garbled);
    if (request.destroyed) aborted();
  });
}

/** Nobody waits for these any more, and a stream's error without a listener ends the process. */
function ignore(): void {
  // The fault was told already.
}

const DISCARDED_BYTES = 64 * 1_048_576;
const DISCARDING_MILLISECONDS = 30_000;

/**
 * Takes in and throws away what a client still sends of a refused body: closing at once would reset the
 * connection, and the client would never read the answer. One that sends on and on is cut off.
 */
export function discardRest(request: Readable): void {
  if (request.readableEnded || request.destroyed) return;
  let left = DISCARDED_BYTES;
  const timer = setTimeout(() => request.destroy(), DISCARDING_MILLISECONDS);
  timer.unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.once('close', () => {
    clearTimeout(timer);
  });
  request.resume();
}
