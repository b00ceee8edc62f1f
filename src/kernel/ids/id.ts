import { randomBytes } from 'node:crypto';

/** Digits in ASCII order, so that ids sort by time under `COLLATE "C"`. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
const TIME_LENGTH = 9;
const RANDOM_LENGTH = 11;
/** Lifts the first digit to a letter (for centuries): an id never looks like a plain number. */
const LIFT = 10 * BASE ** (TIME_LENGTH - 1);

let lastTick = 0;

/**
 * A new id: 20 characters of `[0-9A-Za-z]`, the first a letter. Nine tell the time in 62nds of a
 * millisecond, eleven are random (65 bits). The ids of one process ascend strictly, so that rows
 * made in one go keep their order.
 */
export function newId(): string {
  lastTick = Math.max(Date.now() * BASE, lastTick + 1);
  return base62(lastTick + LIFT, TIME_LENGTH) + randomDigits(RANDOM_LENGTH);
}

/** What an id can look like; anything else in a path names nothing. */
export function isId(text: string): boolean {
  return /^[0-9A-Za-z]{1,64}$/.test(text);
}

/** `length` random digits of base 62, without bias. */
export function randomDigits(length: number): string {
  let digits = '';
  while (digits.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 × 62: higher bytes would favour the first digits.
      if (byte < 248 && digits.length < length) digits += DIGITS.charAt(byte % BASE);
    }
  }
  return digits;
}

/** A whole number in so many digits of base 62. */
export function base62(number: number, length: number): string {
  let rest = number;
  let digits = '';
  for (let place = 0; place < length; place += 1) {
    digits = DIGITS.charAt(rest % BASE) + digits;
    rest = Math.floor(rest / BASE);
  }
  return digits;
}
