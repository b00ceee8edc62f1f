import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * How an address is compared: without case, and with its domain in letters or in the ASCII that stands for them
 * (`müller.example`, `xn--mller-kva.example`). The first is what a new user is kept under, the others are what one may
 * have been kept under before.
 */
export function emailKeys(email: string): [string, ...string[]] {
  const key = email.trim().normalize('NFC').toLowerCase();
  const start = key.lastIndexOf('@') + 1;
  const [local, domain] = [key.slice(0, start), key.slice(start)];
  const [letters, ascii] = [domainToUnicode(domain), domainToASCII(domain)];
  const hasLetters = /[^\0-\x7f]|(?:^|\.)xn--/.test(domain);
  if (!hasLetters || letters === '' || ascii === '') return [key];
  return [local + letters, ...new Set([local + ascii, key].filter((other) => other !== local + letters))];
}
