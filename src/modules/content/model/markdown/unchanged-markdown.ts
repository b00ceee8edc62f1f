import type { Nodes } from 'mdast';
import { codePointLength } from '../../../../kernel/validation/text.js';
import { matchedLines } from '../merge/matched-lines.js';
import { BlockWriter } from './document/block-writer.js';
import { isList } from './document/list-writer.js';
import type { ResolveAddress } from './document/read-context.js';
import { WriteContext } from './document/write-context.js';
import { splitFrontMatter } from './front-matter.js';
import type { Block } from './json-document.js';
import { markdownToDocument, type MarkdownPart, markdownToParts } from './markdown-to-document.js';
import type { PageSource } from './page-source.js';
import { addressOf } from './reference-address.js';

/**
 * Markdown that reads as what a document was written as, for a page that has Markdown already. People write
 * in many ways what a document has one for, and in ways that it has none for: so the blocks that are as they
 * were stay as they were written, and so does the front matter, which is in no document.
 * @param longest of the Markdown, in code points: where what was written before takes more, all but the front matter is written anew
 */
export function keepUnchanged(written: string, { markdown, references }: PageSource, longest = Infinity): string {
  const resolve: ResolveAddress = (address) => {
    const reference = Object.hasOwn(references, address) ? references[address] : undefined;
    const url = reference === undefined ? undefined : addressOf(reference);
    return url === undefined ? undefined : { kind: 'url', url };
  };
  const blocks = markdownToDocument(written, resolve).nodes;
  const wanted = blocks.map(keyOf);
  const frontMatter = markdown.slice(0, splitFrontMatter(markdown).bodyStart);
  const before = markdownToParts(markdown, resolve);
  if (before === undefined) return frontMatter + written;
  const had = before.parts.flatMap((part) => part.blocks.map(keyOf));
  if (isEqual([...had, ...before.left.map(keyOf)], wanted)) return markdown;
  const kept = frontMatter + assemble(markdown, frontMatter.length, before.parts, pieces(blocks, matchedLines(had, wanted), before.parts));
  return codePointLength(kept) <= longest && isEqual(markdownToDocument(kept, resolve).nodes.map(keyOf), wanted) ? kept : frontMatter + written;
}

/** A part that stays as it was written, or a text that is new. */
type Piece = { readonly part: number } | { readonly text: string };

/** @param matches which of the blocks before each block is */
function pieces(blocks: readonly Block[], matches: readonly (number | undefined)[], parts: readonly MarkdownPart[]): Piece[] {
  const partAt = new Map<number, number>();
  let count = 0;
  for (const [index, part] of parts.entries()) {
    if (part.blocks.length > 0) partAt.set(count, index);
    count += part.blocks.length;
  }
  const writer = new BlockWriter(new WriteContext(undefined));
  const made: Piece[] = [];
  const notes: string[] = [];
  let keptUntil = 0;
  let previous: Block | undefined;
  let variant = 0;
  for (const [index, block] of blocks.entries()) {
    const match = matches[index];
    const part = match === undefined ? undefined : partAt.get(match);
    const length = part === undefined ? 0 : (parts[part]?.blocks.length ?? 0);
    if (index >= keptUntil && part !== undefined && match !== undefined && matches.slice(index, index + length).every((one, step) => one === match + step)) {
      made.push({ part });
      keptUntil = index + length;
    }
    // Also what is kept is written: ids of headings count those before.
    variant = previous !== undefined && isList(previous) && isList(block) ? 1 - variant : 0;
    const text = writer.write([block], variant);
    const itsNotes = writer.notes();
    if (index >= keptUntil) {
      if (text !== '') made.push({ text });
      if (itsNotes !== '') notes.push(itsNotes);
    }
    previous = block;
  }
  return [...made, ...notes.map((text) => ({ text }))];
}

function assemble(markdown: string, bodyStart: number, parts: readonly MarkdownPart[], made: readonly Piece[]): string {
  const order = withDefinitions(parts, made);
  const texts: string[] = [];
  let last: number | undefined = -1;
  for (const piece of order) {
    const part = 'part' in piece ? piece.part : undefined;
    if (part === undefined || last === undefined || part !== last + 1) texts.push(texts.length === 0 ? '' : '\n\n');
    else texts.push(markdown.slice(part === 0 ? bodyStart : parts[part - 1]?.end, parts[part]?.start));
    texts.push('part' in piece ? markdown.slice(parts[piece.part]?.start, parts[piece.part]?.end) : piece.text);
    last = part;
  }
  texts.push(last !== undefined && last === parts.length - 1 ? markdown.slice(parts[last]?.end) : texts.length === 0 ? '' : '\n');
  return texts.join('');
}

/** Definitions make no blocks: they stay where they were while something that stays needs them. */
function withDefinitions(parts: readonly MarkdownPart[], made: readonly Piece[]): Piece[] {
  const names = parts.map(({ nodes }) => namesIn(nodes));
  const keptParts = new Set(made.flatMap((piece) => ('part' in piece ? [piece.part] : [])));
  const needed = new Set([...keptParts].flatMap((part) => names[part]?.uses ?? []));
  const definitions = new Set<number>();
  for (let before = -1; before < definitions.size; ) {
    before = definitions.size;
    for (const [index, part] of parts.entries()) {
      if (part.blocks.length > 0 || definitions.has(index) || names[index]?.defines.some((name) => needed.has(name)) !== true) continue;
      definitions.add(index);
      for (const name of names[index].uses) needed.add(name);
    }
  }
  const left = [...definitions].sort((one, other) => one - other);
  const order: Piece[] = [];
  for (const piece of made) {
    if ('part' in piece) for (let next = left[0]; next !== undefined && next < piece.part; next = left[0]) order.push({ part: left.shift() ?? next });
    order.push(piece);
  }
  return [...order, ...left.map((part) => ({ part }))];
}

/** Names of definitions and footnotes. */
function namesIn(nodes: readonly Nodes[]): { defines: string[]; uses: string[] } {
  const [defines, uses]: [string[], string[]] = [[], []];
  const look = (node: Nodes): void => {
    if (node.type === 'definition') defines.push(`[${node.identifier}`);
    else if (node.type === 'linkReference' || node.type === 'imageReference') uses.push(`[${node.identifier}`);
    else if (node.type === 'footnoteDefinition') defines.push(`^${node.identifier.toLowerCase()}`);
    else if (node.type === 'footnoteReference') uses.push(`^${node.identifier.toLowerCase()}`);
    if ('children' in node) node.children.forEach(look);
  };
  nodes.forEach(look);
  return { defines, uses };
}

/** Equal for equal blocks. */
function keyOf(block: Block): string {
  return JSON.stringify(block, (_, value: unknown) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value));
}

function isEqual(keys: readonly string[], others: readonly string[]): boolean {
  return keys.length === others.length && keys.every((key, index) => key === others[index]);
}
