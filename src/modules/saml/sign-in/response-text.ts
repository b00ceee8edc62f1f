import { SignInRefusal } from './sign-in-refusal.js';

/** Most bytes of an answer's XML; answers with hundreds of groups stay far below. */
const MOST_BYTES = 262_144;
/** Most elements, and most attributes of all of them: what reads XML takes the square of either in time. */
const MOST_TAGS = 5_000;
const MOST_ATTRIBUTES = 10_000;
/** Most elements within one another. */
const MOST_DEPTH = 100;

/** Values of attributes may hold `>`. */
const TAG = /<(?:[^<>"']|"[^<"]*"|'[^<']*')*>?/g;

const WEAK_ALGORITHMS = /\/xmldsig#(?:rsa-sha1|dsa-sha1|hmac-sha1|sha1)\b/;

/**
 * The XML of an answer, before anything parses it. Document types (and with them entities), comments,
 * CDATA and processing instructions have no place in one, and each has served to say one thing to the
 * signature and another to the reader.
 * @throws SignInRefusal
 */
export function responseText(base64: string): string {
  const text = decoded(base64.replace(/[\r\n\t ]+/g, ''));
  if (/<!|<\?(?!xml\s)/i.test(text) || text.lastIndexOf('<?') > 0) {
    throw new SignInRefusal('The answer of the identity provider holds a document type, a comment, CDATA or an instruction. Such answers are not taken.');
  }
  if (count(text, '<') > 2 * MOST_TAGS || count(text, '=') > MOST_ATTRIBUTES) throw tooLarge();
  if (!isOneElement(text)) throw unreadable();
  if (WEAK_ALGORITHMS.test(text)) throw new SignInRefusal('The answer of the identity provider is signed with SHA-1. It has to sign with SHA-256 or better.');
  return text;
}

function decoded(base64: string): string {
  if (base64.length > (MOST_BYTES * 4) / 3) throw tooLarge();
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw unreadable();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    throw unreadable();
  }
}

/** Whether there is one root, and everything in it ends: of what follows, or is left open, the reader makes an error each, in a time that grows with the square of them. */
function isOneElement(text: string): boolean {
  let depth = 0;
  let isEnded = false;
  for (const [tag] of text.matchAll(TAG)) {
    if (tag.startsWith('<?')) continue;
    if (isEnded || !tag.endsWith('>')) return false;
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth < 0 || depth > MOST_DEPTH) return false;
    isEnded = depth === 0;
  }
  return isEnded;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

function tooLarge(): SignInRefusal {
  return new SignInRefusal(`The answer of the identity provider is too large: it may have ${String(MOST_BYTES)} bytes, ${String(MOST_TAGS)} elements and ${String(MOST_ATTRIBUTES)} attributes.`);
}

export function unreadable(): SignInRefusal {
  return new SignInRefusal('There is no readable answer of an identity provider.');
}
