import { BadInputError } from '../errors/errors.js';
import { shorten, unstorable } from '../validation/text.js';
import { jsonFaultOffset } from './json-fault.js';

const MAX_DEPTH = 64;

/**
 * Parses a body's bytes strictly: UTF-8 (a byte-order mark is skipped), valid JSON, nested at most 64
 * deep, and no text that PostgreSQL couldn't store. Throws BadInputError with the place of the fault.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  const value = parse(text);
  const checkTexts = MAYBE_UNSTORABLE.test(text);
  if (checkTexts || isMaybeDeep(text)) checkValue(value, checkTexts);
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

/** Strict decoding lets neither NUL nor half a pair through but as an escape. */
const MAYBE_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** Whether so many objects and lists open that they could be nested too deep. */
function isMaybeDeep(text: string): boolean {
  return text.split(/[[{]/, MAX_DEPTH + 2).length > MAX_DEPTH + 1;
}

interface Place {
  value: unknown;
  key: string | number;
  depth: number;
  parent: Place | undefined;
}

/** Walks with a stack of its own: a body may be nested deeper than calls can be. */
function checkValue(root: unknown, checkTexts: boolean): void {
  const open: Place[] = [{ value: root, key: 'body', depth: 0, parent: undefined }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const parent = place;
    const { value, depth } = parent;
    if (checkTexts && typeof value === 'string') checkText(value, parent);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) throw BadInputError.ofField('body', `must be nested at most ${String(MAX_DEPTH)} deep`);
    const visit = (child: unknown, key: string | number): void => {
      if (checkTexts && typeof key === 'string') checkText(key, parent);
      if (checkTexts || typeof child === 'object') open.push({ value: child, key, depth: depth + 1, parent });
    };
    if (Array.isArray(value)) value.forEach(visit);
    else for (const [key, child] of Object.entries(value)) visit(child, key);
  }
}

function checkText(text: string, place: Place): void {
  const fault = unstorable(text);
  if (fault !== undefined) throw BadInputError.ofField(pathOf(place), fault);
}

function pathOf(place: Place): string {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at?.parent !== undefined; at = at.parent) keys.unshift(shorten(String(at.key)));
  return keys.length === 0 ? 'body' : keys.join('.');
}
