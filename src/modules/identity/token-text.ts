import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { TOKEN_PREFIX } from '../../kernel/auth/token-prefix.js';
import { randomDigits } from '../../kernel/ids/id.js';

/** 32 digits of base 62: 190 bits. */
const LENGTH = 32;

/** A new token: prefix, random digits, and a checksum by which a scanner tells it from chance. */
export function newTokenText(): string {
  const random = randomDigits(LENGTH);
  return `${TOKEN_PREFIX}${random}${crc32(random).toString(16).padStart(8, '0')}`;
}

/** What is stored of a token. It is random enough that one round of a fast hash can't be turned back. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
