import type { Block, Data } from '../../../content/model/markdown/json-document.js';
import { blockBoxes } from './block-boxes.js';
import { type Box, decorated, indented, spaced } from './boxes.js';
import { columnWidths } from './column-widths.js';
import type { PageContext } from './page-context.js';
import { tableOf, type TableCell } from './table-cells.js';
import { textBoxes } from './text-boxes.js';
import { BODY, COLORS, type TextStyle } from './text-style.js';

const PADDING = 5;

export function tableBoxes(block: Block, width: number, context: PageContext, style: TextStyle): Box[] {
  const table = tableOf(block);
  return (block.data['view'] as Data | undefined)?.['type'] === 'cards' ? cards(table, width, context, style) : grid(table, width, context, style);
}

type Table = ReturnType<typeof tableOf>;

function grid({ columns, rows, hasHeader }: Table, width: number, context: PageContext, style: TextStyle): Box[] {
  if (columns.length === 0) return [];
  const textStyle = { ...style, size: style.size * 0.92 };
  const widths = columnWidths([...(hasHeader ? [columns.map(({ title }) => title)] : []), ...rows], width, 2 * PADDING, textStyle, context.measure);
  const cellsOf = (cells: readonly TableCell[], cellStyle: TextStyle): Box[][] =>
    columns.map((column, index) => cellBoxes(cells[index], (widths[index] ?? 0) - 2 * PADDING, context, cellStyle, column.align));
  const header = hasHeader ? { ...row(cellsOf(columns.map(({ title }) => title), { ...textStyle, bold: true }), widths, COLORS.headBackground), staysWithNext: true } : undefined;
  const body = rows.map((cells) => row(cellsOf(cells, textStyle), widths, undefined, header));
  return header === undefined ? body : [header, ...body];
}

function cellBoxes(cell: TableCell | undefined, width: number, context: PageContext, style: TextStyle, align: TableAlign): Box[] {
  if (cell === undefined) return [];
  if (cell.kind === 'text') return textBoxes([{ text: cell.text, style }], width, context.measure, { align });
  // The alignment of a column is that of the paragraphs in it.
  return blockBoxes(cell.blocks.map((block) => (block.type === 'paragraph' && align !== 'start' ? { ...block, data: { ...block.data, align } } : block)), width, context, style);
}

type TableAlign = Table['columns'][number]['align'];

/** Cells beside each other, which may go on at the top of the next page. */
function row(cells: readonly (readonly Box[])[], widths: readonly number[], background?: string, repeated?: Box): Box {
  const height = Math.max(12, ...cells.map(heightOf)) + 2 * PADDING;
  const total = widths.reduce((sum, width) => sum + width, 0);
  return {
    height,
    ...(repeated === undefined ? {} : { repeated }),
    draw: (canvas, x, y) => {
      if (background !== undefined) canvas.rectangle(x, y, total, height, background);
      let left = x;
      for (const [index, boxes] of cells.entries()) {
        let top = y + PADDING;
        for (const box of boxes) {
          box.draw(canvas, left + PADDING, top);
          top += box.height;
        }
        left += widths[index] ?? 0;
      }
      canvas.rule(x, y + height, total, COLORS.line);
    },
    split: (free) => {
      const parts = cells.map((boxes) => fitting(boxes, free - 2 * PADDING));
      if (parts.every(({ head }) => head.length === 0)) return undefined;
      return { head: row(parts.map(({ head }) => head), widths, background, repeated), rest: row(parts.map(({ rest }) => rest), widths, background, repeated) };
    },
  };
}

function fitting(boxes: readonly Box[], height: number): { head: readonly Box[]; rest: readonly Box[] } {
  let count = 0;
  for (let filled = 0; count < boxes.length; count += 1) {
    filled += boxes[count]?.height ?? 0;
    if (filled > height) break;
  }
  return { head: boxes.slice(0, count), rest: boxes.slice(count) };
}

function heightOf(boxes: readonly Box[]): number {
  return boxes.reduce((sum, { height }) => sum + height, 0);
}

/** Records one below the other, each with its columns. */
function cards({ columns, rows }: Table, width: number, context: PageContext, style: TextStyle): Box[] {
  const inner = width - 20;
  const boxes = rows.map((cells) => {
    const parts = columns.map((column, index) => {
      const cell = cellBoxes(cells[index], inner, context, style, 'start');
      const { title } = column;
      const named = cell.length > 0 && title.kind === 'text' && title.text !== '';
      return spaced([named ? textBoxes([{ text: title.text, style: { ...BODY, size: style.size * 0.85, color: COLORS.muted } }], inner, context.measure, { staysWithNext: true }) : [], cell], 1);
    });
    const edge: Box = { height: 6, draw: () => undefined };
    return decorated([edge, ...indented(spaced(parts, 4), 10), edge], (canvas, x, y, height) => canvas.rectangle(x, y, width, height, COLORS.codeBackground));
  });
  return spaced(boxes, 6);
}
