import { SpecFault } from '../spec-content.js';
import { decode } from './decode.js';
import { MAX_DEPTH } from './limits.js';
import { YamlFault, yamlToJson } from './yaml-to-json.js';

/** An object or a list of JSON. */
export type Json = object;

export interface ParsedDocument {
  /** JSON text. */
  readonly json: string;
  readonly value: Json;
  /** Whether the JSON text is what came. */
  readonly isJson: boolean;
}

/**
 * Reads a document as JSON or else as YAML, by what it is, not by what it is said to be.
 * @param most characters of JSON
 * @throws SpecFault
 */
export function parseDocument(bytes: Uint8Array, place: string, most: number): ParsedDocument {
  const text = decode(bytes, place);
  const refuse = (fault: string, cause?: unknown): SpecFault => new SpecFault('PARSE_ERROR', `${place} can't be read: ${fault}.`, { cause });
  if (text.trimStart().startsWith('<')) throw refuse('it is HTML or XML, not JSON or YAML');
  const isJson = text.trimStart().startsWith('{') && parses(text);
  const json = isJson ? text : toJson(text, most, refuse);
  if (isJson && isTooDeep(text)) throw refuse(`it is nested deeper than ${String(MAX_DEPTH)}`);
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) throw refuse('it is neither an object nor a list');
  return { json, value, isJson };
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function toJson(text: string, most: number, refuse: (fault: string, cause?: unknown) => SpecFault): string {
  try {
    return yamlToJson(text, most);
  } catch (error) {
    if (error instanceof YamlFault) throw refuse(error.message, error);
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw refuse('it is nested too deep', error);
    throw error;
  }
}

/** Of text that is JSON: counts brackets outside of strings. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let offset = 0; offset < json.length; offset += 1) {
    const character = json.charCodeAt(offset);
    if (character === QUOTE) offset = endOfString(json, offset);
    else if (character === BRACE || character === BRACKET) depth += 1;
    else if (character === END_BRACE || character === END_BRACKET) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH, BRACE, BRACKET, END_BRACE, END_BRACKET] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d];

function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, offset: number): boolean {
  let before = offset - 1;
  while (json.charCodeAt(before) === BACKSLASH) before -= 1;
  return (offset - before) % 2 === 0;
}
