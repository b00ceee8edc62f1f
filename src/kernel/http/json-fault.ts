const SPACE = /[ \t\n\r]*/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y; // eslint-disable-line no-control-regex -- JSON forbids exactly these in strings
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})/iy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Expected = 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'separator';

/**
 * Where a text stops being JSON (RFC 8259), as an offset in UTF-16 units; the text's length when it ends
 * too early or is valid. The engine's own messages don't tell the place of every fault.
 */
export function jsonFaultOffset(text: string): number {
  const closers: ('}' | ']')[] = [];
  let expected: Expected = 'value';
  let offset = skip(SPACE, text, 0);
  while (offset < text.length) {
    const character = text.charAt(offset);
    const closer = closers.at(-1);
    let end = offset + 1;
    if (character === closer && expected !== 'value' && expected !== 'key' && expected !== 'colon') {
      closers.pop();
      expected = 'separator';
    } else if (expected === 'separator') {
      if (character !== ',' || closer === undefined) return offset;
      expected = closer === '}' ? 'key' : 'value';
    } else if (expected === 'colon') {
      if (character !== ':') return offset;
      expected = 'value';
    } else if (expected === 'key' || expected === 'first key') {
      if (character !== '"') return offset;
      const string = scanString(text, offset);
      if (!string.closed) return string.end;
      end = string.end;
      expected = 'colon';
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'first key' : 'first item';
    } else if (character === '"') {
      const string = scanString(text, offset);
      if (!string.closed) return string.end;
      end = string.end;
      expected = 'separator';
    } else {
      end = skip(SCALAR, text, offset);
      if (end === offset) return offset;
      expected = 'separator';
    }
    offset = skip(SPACE, text, end);
  }
  return text.length;
}

/** A string's end, or the first character that can't stand in it. */
function scanString(text: string, start: number): { end: number; closed: boolean } {
  let offset = start + 1;
  for (;;) {
    offset = skip(PLAIN, text, offset);
    if (text.charAt(offset) === '"') return { end: offset + 1, closed: true };
    const behindEscape = skip(ESCAPE, text, offset);
    if (behindEscape === offset) return { end: offset, closed: false };
    offset = behindEscape;
  }
}

/** Behind the match at the offset; the offset itself when there is none. */
function skip(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}
