import type { Block, Fragment, InlineNode } from '../../../content/model/markdown/json-document.js';
import { type Box, decorated, indented, marked, space, spaced } from './boxes.js';
import { codeBoxes } from './code-boxes.js';
import { imagesBoxes } from './image-boxes.js';
import { inlineSpans } from './inline-spans.js';
import { anchorDestination } from './links.js';
import type { PageContext } from './page-context.js';
import { tableBoxes } from './table-boxes.js';
import { type Align, textBoxes } from './text-boxes.js';
import { type Span, startsRightToLeft, textLines } from './text-lines.js';
import { BODY, COLORS, HEADINGS, SMALL, type TextStyle } from './text-style.js';

/** Between blocks. */
export const GAP = 7;
const ITEM_GAP = 3;
const INDENT = 18;
/** What is nested deeper than this leaves room for is not indented any more. */
const LEAST_WIDTH = 120;
const HINTS: Readonly<Record<string, { bar: string; background: string }>> = {
  info: { bar: '#0b57d0', background: '#eaf2ff' },
  success: { bar: '#146c2e', background: '#e6f6ea' },
  warning: { bar: '#a84300', background: '#fff1e6' },
  danger: { bar: '#b3261e', background: '#fdeceb' },
};

/** The blocks of a body or of a part of it, one below the other. */
export function blockBoxes(blocks: readonly Block[], width: number, context: PageContext, style: TextStyle = BODY): Box[] {
  return spaced(blocks.map((block) => boxesOf(block, width, context, style)), GAP);
}

function boxesOf(block: Block, width: number, context: PageContext, style: TextStyle): Box[] {
  const { data } = block;
  switch (block.type) {
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return heading(block, width, context);
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return list(block, width, context, style);
    case 'divider':
      return [{ height: 9, draw: (canvas, x, y) => canvas.rule(x, y + 4.5, width, COLORS.line) }];
    case 'blockquote':
      return barred(indented(blockBoxes(childBlocks(block), width - indentIn(width), context, { ...style, color: COLORS.muted }), indentIn(width) * 0.75), COLORS.line);
    case 'hint':
      return hint(block, width, context, style);
    case 'images':
      return imagesBoxes(block, width, context);
    case 'code':
      return codeBoxes(block, width, context);
    case 'math':
      return textBoxes([{ text: textOf(data['formula']), style: { ...style, italic: true } }], width, context.measure, { align: 'center' });
    case 'table':
      return tableBoxes(block, width, context, style);
    case 'expandable':
      return expandable(block, width, context, style);
    case 'tabs-item':
    case 'stepper-step':
      return titled(textOf(data['title']), blockBoxes(childBlocks(block), width - indentIn(width), context, style), width, context);
    case 'embed':
    case 'file':
    case 'drawing':
    case 'content-ref':
    case 'openapi-operation':
    case 'openapi-schemas':
    case 'reusable-content':
    case 'integration':
      return reference(block, width, context, style);
    default:
      return [...textBoxes(inlineSpans(childInlines(block), style, context), width, context.measure, { align: alignOf(data['align']) }), ...blockBoxes(childBlocks(block), width, context, style), ...blockBoxes(fragmentBlocks(block), width, context, style)];
  }
}

function indentIn(width: number): number {
  return width - INDENT < LEAST_WIDTH ? 0 : INDENT;
}

function heading(block: Block, width: number, context: PageContext): Box[] {
  const level = Number(block.type.slice(-1));
  const style = HEADINGS[level - 1] ?? BODY;
  const id = block.data['id'];
  const boxes = textBoxes(inlineSpans(childInlines(block), style, context), width, context.measure, {
    align: alignOf(block.data['align']),
    staysWithNext: true,
    destinations: typeof id === 'string' ? [anchorDestination(context.pageId, id)] : [],
  });
  return [space(9 - level * 2), ...boxes];
}

function list(block: Block, width: number, context: PageContext, style: TextStyle): Box[] {
  const indent = indentIn(width);
  const first = Number(block.data['start'] ?? 1);
  const items = childBlocks(block).map((item, index) => {
    const boxes = spaced(childBlocks(item).map((child) => boxesOf(child, width - indent, context, style)), ITEM_GAP);
    // A list begins on the side on which its text does.
    const isRightToLeft = startsRightToLeft(plainText(item));
    const placed = isRightToLeft ? boxes : indented(boxes, indent);
    if (block.type === 'list-tasks') return checkbox(placed, item.data['checked'] === true, isRightToLeft ? width - 9 : 3);
    const sign = block.type === 'list-ordered' ? `${String(first + index)}.` : '•';
    const [line] = textLines([{ text: sign, style }], INDENT * 3, context.measure);
    if (line === undefined) return placed;
    return marked(placed, (canvas, x, y) => canvas.line(line, isRightToLeft ? x + width - indent + 5 : x + Math.max(0, indent - 5 - line.width), y));
  });
  return spaced(items, ITEM_GAP);
}

function checkbox(boxes: readonly Box[], isChecked: boolean, at: number): Box[] {
  return marked(boxes, ({ pdf }, x, y) => {
    const [left, top, size] = [x + at, y + 3.5, 7.5];
    pdf.rect(left, top, size, size).lineWidth(0.7).stroke(COLORS.muted);
    if (isChecked) pdf.moveTo(left + 1.6, top + 3.9).lineTo(left + 3.2, top + 5.6).lineTo(left + 6, top + 1.9).lineWidth(1.1).stroke(COLORS.text);
  });
}

function hint(block: Block, width: number, context: PageContext, style: TextStyle): Box[] {
  const { bar, background } = HINTS[textOf(block.data['style'])] ?? { bar: '#0b57d0', background: '#eaf2ff' };
  const indent = indentIn(width);
  const inside = indented(blockBoxes(childBlocks(block), width - 1.5 * indent, context, style), indent * 0.75);
  return decorated([padding(6), ...inside, padding(6)], (canvas, x, y, height) => {
    canvas.rectangle(x, y, width, height, background);
    canvas.rectangle(x, y, 3, height, bar);
  });
}

/** Space that belongs to what it surrounds. */
function padding(height: number): Box {
  return { height, draw: () => undefined };
}

function barred(boxes: readonly Box[], color: string): Box[] {
  return decorated(boxes, (canvas, x, y, height) => canvas.rectangle(x, y, 2.5, height, color));
}

function expandable(block: Block, width: number, context: PageContext, style: TextStyle): Box[] {
  const part = (type: string): Block[] => (block.fragments ?? []).filter((fragment) => fragment.type === type).flatMap(({ nodes }) => nodes);
  const title = blockBoxes(part('expandable-title'), width - indentIn(width), context, { ...style, bold: true });
  return barred(indented(spaced([title.map((box) => ({ ...box, staysWithNext: true })), blockBoxes(part('expandable-body'), width - indentIn(width), context, style)], ITEM_GAP), indentIn(width) * 0.75), COLORS.line);
}

function titled(title: string, boxes: readonly Box[], width: number, context: PageContext): Box[] {
  const head = title === '' ? [] : textBoxes([{ text: title, style: { ...BODY, bold: true } }], width - indentIn(width), context.measure, { staysWithNext: true });
  return barred(indented(spaced([head, boxes], ITEM_GAP), indentIn(width) * 0.75), COLORS.line);
}

/** Blocks that only point at something: its name or address, as a link, and what is said about it. */
function reference(block: Block, width: number, context: PageContext, style: TextStyle): Box[] {
  const { data } = block;
  const target = typeof data['url'] === 'string' ? data['url'] : data['ref'];
  const ref = typeof target === 'string' ? { kind: 'url', url: target } : target;
  const caption = fragmentBlocks(block);
  const link = context.target(ref);
  const name = context.file(ref)?.name ?? (typeof target === 'string' ? target : nameOf(data, link));
  const text: Span[] = [{ text: name, style: link === undefined ? { ...style, color: COLORS.muted } : { ...style, color: COLORS.link, link } }];
  const isNamedByCaption = block.type === 'content-ref' && caption.length > 0;
  return spaced([isNamedByCaption ? [] : textBoxes(text, width, context.measure), blockBoxes(caption, width, context, isNamedByCaption ? style : SMALL)], ITEM_GAP);
}

function nameOf(data: Readonly<Record<string, unknown>>, link: ReturnType<PageContext['target']>): string {
  if (link !== undefined && 'url' in link) return link.url;
  return [data['integration'], data['block'], data['method'], data['path'], data['title'], data['operation']].filter((part) => typeof part === 'string' && part !== '').join(' ');
}

/** Notes of a page, behind its body. */
export function noteBoxes(context: PageContext, width: number): Box[] {
  const boxes: Box[][] = [];
  // Notes may have notes.
  for (let index = 0; index < context.notes.length; index += 1) {
    const [line] = textLines([{ text: String(index + 1), style: SMALL }], INDENT, context.measure);
    const note = indented(blockBoxes(context.notes[index] ?? [], width - INDENT, context, { ...SMALL, color: COLORS.text }), INDENT);
    const [first, ...rest] = note.length > 0 && line !== undefined ? marked(note, (canvas, x, y) => canvas.line(line, x, y)) : note;
    boxes.push(first === undefined ? [] : [{ ...first, destinations: [context.noteDestination(index + 1)] }, ...rest]);
  }
  const rule: Box = { height: 8, staysWithNext: true, draw: (canvas, x, y) => canvas.rule(x, y + 4, 90, COLORS.line) };
  return boxes.length === 0 ? [] : [space(GAP), rule, ...spaced(boxes, ITEM_GAP)];
}

function alignOf(align: unknown): Align {
  return align === 'center' || align === 'end' ? align : 'start';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function childBlocks(block: Block): Block[] {
  return (block.nodes ?? []).filter((node) => node.object === 'block');
}

function childInlines(block: Block): InlineNode[] {
  return (block.nodes ?? []).filter((node) => node.object !== 'block');
}

function fragmentBlocks({ fragments = [] }: { fragments?: Fragment[] }): Block[] {
  return fragments.flatMap(({ nodes }) => nodes);
}

function plainText(block: Block): string {
  return (block.nodes ?? []).map((node) => (node.object === 'block' ? plainText(node) : node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : plainText({ ...node, object: 'block' }))).join(' ');
}
