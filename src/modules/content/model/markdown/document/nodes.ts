import type { Block, Data, Fragment, Inline, InlineNode, Mark, TextNode } from '../json-document.js';

type Defined<T> = { [K in keyof T]: T[K] };

/** Without the entries that are undefined. */
export function dataOf(entries: Readonly<Record<string, unknown>>): Data {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

export function block(type: string, data: Defined<Data>, nodes: (Block | InlineNode)[]): Block {
  return { object: 'block', type, data: dataOf(data), isVoid: false, nodes };
}

export function voidBlock(type: string, data: Defined<Data>, fragments: Fragment[] = []): Block {
  return { object: 'block', type, data: dataOf(data), isVoid: true, nodes: [], ...(fragments.length === 0 ? {} : { fragments }) };
}

export function inline(type: string, data: Defined<Data>, nodes: InlineNode[]): Inline {
  return { object: 'inline', type, data: dataOf(data), isVoid: false, nodes };
}

export function voidInline(type: string, data: Defined<Data>): Inline {
  return { object: 'inline', type, data: dataOf(data), isVoid: true, nodes: [] };
}

export function fragment(type: string, nodes: Block[], name?: string): Fragment {
  return { object: 'fragment', type, ...(name === undefined ? {} : { fragment: name }), nodes };
}

export function textNode(text: string, marks: readonly Mark[] = []): TextNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [...marks] }] };
}

export function paragraph(nodes: InlineNode[], data: Defined<Data> = {}): Block {
  return block('paragraph', data, nodes.length === 0 ? [textNode('')] : nodes);
}

export function isBlock(node: Block | InlineNode): node is Block {
  return node.object === 'block';
}

function isInlineNode(node: Block | InlineNode): node is InlineNode {
  return node.object !== 'block';
}

export function childBlocks(node: { nodes?: (Block | InlineNode)[] }): Block[] {
  return (node.nodes ?? []).filter(isBlock);
}

export function childInlines(node: { nodes?: (Block | InlineNode)[] }): InlineNode[] {
  return (node.nodes ?? []).filter(isInlineNode);
}

/** A text, number or truth as text; anything else, which a document from outside may hold, is none. */
export function plainValue(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Text of inlines without their marks. */
export function inlineText(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
      return node.type === 'emoji' ? emojiText(node.data['code']) : inlineText(node.nodes);
    })
    .join('');
}

const EMOJI_CODE = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,9}$/i;

/** The characters of a code such as `1f600` or `1f468-200d-1f469`; undefined for any other. */
export function emojiCharacters(code: unknown): string | undefined {
  const points = typeof code === 'string' && EMOJI_CODE.test(code) ? code.split('-').map((part) => Number.parseInt(part, 16)) : [];
  const known = points.length > 0 && points.every((point) => point >= 0x20 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff));
  return known ? String.fromCodePoint(...points) : undefined;
}

/** An emoji as text; what is no code of characters is a shortcode. */
function emojiText(code: unknown): string {
  return emojiCharacters(code) ?? `:${plainValue(code)}:`;
}

/** Lists may be longer than a call can have arguments. */
export function append<T>(list: T[], more: readonly T[]): void {
  for (const item of more) {
    list.push(item);
  }
}
