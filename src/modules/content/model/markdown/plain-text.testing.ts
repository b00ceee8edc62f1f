import { readMarkdownFacts } from './markdown-reader.js';

/** What readers see of a page, without markup; blocks are parted by a newline. */
export function plainText(markdown: string): string {
  return readMarkdownFacts(markdown)
    .sections.flatMap(({ title, body }) => [title, body])
    .filter((text) => text !== '')
    .join('\n');
}
