import { crc32 } from 'node:zlib';
import { base62, randomDigits } from '../ids/id.js';

/** 30 digits of base 62 hold 178 bits. */
const RANDOM_LENGTH = 30;
/** The fewest digits of base 62 that hold 32 bits. */
const CHECKSUM_LENGTH = 6;
const GENERATED = new RegExp(`^ds[a-z]_([0-9A-Za-z]{${String(RANDOM_LENGTH)}})([0-9A-Za-z]{${String(CHECKSUM_LENGTH)}})$`);

/** A new secret in the form that scanners of leaked ones know: prefix, random digits, and the CRC-32 of these, all in base 62. */
export function generateToken(prefix: string, randomLength = RANDOM_LENGTH): string {
  const random = randomDigits(randomLength);
  return prefix + random + checksum(random);
}

/**
 * Whether a text has the form of what the service generates, but another checksum: it was mistyped, cut or made up.
 * Texts of other forms, such as those that operators give and those of former versions, never are.
 */
export function isMistyped(text: string): boolean {
  const [, random, sum] = GENERATED.exec(text) ?? [];
  return random !== undefined && sum !== checksum(random);
}

function checksum(random: string): string {
  return base62(crc32(random), CHECKSUM_LENGTH);
}
