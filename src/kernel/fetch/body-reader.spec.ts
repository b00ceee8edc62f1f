import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BodyCodingError, BodyTooLargeError, readBody } from './body-reader.js';

const CODINGS: Record<string, (content: Buffer) => Buffer> = {
  'gzip': gzipSync,
  'x-gzip': gzipSync,
  'GZIP': gzipSync,
  'deflate': deflateSync,
  'deflate ': deflateRawSync,
  'br': brotliCompressSync,
  'gzip, br': (content) => brotliCompressSync(gzipSync(content)),
  'deflate,gzip': (content) => gzipSync(deflateSync(content)),
  'identity': (content) => content,
  'utf-8': (content) => content,
  '': (content) => content,
};

/** The bytes in pieces of at most `size`. */
function pieces(content: Buffer, size: number): Readable {
  const count = Math.ceil(content.length / size);
  return Readable.from(Array.from({ length: count }, (_, index) => content.subarray(index * size, (index + 1) * size)));
}

describe.each(Object.entries(CODINGS))('a body in %j', (contentEncoding, encode) => {
  it('is decoded, however it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 1, max: 60 }), async (bytes, size) => {
        const content = Buffer.from(bytes);
        const decoded = await readBody(pieces(encode(content), size), contentEncoding, 500);
        expect(decoded.equals(content)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('is empty when nothing comes', async () => {
    expect(await readBody(Readable.from([]), contentEncoding, 10)).toHaveLength(0);
  });

  it('may have as many bytes as allowed and not one more', async () => {
    const content = Buffer.alloc(200_000, 'x');
    expect(await readBody(pieces(encode(content), 1_000), contentEncoding, 200_000)).toHaveLength(200_000);
    await expect(readBody(pieces(encode(content), 1_000), contentEncoding, 199_999)).rejects.toThrow(BodyTooLargeError);
  });
});

describe('readBody', () => {
  it.each(['gzip', 'deflate', 'br'])('fails on an incomplete or broken body in %s', async (coding) => {
    const whole = CODINGS[coding]?.(Buffer.from('content '.repeat(50))) ?? Buffer.alloc(0);
    await expect(readBody(pieces(whole.subarray(0, -3), 10), coding, 1_000)).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
    await expect(readBody(Readable.from([Buffer.from('\x08 no compressed data at all')]), coding, 1_000)).rejects.toHaveProperty('code');
  });

  it('passes on the fault of its source', async () => {
    const failing = async function* (): AsyncGenerator<Buffer, void> {
      yield gzipSync('content').subarray(0, 5);
      throw new Error('connection lost');
    };
    await expect(readBody(failing(), 'gzip', 1_000)).rejects.toThrow('connection lost');
  });

  it('stops taking from an endless source', async () => {
    let taken = 0;
    const endless = async function* (): AsyncGenerator<Buffer, void> {
      for (;;) {
        taken += 1;
        yield Buffer.alloc(1_000);
      }
    };
    await expect(readBody(endless(), '', 10_000)).rejects.toThrow(BodyTooLargeError);
    expect(taken).toBe(11);
  });

  it.each(['zstd', 'compress', 'gzip, zstd', 'gzip, gzip, gzip, gzip', 'gzip,'.repeat(1_000)])('refuses %j', async (coding) => {
    await expect(readBody(Readable.from([Buffer.from('x')]), coding, 100)).rejects.toThrow(BodyCodingError);
  });
});
