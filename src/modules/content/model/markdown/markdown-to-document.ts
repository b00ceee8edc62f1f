import { BlockReader, orEmpty } from './document/block-reader.js';
import { ReadContext, type ResolveAddress } from './document/read-context.js';
import { splitFrontMatter } from './front-matter.js';
import type { JsonDocument } from './json-document.js';
import { parseMarkdown } from './syntax/parse-markdown.js';

/**
 * A page's body as a tree. Front matter belongs to the page and isn't in it; everything else is: what
 * has no block, inline or mark of its own stays as text, as written.
 * @param resolve tells what an address leads to, as the page names it; what it doesn't know becomes a
 * reference of kind `url` with the address as written
 */
export function markdownToDocument(markdown: string, resolve?: ResolveAddress): JsonDocument {
  const { root, restore } = parseMarkdown(splitFrontMatter(markdown).body);
  const context: ReadContext = new ReadContext(root, restore, resolve, (footnote, depth) => orEmpty(reader.readFootnote(footnote, depth)));
  const reader = new BlockReader(context);
  const nodes = reader.read(root.children, 1);
  return { object: 'document', data: { schemaVersion: 1 }, nodes: [...nodes, ...reader.readLeftFootnotes()] };
}
