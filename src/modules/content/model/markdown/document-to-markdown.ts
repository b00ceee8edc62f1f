import { BlockWriter } from './document/block-writer.js';
import { type AddressOf, WriteContext } from './document/write-context.js';
import type { JsonDocument } from './json-document.js';

/**
 * A document as Markdown, so that `markdownToDocument` makes the same tree of it. Blocks, inlines and
 * marks of types that have no notation leave their text.
 * @param addressOf tells the address that the page names for a reference; by default that of a `url`,
 * `#anchor` for the page's own anchors, and the reference's kind and id for the others
 */
export function documentToMarkdown(document: JsonDocument, addressOf?: AddressOf): string {
  const writer = new BlockWriter(new WriteContext(addressOf));
  const body = writer.write(document.nodes);
  const notes = writer.notes();
  const parts = [body, notes].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}
