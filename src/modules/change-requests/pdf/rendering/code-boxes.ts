import type { Block } from '../../../content/model/markdown/json-document.js';
import { type Box, decorated, indented } from './boxes.js';
import type { PageContext } from './page-context.js';
import { textBoxes } from './text-boxes.js';
import { CODE, COLORS, SMALL } from './text-style.js';

const PADDING = 8;
const NUMBERS = 22;
/** A tab goes to the next multiple of this. */
const TAB = 4;

/** Lines of code on a grey ground. Lines that are too long go on in the next. */
export function codeBoxes(block: Block, width: number, context: PageContext): Box[] {
  const { data } = block;
  const isNumbered = data['lineNumbers'] === true;
  const left = PADDING + (isNumbered ? NUMBERS : 0);
  const title = typeof data['title'] === 'string' ? textBoxes([{ text: data['title'], style: { ...SMALL, bold: true } }], width - 2 * PADDING, context.measure, { staysWithNext: true }) : [];
  const lines = (block.nodes ?? []).flatMap((node, index) => {
    const text = node.object === 'block' ? withSpaces(lineText(node)) : '';
    const boxes = indented(textBoxes([{ text, style: CODE }], width - left - PADDING, context.measure), left);
    const [first, ...rest] = boxes;
    if (!isNumbered || first === undefined) return boxes;
    const [number] = textBoxes([{ text: String(index + 1), style: { ...CODE, color: COLORS.muted } }], NUMBERS, context.measure);
    return [{ ...first, draw: (canvas, x, y) => (number?.draw(canvas, x + PADDING, y), first.draw(canvas, x, y)) } satisfies Box, ...rest];
  });
  const edge: Box = { height: PADDING - 2, draw: () => undefined };
  return decorated([edge, ...indented(title, PADDING), ...lines, edge], (canvas, x, y, height) => canvas.rectangle(x, y, width, height, COLORS.codeBackground));
}

function lineText(line: Block): string {
  return (line.nodes ?? []).map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : '')).join('');
}

/** Fonts have no tabs; spaces at the start of a line are kept as such. */
function withSpaces(line: string): string {
  let text = '';
  for (const character of line) text += character === '\t' ? ' '.repeat(TAB - (text.length % TAB)) : character;
  return text;
}
