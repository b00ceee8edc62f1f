import GithubSlugger from 'github-slugger';
import type { FootnoteDefinition, Heading, List, Paragraph, RootContent } from 'mdast';
import { keepId } from '../heading-ids.js';
import type { Block, InlineNode } from '../json-document.js';
import { blockItems, type BlockItem, type BlockItems } from './block-items.js';
import { HtmlBlockReader } from './html-blocks.js';
import { readImages } from './images.js';
import { markdownItems, pairItems } from './inline-items.js';
import { InlineReader } from './inline-reader.js';
import { InlineSink } from './inline-sink.js';
import { readTagBlock } from './tag-blocks.js';
import { append, block, inlineText, paragraph, textNode, voidBlock } from './nodes.js';
import { ReadContext } from './read-context.js';
import { markdownTable } from './tables.js';

/** Blocks at this depth hold no further containers: their contents stay beside each other. */
export const MAX_CONTAINER_DEPTH = 46;

/** Blocks with the first and the last of the nodes that they are made of. */
export interface Part {
  from: number;
  to: number;
  blocks: Block[];
}

/** Makes blocks of Markdown's. What it doesn't know becomes paragraphs with the text as written. */
export class BlockReader {
  readonly inlines: InlineReader;
  readonly html: HtmlBlockReader;
  private readonly slugger = new GithubSlugger();

  constructor(readonly context: ReadContext) {
    this.inlines = new InlineReader(context);
    this.html = new HtmlBlockReader(this);
  }

  /** @param depth of the blocks to be made; those of a document have 1 */
  read(nodes: readonly RootContent[], depth: number): Block[] {
    const items = blockItems(nodes, this.context.restore);
    return this.readItems(items, 0, items.items.length, depth);
  }

  readItems(items: BlockItems, from: number, to: number, depth: number): Block[] {
    const blocks: Block[] = [];
    for (let index = from; index < to; index += 1) {
      const made = this.readAt(items, index, depth);
      append(blocks, made.blocks);
      index = made.end;
    }
    return blocks;
  }

  /** Blocks of a document, by the nodes that they are made of. */
  readParts(nodes: readonly RootContent[]): Part[] {
    const items = blockItems(nodes, this.context.restore);
    const parts: Part[] = [];
    for (let index = 0; index < items.items.length; index += 1) {
      const { blocks, end } = this.readAt(items, index, 1);
      const [from = 0, to = 0] = [items.origins[index], items.origins[end]];
      const last = parts.at(-1);
      if (last?.to === from) {
        append(last.blocks, blocks);
        last.to = to;
      } else {
        parts.push({ from, to, blocks });
      }
      index = end;
    }
    return parts;
  }

  /** What begins with an item, and the last item of it. */
  private readAt(items: BlockItems, index: number, depth: number): { blocks: Block[]; end: number } {
    const item = items.items[index];
    if (item === undefined) {
      return { blocks: [], end: index };
    }
    const made = item.type === 'open' && depth < MAX_CONTAINER_DEPTH ? readTagBlock(this, items, index, depth) : undefined;
    return made === undefined ? { blocks: this.readItem(item, depth), end: index } : { blocks: [made.block], end: made.end };
  }

  /** Notes that no mark stands for follow the rest, so that nothing is lost. */
  readLeftFootnotes(): Block[] {
    const blocks: Block[] = [];
    for (let footnote = this.context.takeLeftFootnote(); footnote !== undefined; footnote = this.context.takeLeftFootnote()) {
      blocks.push(paragraph([textNode(`[^${this.context.restore(footnote.label ?? footnote.identifier)}]:`)]));
      append(blocks, this.readFootnote(footnote, 1));
    }
    return blocks;
  }

  readFootnote(footnote: FootnoteDefinition, depth: number): Block[] {
    return this.read(footnote.children, depth);
  }

  /** A heading with its id: the given one, or that which its text gets. */
  heading(level: number, nodes: InlineNode[], id: string | undefined, align?: string): Block {
    const derived = this.slugger.slug(inlineText(nodes));
    keepId(this.slugger, id);
    return block(`heading-${String(Math.min(level, 3))}`, { id: id ?? (derived === '' ? undefined : derived), align }, nodes.length === 0 ? [textNode('')] : nodes);
  }

  private readItem(item: BlockItem, depth: number): Block[] {
    switch (item.type) {
      case 'node':
        return this.readNode(item.node, depth);
      case 'html':
        return this.html.read(item.tokens, item.html, depth);
      default:
        return [paragraph([textNode(item.source)])];
    }
  }

  private readNode(node: Extract<BlockItem, { type: 'node' }>['node'], depth: number): Block[] {
    const { restore } = this.context;
    switch (node.type) {
      case 'paragraph':
        return this.paragraph(node, depth);
      case 'heading':
        return [this.markdownHeading(node, depth)];
      case 'thematicBreak':
        return [voidBlock('divider', {})];
      case 'blockquote':
        return depth < MAX_CONTAINER_DEPTH ? [block('blockquote', {}, orEmpty(this.read(node.children, depth + 1)))] : this.read(node.children, depth);
      case 'list':
        return depth < MAX_CONTAINER_DEPTH ? [this.list(node, depth)] : node.children.flatMap((item) => this.read(item.children, depth));
      case 'code': {
        const meta = node.meta === null || node.meta === undefined ? undefined : restore(node.meta);
        return [codeBlock(restore(node.value), { syntax: node.lang === null || node.lang === undefined ? undefined : restore(node.lang), meta })];
      }
      case 'formula':
        return [voidBlock('math', { formula: restore(node.value) })];
      case 'table':
        return [markdownTable(node, (children) => this.inlines.markdown(children, depth + 2))];
      case 'definition': {
        if (this.context.isUsed(node)) {
          return [];
        }
        const title = node.title === null || node.title === undefined ? '' : ` "${restore(node.title)}"`;
        return [paragraph([textNode(`[${restore(node.label ?? node.identifier)}]: ${restore(node.url)}${title}`)])];
      }
      case 'footnoteDefinition':
        return [];
      case 'listItem':
        return this.read(node.children, depth);
      case 'yaml':
        return [];
      case 'tableRow':
      case 'tableCell':
        // Only in tables.
        return [];
      default:
        return this.paragraph({ type: 'paragraph', children: [node] }, depth);
    }
  }

  /** A paragraph of empty elements is none. */
  private paragraph(node: Paragraph, depth: number): Block[] {
    const nodes = this.inlines.markdown(node.children, depth + 1);
    const [only] = nodes;
    if (nodes.length === 1 && only?.object === 'inline' && only.type === 'inline-math') {
      return [voidBlock('math', only.data)];
    }
    return nodes.length === 0 ? [] : [readImages(nodes) ?? paragraph(nodes)];
  }

  /** GitBook writes a heading's own id as `# Title <a href="#id" id="id"></a>`. */
  private markdownHeading(node: Heading, depth: number): Block {
    const { items, partners } = markdownItems(node.children, this.context.restore);
    const at = items.findIndex((item, index) => item.type === 'open' && item.tag.name === 'a' && item.tag.attributes.has('id') && partners[index] === index + 1);
    const anchor = items[at];
    const id = anchor?.type === 'open' ? anchor.tag.attributes.get('id') : undefined;
    const rest = pairItems(items.filter((_, index) => at === -1 || (index !== at && index !== at + 1)));
    const sink = new InlineSink();
    this.inlines.read(rest, 0, rest.items.length, [], sink, { depth: depth + 1, insideLink: false, inlineDepth: 0 });
    return this.heading(node.depth, at === -1 ? sink.nodes : sink.trimmed(), id === '' ? undefined : id);
  }

  private list(node: List, depth: number): Block {
    const tasks = node.children.some(({ checked }) => typeof checked === 'boolean');
    const items = node.children.map((item) => block('list-item', { checked: item.checked ?? undefined }, orEmpty(this.read(item.children, depth + 2))));
    if (tasks) {
      return block('list-tasks', {}, items);
    }
    const start = node.start ?? 1;
    return node.ordered === true ? block('list-ordered', { start: start === 1 ? undefined : start }, items) : block('list-unordered', {}, items);
  }
}

export function codeBlock(text: string, data: Readonly<Record<string, unknown>>, highlighted: ReadonlySet<number> = new Set()): Block {
  const lines = text.split(/\r\n|[\r\n]/);
  return block(
    'code',
    data,
    lines.map((line, index) => block('code-line', { highlighted: highlighted.has(index) ? true : undefined }, [textNode(line)])),
  );
}

/** Containers hold a paragraph at least. */
export function orEmpty(blocks: Block[]): Block[] {
  return blocks.length === 0 ? [paragraph([])] : blocks;
}
