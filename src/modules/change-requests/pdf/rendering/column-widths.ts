import type { Block, InlineNode } from '../../../content/model/markdown/json-document.js';
import type { Measure } from './measure.js';
import type { TableCell } from './table-cells.js';
import { textLines } from './text-lines.js';
import type { TextStyle } from './text-style.js';

/** A long table is as wide as its first rows. */
const LOOKED_AT = 200;
/** A longer text tells nothing more about the width of its column. */
const MOST_CHARACTERS = 400;
const LEAST = 24;

/** As wide as their content where that fits; else each has room for its longest word, and a share of the rest. */
export function columnWidths(rows: readonly (readonly TableCell[])[], width: number, padding: number, style: TextStyle, measure: Measure): number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const wanted = Array.from({ length: count }, () => LEAST);
  const least = Array.from({ length: count }, () => LEAST);
  for (const row of rows.slice(0, LOOKED_AT)) {
    for (const [index, cell] of row.entries()) {
      const text = cellText(cell).slice(0, MOST_CHARACTERS);
      const lines = textLines([{ text, style: { ...style, bold: true } }], Number.POSITIVE_INFINITY, measure);
      const word = text.split(/\s+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
      const [wordLine] = textLines([{ text: word, style }], Number.POSITIVE_INFINITY, measure);
      wanted[index] = Math.max(wanted[index] ?? 0, ...lines.map((line) => line.width + padding + 1));
      least[index] = Math.max(least[index] ?? 0, Math.min((wordLine?.width ?? 0) + padding + 1, width / Math.max(2, count)));
    }
  }
  return shared(wanted, least, width);
}

function shared(wanted: readonly number[], least: readonly number[], width: number): number[] {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  if (sum(wanted) <= width) return [...wanted];
  if (sum(least) >= width) return least.map((number) => (number * width) / sum(least));
  const rest = width - sum(least);
  const more = wanted.map((number, index) => Math.max(0, number - (least[index] ?? 0)));
  return least.map((number, index) => number + (rest * (more[index] ?? 0)) / sum(more));
}

function cellText(cell: TableCell): string {
  return cell.kind === 'text' ? cell.text : cell.blocks.map(nodeText).join('\n');
}

function nodeText(node: Block | InlineNode): string {
  return node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : (node.nodes ?? []).map(nodeText).join(node.object === 'block' && node.type !== 'paragraph' ? ' ' : '');
}
