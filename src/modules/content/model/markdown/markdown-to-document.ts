import type { RootContent } from 'mdast';
import { BlockReader, orEmpty } from './document/block-reader.js';
import { ReadContext, type ResolveAddress } from './document/read-context.js';
import { splitFrontMatter } from './front-matter.js';
import type { Block, JsonDocument } from './json-document.js';
import { parseMarkdown } from './syntax/parse-markdown.js';

/**
 * A page's body as a tree. Front matter belongs to the page and isn't in it; everything else is: what
 * has no block, inline or mark of its own stays as text, as written.
 * @param resolve tells what an address leads to, as the page names it; what it doesn't know becomes a
 * reference of kind `url` with the address as written
 */
export function markdownToDocument(markdown: string, resolve?: ResolveAddress): JsonDocument {
  const { nodes, reader } = parse(splitFrontMatter(markdown).body, resolve);
  return { object: 'document', data: { schemaVersion: 1 }, nodes: [...reader.read(nodes, 1), ...reader.readLeftFootnotes()] };
}

/** Blocks at the top of a document, with where they stand in the Markdown. */
export interface MarkdownPart {
  readonly blocks: readonly Block[];
  readonly nodes: readonly RootContent[];
  readonly start: number;
  readonly end: number;
}

/** The same document by its parts; undefined where it is longer than what is parsed. */
export function markdownToParts(markdown: string, resolve?: ResolveAddress): { parts: MarkdownPart[]; left: Block[] } | undefined {
  const { body, bodyStart } = splitFrontMatter(markdown);
  const { nodes, reader } = parse(body, resolve);
  const parts: MarkdownPart[] = [];
  for (const { from, to, blocks } of reader.readParts(nodes)) {
    const [start, end] = [nodes[from]?.position?.start.offset, nodes[to]?.position?.end.offset];
    if (start === undefined || end === undefined) return undefined;
    const indent = /(?<=^|[\r\n])[ \t]+$/.exec(body.slice(Math.max(0, start - MOST_INDENT), start))?.[0].length ?? 0;
    parts.push({ blocks, nodes: nodes.slice(from, to + 1), start: bodyStart + start - indent, end: bodyStart + end });
  }
  return { parts, left: reader.readLeftFootnotes() };
}

/** More columns begin a block of code, which has them in it. */
const MOST_INDENT = 8;

function parse(body: string, resolve: ResolveAddress | undefined): { nodes: readonly RootContent[]; reader: BlockReader } {
  const { root, restore } = parseMarkdown(body);
  const context: ReadContext = new ReadContext(root, restore, resolve, (footnote, depth) => orEmpty(reader.readFootnote(footnote, depth)));
  const reader = new BlockReader(context);
  return { nodes: root.children, reader };
}
