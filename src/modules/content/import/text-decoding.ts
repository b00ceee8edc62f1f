/** Why bytes are no text; the message is for people. */
export class TextDecodingError extends Error {}

/**
 * The text of a Markdown or settings file: UTF-8, or UTF-16 with a byte-order mark; the mark is dropped.
 * @throws TextDecodingError for anything else, because guessing would mangle the text
 */
export function decodeText(bytes: Buffer): string {
  const encoding = encodingOfMark(bytes) ?? 'utf-8';
  const text = decodeStrictly(bytes, encoding);
  if (text === undefined) throw new TextDecodingError(`is not valid ${encoding.toUpperCase()} text`);
  if (text.includes('\0')) throw new TextDecodingError('holds the character NUL');
  return text;
}

/**
 * The text of an HTML document, as browsers decide it: byte-order mark, character set of the answer's
 * header, `<meta>` in the first 4 kB, else UTF-8, and Windows-1252 when it isn't valid UTF-8.
 * Algorithm: HTML Standard, "determining the character encoding" (shortened: no frequency analysis).
 */
export function decodeHtml(bytes: Buffer, headerCharset?: string): string {
  const mark = encodingOfMark(bytes);
  for (const label of [mark, headerCharset, mark === undefined ? declaredCharset(bytes) : undefined]) {
    const decoder = label === undefined ? undefined : decoderOf(label);
    if (decoder !== undefined) return decoder.encoding === WINDOWS_1252 ? decodeWindows1252(bytes) : decoder.decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

/** What browsers take `iso-8859-1` and `us-ascii` for, too. */
const WINDOWS_1252 = 'windows-1252';

/** 0x80 to 0x9f; the five that stand for nothing are control characters. */
const WINDOWS_1252_SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Not by `TextDecoder`: that of some versions of Node reads it as Latin 1, so that quotation marks and dashes become control characters. */
function decodeWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252_SIGNS.charAt(character.charCodeAt(0) - 0x80));
}

function decodeStrictly(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function encodingOfMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function declaredCharset(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 4_096).toString('latin1');
  const label = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1] ?? /^<\?xml[^>]*encoding=["']([\w.:-]+)/.exec(start)?.[1];
  // A meta element can only be read in an ASCII superset, so UTF-16 in it is a mistake.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function decoderOf(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
