import { type Block, type Fragment, type Inline, type InlineNode, isDocumentReference, type Leaf } from '../../../content/model/markdown/json-document.js';
import { POINTS_PER_PIXEL } from './images.js';
import type { PageContext } from './page-context.js';
import type { Span } from './text-lines.js';
import { COLORS, type TextStyle } from './text-style.js';

const MARK_COLORS: Readonly<Record<string, string>> = {
  blue: '#0b57d0',
  red: '#b3261e',
  green: '#146c2e',
  yellow: '#7a5d00',
  orange: '#a84300',
  purple: '#6b3fa0',
  $primary: '#0b57d0',
  $info: '#0b57d0',
  $success: '#146c2e',
  $warning: '#a84300',
  $danger: '#b3261e',
};

const MARK_BACKGROUNDS: Readonly<Record<string, string>> = {
  blue: '#dbe8ff',
  red: '#fbdedb',
  green: '#d9f2df',
  yellow: '#fdf0c4',
  orange: '#ffe3d1',
  purple: '#ebdffb',
  $primary: '#dbe8ff',
  $info: '#dbe8ff',
  $success: '#d9f2df',
  $warning: '#ffe3d1',
  $danger: '#fbdedb',
};

/** What stands in a text for something else. */
const OBJECT = '\uFFFC';
const MOST_INLINE_HEIGHT = 300;
/** As wide as what every cell of a table and every list has room for. */
const MOST_INLINE_WIDTH = 110;

/** A paragraph's inlines as text with styles. */
export function inlineSpans(nodes: readonly InlineNode[], style: TextStyle, context: PageContext): Span[] {
  return nodes.flatMap((node) => (node.object === 'text' ? node.leaves.map((leaf) => leafSpan(leaf, style)) : inlineSpan(node, style, context)));
}

function leafSpan(leaf: Leaf, style: TextStyle): Span {
  return { text: leaf.text, style: leaf.marks.reduce(markedStyle, style) };
}

function markedStyle(style: TextStyle, { type, data }: Leaf['marks'][number]): TextStyle {
  switch (type) {
    case 'bold':
      return { ...style, bold: true };
    case 'italic':
      return { ...style, italic: true };
    case 'code':
    case 'keyboard':
      return { ...style, mono: true, size: style.size * 0.92, background: COLORS.codeBackground };
    case 'strikethrough':
      return { ...style, strike: true };
    case 'superscript':
      return { ...style, size: style.size * 0.7, rise: style.size * 0.35 };
    case 'subscript':
      return { ...style, size: style.size * 0.7, rise: style.size * -0.15 };
    case 'color': {
      const color = MARK_COLORS[String(data?.['text'])];
      const background = MARK_BACKGROUNDS[String(data?.['background'])];
      return { ...style, ...(color === undefined ? {} : { color }), ...(background === undefined ? {} : { background }) };
    }
    default:
      return style;
  }
}

function inlineSpan(node: Inline, style: TextStyle, context: PageContext): Span[] {
  const { data } = node;
  switch (node.type) {
    case 'link':
      return inlineSpans(node.nodes, linkStyle(data['ref'], style, context), context);
    case 'button':
      return [{ text: String(data['label'] ?? ''), style: linkStyle(data['ref'], { ...style, bold: true }, context) }];
    case 'annotation': {
      const number = context.addNote(noteBlocks(node.fragments ?? []));
      return [...inlineSpans(node.nodes, style, context), { text: String(number), style: { ...style, size: style.size * 0.7, rise: style.size * 0.35, color: COLORS.link, link: { destination: context.noteDestination(number) } } }];
    }
    case 'inline-math':
      return [{ text: String(data['formula'] ?? ''), style: { ...style, italic: true } }];
    case 'expression':
      return [{ text: `{{ ${String(data['expression'] ?? '')} }}`, style: { ...style, mono: true } }];
    case 'emoji':
      return [{ text: emojiOf(String(data['code'] ?? '')), style }];
    case 'inline-image':
      return [imageSpan(data, style, context)];
    case 'mention':
      return node.nodes.length > 0 ? inlineSpans(node.nodes, linkStyle(data['ref'], style, context), context) : [{ text: `@${referenceName(data['ref'])}`, style: linkStyle(data['ref'], style, context) }];
    default:
      return inlineSpans(node.nodes, style, context);
  }
}

/** The picture, as high as a line at most where it is to be; its name, where it can't be drawn. */
function imageSpan(data: Inline['data'], style: TextStyle, context: PageContext): Span {
  const drawn = context.drawn(data['ref']);
  if (drawn === undefined) return { text: `[${context.imageName(data)}]`, style: linkStyle(data['ref'], { ...style, color: COLORS.muted }, context) };
  const most = data['size'] === 'line' ? style.size * 1.2 : MOST_INLINE_HEIGHT;
  const scale = Math.min(POINTS_PER_PIXEL, most / drawn.height, MOST_INLINE_WIDTH / drawn.width);
  return { text: OBJECT, style: { ...style, image: { source: drawn.source, width: drawn.width * scale, height: drawn.height * scale } } };
}

function linkStyle(reference: unknown, style: TextStyle, context: PageContext): TextStyle {
  const link = context.target(reference);
  return link === undefined ? style : { ...style, color: COLORS.link, link };
}

function noteBlocks(fragments: readonly Fragment[]): Block[] {
  return fragments.flatMap(({ nodes }) => nodes);
}

/** Hexadecimal code points, parted by hyphens. */
function emojiOf(code: string): string {
  const codePoints = code.split('-').map((part) => Number.parseInt(part, 16));
  return codePoints.every((codePoint) => codePoint > 0 && codePoint <= 0x10ffff) ? String.fromCodePoint(...codePoints) : code;
}

function referenceName(reference: unknown): string {
  if (!isDocumentReference(reference)) return '';
  return Object.entries(reference).flatMap(([key, value]) => (key === 'kind' ? [] : [String(value)]))[0] ?? '';
}
