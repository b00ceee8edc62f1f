import { codePointLength, unstorable } from './text.js';

export interface TextOptions {
  /** Fewest code points; 0 unless given. */
  min?: number;
  /** Most code points. */
  max: number;
  /** Must match; linear, without the flags `g` and `y`. */
  pattern?: RegExp;
}

/** What is wrong with a text; undefined when nothing is. */
export function textFault(value: unknown, { min = 0, max, pattern }: TextOptions): string | undefined {
  if (typeof value !== 'string') return `must be text, is ${kindOf(value)}`;
  const length = codePointLength(value);
  if (length < min || length > max) return `must be ${boundsText(min, max)} characters, is ${String(length)}`;
  // Behind the length, so that a pattern never meets more than `max` characters.
  return unstorable(value) ?? (pattern === undefined || pattern.test(value) ? undefined : `must match ${pattern.source}`);
}

// The URL class forgives missing slashes, and spaces and line ends around and inside.
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}/\\?#][^\s\p{Cc}]*$/iu;

/** What is wrong with an absolute `http` or `https` address; undefined when nothing is. Who may read an address must not learn a password. */
export function webAddressFault(value: unknown, max: number): string | undefined {
  const fault = textFault(value, { min: 1, max });
  if (fault !== undefined) return fault;
  const text = String(value);
  if (!WEB_ADDRESS.test(text) || !URL.canParse(text)) return 'must be a full http or https address, such as https://docs.example.com/start';
  const { username, password } = new URL(text);
  return username === '' && password === '' ? undefined : 'must not hold a user name or password';
}

const URI_PART = String.raw`(?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*`;
const URI_PATH = String.raw`(?:[\w\-.~!$&'()*+,;=:@/]|%[\da-f]{2})*`;
const URI = new RegExp(String.raw`^https?:\/\/(?:\[[\da-f:.]+\]|[\w\-.~!$&'()*+,;=%]+)(?::\d*)?(?:\/${URI_PATH})?(?:\?${URI_PART})?(?:#${URI_PART})?$`, 'i');

/** As `webAddressFault`, of an address that is kept and answered as it was sent: a URI (RFC 3986), which is what clients are promised. */
export function uriFault(value: unknown, max: number): string | undefined {
  return webAddressFault(value, max) ?? (URI.test(String(value)) ? undefined : 'must be a URI: its host in ASCII (xn--…), and percent-encoded what a URI may not hold, such as %C3%A9');
}

/** `1 to 50`, `at most 50` or `exactly 5`. */
export function boundsText(min: number, max: number): string {
  if (min === max) return `exactly ${String(max)}`;
  return min === 0 ? `at most ${String(max)}` : `${String(min)} to ${String(max)}`;
}

/** The JSON kind of a value with its article: `a number`, `null`, `an array`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

/** `must be one of a, b, c`: long lists are cut, the API's document has them in full. */
export function choiceFault(value: unknown, values: readonly string[]): string | undefined {
  if (typeof value === 'string' && values.includes(value)) return undefined;
  const shown = values.slice(0, 30).join(', ');
  return `must be one of ${shown}${values.length > 30 ? ', …' : ''}`;
}
