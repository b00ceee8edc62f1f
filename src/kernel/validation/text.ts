/** Length as people count it, and as PostgreSQL's `char_length` does: in Unicode code points. */
export function codePointLength(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index++) {
    if (isPair(text, index)) {
      pairs++;
      index++;
    }
  }
  return text.length - pairs;
}

function isPair(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
}

// With the `u` flag a pair is one character, so that only lone surrogates match.
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Why a text can't be stored in PostgreSQL or sent as UTF-8; undefined when it can. */
export function unstorable(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain the NUL character';
  if (LONE_SURROGATE.test(text)) return 'must not contain half of a surrogate pair';
  return undefined;
}

const SHOWN = 80;

/** What a client sent, cut to a length that fits into a message. */
export function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}
