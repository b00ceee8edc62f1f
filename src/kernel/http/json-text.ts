import { BadInputError } from '../errors/errors.js';
import { shorten, unstorable } from '../validation/text.js';
import { jsonFaultOffset } from './json-fault.js';

const MAX_DEPTH = 64;
/** Each takes far more memory than its text may be long: `{}`. */
const MAX_VALUES = 1_000_000;

/**
 * Parses a body's bytes strictly: UTF-8 (a byte-order mark is skipped), valid JSON, nested at most 64
 * deep, of at most 1,000,000 values, and no text that PostgreSQL couldn't store. Throws BadInputError with the place of the fault.
 * @param take told how many values there are about to be
 */
export function parseJson(bytes: Uint8Array, take: (values: number) => void = () => undefined): unknown {
  const text = decodeUtf8(bytes);
  take(countValues(text));
  const value = parse(text);
  if (MAYBE_UNSTORABLE.test(text)) checkTexts(value, []);
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw BadInputError.ofField('body', 'must be UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw BadInputError.ofField('body', `must be valid JSON; ${faultText(text)}`);
  }
}

function faultText(text: string): string {
  const offset = jsonFaultOffset(text);
  const before = text.slice(0, offset);
  const lastLine = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  const place = `line ${String(line)}, column ${String(offset - lastLine + 1)}`;
  const codePoint = text.codePointAt(offset);
  return codePoint === undefined ? `it ends too early, at ${place}` : `unexpected ${JSON.stringify(String.fromCodePoint(codePoint))} at ${place}`;
}

/**
 * Counts commas and opening brackets outside strings, of which there are as many as values but for the first, before
 * anything is built: the parser itself would follow any depth. @throws BadInputError where it is too deep, or too many
 */
function countValues(text: string): number {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let offset = 0; offset < text.length; offset++) {
    const character = text.charAt(offset);
    if (character === '"') inString = !inString;
    else if (character === '\\') offset++;
    else if (inString) continue;
    else if (character === ',') values++;
    else if (character === '[' || character === '{') {
      values++;
      depth++;
    } else if (character === ']' || character === '}') depth--;
    if (depth > MAX_DEPTH) throw BadInputError.ofField('body', `must be nested at most ${String(MAX_DEPTH)} deep`);
    if (values > MAX_VALUES) throw BadInputError.ofField('body', `must have at most ${String(MAX_VALUES)} values`);
  }
  return values;
}

/** Strict decoding lets neither NUL nor half a pair through but as an escape. */
const MAYBE_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** Looks at every text, keys too. Calls itself, which the depth of a body allows. */
function checkTexts(value: unknown, path: string[]): void {
  if (typeof value === 'string') checkText(value, path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    checkText(key, path);
    path.push(key);
    checkTexts(child, path);
    path.pop();
  }
}

function checkText(text: string, path: readonly string[]): void {
  const fault = unstorable(text);
  if (fault !== undefined) throw BadInputError.ofField(path.length === 0 ? 'body' : path.map(shorten).join('.'), fault);
}
