import { posix } from 'node:path';
import { parseMarkdown } from '../model/markdown/syntax/parse-markdown.js';
import { toString } from 'mdast-util-to-string';
import { withoutFrontMatter } from './front-matter.js';

/** No title is longer; the bound keeps a hostile line from costing time. */
const MOST_TITLE = 2_000;

/**
 * Plain text of the first heading of level 1. A scan of lines instead of a parse of the document,
 * because a folder of thousands of pages asks for nothing else of them.
 */
export function firstHeading(markdown: string): string | undefined {
  let fence: string | undefined;
  let previous = '';
  for (const line of withoutFrontMatter(markdown).split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      previous = '';
      continue;
    }
    const heading = headingOfLine(line, previous);
    if (heading !== undefined && heading !== '') return heading;
    previous = /^ {4}|^\t/.test(line) ? '' : line;
  }
  return undefined;
}

function headingOfLine(line: string, previous: string): string | undefined {
  if (/^ {0,3}#(?:[ \t]|$)/.test(line)) return plainText(line);
  if (/^ {0,3}=+[ \t]*$/.test(line) && previous.trim() !== '') return plainText(`${previous}\n===`);
  const html = /^\s*<h1(?:\s[^>]*)?>(.*)<\/h1>/i.exec(line)?.[1];
  return html === undefined ? undefined : plainText(html);
}

/** Text of a piece of Markdown without its markup. */
export function plainText(markdown: string): string {
  const { root, restore } = parseMarkdown(markdown.slice(0, MOST_TITLE));
  return restore(toString(root, { includeHtml: false })).replace(/\s+/g, ' ').trim();
}

/** `01-getting_started.md` → `Getting started`; a folder's own page takes the folder's name. */
export function titleOfPath(path: string): string {
  const { name, dir } = posix.parse(path);
  const base = /^(?:readme|index)$/i.test(name) && dir !== '' ? posix.basename(dir) : name;
  const words = base.replace(/^\d+(?:[-_. ]+)(?=\D)/, '').replace(/[-_\s]+/g, ' ').trim();
  const title = words === '' ? base : words;
  const [first = ''] = title;
  return first.toLocaleUpperCase('en') + title.slice(first.length);
}
