import { SpecFault } from '../spec-content.js';

/**
 * Text of a document's bytes: UTF-8, or UTF-16 where a byte-order mark says so; without the mark.
 * What a server says of the encoding is often wrong, so it isn't asked.
 * @throws SpecFault
 */
export function decode(bytes: Uint8Array, place: string): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new SpecFault('PARSE_ERROR', `${place} is not text in UTF-8.`, { cause: error });
  }
}
