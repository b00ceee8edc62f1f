import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** What `readBody` undoes, as an `Accept-Encoding` header. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

/** An answer names one in practice; each more costs memory for a decoder. */
const MAX_CODINGS = 3;

const OPTIONS = { chunkSize: 64 * 1024 };

/** The decoded body is over the limit. */
export class BodyTooLargeError extends Error {}

/** The body is in a coding that wasn't accepted. */
export class BodyCodingError extends Error {}

/**
 * Reads and decodes a body, and stops as soon as the decoded bytes are more than `maxBytes`.
 * @param contentEncoding the header's value; unknown words in it are passed over, as browsers do
 * @throws BodyTooLargeError, BodyCodingError, or what the stream or the decoder throws
 */
export async function readBody(source: AsyncIterable<Buffer>, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  let decoded = source;
  for (const coding of codingsOf(contentEncoding).reverse()) decoded = decode(decoded, coding);

  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of decoded) {
    length += chunk.length;
    if (length > maxBytes) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

type Coding = 'gzip' | 'deflate' | 'br';

function codingsOf(contentEncoding: string): Coding[] {
  const codings: Coding[] = [];
  for (const word of contentEncoding.toLowerCase().split(',')) {
    const coding = word.trim().replace(/^x-/, '');
    if (coding === 'gzip' || coding === 'deflate' || coding === 'br') codings.push(coding);
    else if (coding === 'zstd' || coding === 'compress') throw new BodyCodingError(coding);
    if (codings.length > MAX_CODINGS) throw new BodyCodingError(`more than ${MAX_CODINGS} codings`);
  }
  return codings;
}

async function* decode(source: AsyncIterable<Buffer>, coding: Coding): AsyncGenerator<Buffer, void> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  // An answer without a body may name a coding all the same.
  if (first.done) return;

  async function* whole(): AsyncGenerator<Buffer, void> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const decoder = decoderFor(coding, first.value);
  pipeline(whole, decoder, () => {
    // A fault of the source reaches the reader as a fault of the decoder.
  });
  yield* decoder;
}

function decoderFor(coding: Coding, start: Buffer): Transform {
  switch (coding) {
    case 'gzip':
      return createGunzip(OPTIONS);
    case 'br':
      return createBrotliDecompress(OPTIONS);
    case 'deflate':
      // Some servers send it without the zlib wrapper, whose first byte names method 8 (RFC 1950).
      return ((start[0] ?? 0) & 0x0f) === 8 ? createInflate(OPTIONS) : createInflateRaw(OPTIONS);
  }
}
