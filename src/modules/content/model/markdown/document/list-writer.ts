import type { Block } from '../json-document.js';
import { childBlocks, childInlines, inlineText } from './nodes.js';

const LAST_NUMBER = 999_999_999;

export function isList({ type }: Block): boolean {
  return type === 'list-unordered' || type === 'list-ordered' || type === 'list-tasks';
}

/**
 * @param variant 0 or 1: neighbouring lists, and a list at the very start of an item, differ from the
 * one before or around them in their markers, otherwise they would be read as one, or as a divider
 */
export function writeList(list: Block, variant: number, writeBlocks: (blocks: readonly Block[], variant: number) => string): string {
  const ordered = list.type === 'list-ordered';
  const start = typeof list.data['start'] === 'number' ? Math.trunc(list.data['start']) : 1;
  return childBlocks(list)
    .map((item, index) => {
      const number = Math.min(Math.max(start, 0) + index, LAST_NUMBER);
      const marker = ordered ? `${String(number)}${variant === 0 ? '.' : ')'}` : variant === 0 ? '-' : '+';
      const checked = item.data['checked'];
      const box = typeof checked === 'boolean' && startsWithText(item) ? `[${checked ? 'x' : ' '}] ` : '';
      const content = writeBlocks(childBlocks(item), 1 - variant);
      return withoutLastBlanks(`${marker}${indent(` ${box}${content}`, ' '.repeat(marker.length + 1))}`);
    })
    .join('\n');
}

/** Without the blank that would follow a marker of nothing; other white space is text. */
export function withoutLastBlanks(text: string): string {
  return text.endsWith(' ') ? text.slice(0, -1) : text;
}

/** Boxes stand only before text. */
function startsWithText(item: Block): boolean {
  const [first] = childBlocks(item);
  return first !== undefined && (first.type === 'paragraph' ? inlineText(childInlines(first)) !== '' || childInlines(first).some(({ object }) => object === 'inline') : first.type === 'images' || first.type === 'math');
}

/** All lines but the first get the prefix, unless they are empty. */
export function indent(text: string, prefix: string): string {
  return text.replace(/\n(?=[^\n])/g, `\n${prefix}`);
}

/** Whether a list may follow a paragraph without a blank line between, and still be a list. */
export function interruptsParagraph(list: Block): boolean {
  const [first] = childBlocks(list);
  const [content] = first === undefined ? [] : childBlocks(first);
  const start = list.data['start'];
  return content?.type === 'paragraph' && inlineText(childInlines(content)) !== '' && (list.type !== 'list-ordered' || start === undefined || start === 1);
}
