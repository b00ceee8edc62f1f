import mimeTypes from 'mime-types';

const GENERIC = 'application/octet-stream';

/**
 * Media type by content, then by name, then as declared. Content wins because names and servers lie;
 * XML, zip and CFB are containers, whose name says more about what is in them.
 */
export async function contentTypeOf(content: Buffer, name: string, declared?: string): Promise<string> {
  const detected = (await detect(content))?.mime;
  if (detected !== undefined && !CONTAINERS.has(detected)) return detected;
  if (isSvg(content)) return 'image/svg+xml';
  const named = mimeTypes.lookup(name);
  const told = named === false ? declared : named;
  return told === undefined || told === '' || (told === GENERIC && detected !== undefined) ? (detected ?? GENERIC) : told;
}

const CONTAINERS = new Set(['application/xml', 'application/zip', 'application/x-cfb', 'application/gzip']);

async function detect(content: Buffer): Promise<{ ext: string; mime: string } | undefined> {
  if (isPlainZip(content)) return { ext: 'zip', mime: 'application/zip' };
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return await fileTypeFromBuffer(content);
  } catch {
    // Content that ends in the middle of its own header is of no known type.
    return undefined;
  }
}

const ZIP_START = Buffer.from('PK\x03\x04', 'latin1');
const ZIP_EMPTY = Buffer.from('PK\x05\x06', 'latin1');
/** Parts of the names of files by which archives are known to be something else, such as Word documents, books and programs. */
const TELLING = ['[Content_Types].xml', 'mimetype', 'META-INF/', '.dex'];

/** An archive of files. The library would look for the end of each file in it, byte by byte, to tell that. */
function isPlainZip(content: Buffer): boolean {
  return content.subarray(0, 4).equals(ZIP_START) && !TELLING.some((name) => content.includes(name));
}

function isSvg(content: Buffer): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i.test(
    content.subarray(0, 4_096).toString('utf8'),
  );
}

/** What import sources are told apart by. */
export type DocumentKind = 'zip' | 'docx' | 'html' | 'mhtml' | 'xml' | 'text' | 'other';

export interface RecognizedContent {
  kind: DocumentKind;
  /** For messages: `a PDF`. */
  description: string;
}

/** What a document is, by its content alone. */
export async function recognize(content: Buffer): Promise<RecognizedContent> {
  if (content.length === 0) return { kind: 'other', description: 'an empty file' };
  // The byte-order mark of UTF-16 is also how some sound files start.
  const detected = isUtf16(content) ? undefined : await detect(content);
  if (detected !== undefined && detected.ext !== 'xml') {
    if (detected.ext === 'docx') return { kind: 'docx', description: 'a Word document (docx)' };
    if (detected.ext === 'zip' || content.subarray(0, 4).equals(ZIP_START) || content.subarray(0, 4).equals(ZIP_EMPTY)) {
      return { kind: 'zip', description: detected.ext === 'zip' ? 'a zip archive' : `a ${detected.ext} file` };
    }
    const name = NAMES[detected.ext];
    return { kind: 'other', description: name ?? `a ${detected.ext} file (${detected.mime})` };
  }
  if (content.subarray(0, 4).equals(ZIP_EMPTY)) return { kind: 'zip', description: 'an empty zip archive' };
  const start = content.subarray(0, 4_096).toString(isUtf16(content) ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
  if (/^[\w-]+:/.test(start) && /^mime-version:/im.test(start) && /^content-type:\s*multipart\/related/im.test(start)) {
    return { kind: 'mhtml', description: 'a MIME web page (MHTML)' };
  }
  if (HTML_START.test(start)) return { kind: 'html', description: 'an HTML page' };
  if (/^\s*<\?xml/.test(start) || detected !== undefined) {
    return /<html[\s>]/i.test(start) ? { kind: 'html', description: 'an HTML page' } : { kind: 'xml', description: 'an XML file' };
  }
  if (!isUtf16(content) && content.subarray(0, 4_096).includes(0)) return { kind: 'other', description: 'a binary file' };
  return { kind: 'text', description: 'a text file' };
}

const HTML_START = /^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|link|script|style)[\s>]/i;

const NAMES: Readonly<Record<string, string>> = {
  pdf: 'a PDF',
  cfb: 'an old Office document (.doc, .xls or .ppt)',
  gz: 'a gzip archive',
  rar: 'a RAR archive',
  '7z': 'a 7-Zip archive',
  tar: 'a tar archive',
  png: 'a PNG image',
  jpg: 'a JPEG image',
  gif: 'a GIF image',
  rtf: 'a rich text document (RTF)',
};

function isUtf16(content: Buffer): boolean {
  return content.length >= 2 && ((content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff));
}
