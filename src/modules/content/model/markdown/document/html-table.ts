import type { Block, Data, Fragment } from '../json-document.js';
import { type BlockReader, MAX_CONTAINER_DEPTH } from './block-reader.js';
import type { HtmlBlockReader, HtmlRun } from './html-blocks.js';
import type { OpenToken } from './inline-items.js';
import { dataOf, inlineText } from './nodes.js';
import { type Cell, type Column, columnId, headerFragment, tableBlock } from './tables.js';
import { typedCell } from './table-cells.js';

interface HtmlCell {
  tag: OpenToken;
  start: number;
  end: number;
  /** Index of the column in which it begins. */
  column: number;
}

interface HtmlRow {
  header: boolean;
  cells: HtmlCell[];
}

const SECTIONS = new Set(['thead', 'tbody', 'tfoot', 'colgroup']);

/** Columns up to which cells are taken to span; without a bound, a few of them would make a table that no memory holds. */
const MOST_SPANNED = 500;

/** `<table>`, with the attributes that GitBook gives to cards and typed columns, and no others. Cells that span stand in the first of their places. Undefined when there is anything else than cells in it. */
export function htmlTable(blocks: BlockReader, html: HtmlBlockReader, run: HtmlRun, start: number, end: number, depth: number): Block[] | undefined {
  const tag = run.tokens[start];
  const rows = readRows(run, start, end);
  if (tag?.type !== 'open' || rows === undefined || depth + 2 > MAX_CONTAINER_DEPTH) {
    return undefined;
  }
  const [first, ...others] = rows;
  const header = first?.header === true ? first.cells : [];
  const body = first?.header === true ? others : rows;
  const width = rows.reduce((most, { cells }) => Math.max(most, (cells.at(-1)?.column ?? -1) + 1), 0);
  const headerAt = new Map(header.map((cell) => [cell.column, cell]));
  const fragments: Fragment[] = [];
  const columns = Array.from({ length: width }, (_, index): Column & { cell: HtmlCell | undefined } => {
    const cell = headerAt.get(index);
    const id = columnId(index);
    const nodes = cell === undefined ? [] : blocks.inlines.html(run.tokens.slice(cell.start + 1, cell.end), run.html, depth + 3);
    fragments.push(...headerFragment(id, nodes));
    return { id, cell, definition: { id, type: 'text', title: inlineText(nodes) } };
  });
  const placed = columns.map((): { row: number; cell: HtmlCell }[] => []);
  for (const [row, { cells }] of body.entries()) {
    for (const cell of cells) placed[cell.column]?.push({ row, cell });
  }
  const made: Cell[][] = body.map(() => []);
  const typed = columns.map((column, index): Column => {
    const places = placed[index] ?? [];
    const read = (cell: HtmlCell): Block[] => html.readRange(run, cell.start + 1, cell.end, depth + 2);
    const { definition, values } = typedColumn(column, places.map(({ cell }) => cell), (cell) => run.tokens.slice(cell.start + 1, cell.end), blocks, read);
    for (const [place, { row }] of places.entries()) {
      const cells = made[row];
      if (cells !== undefined) cells[index] = values[place];
    }
    return { id: column.id, definition };
  });
  return [tableBlock(tableView(tag, columns, header.length > 0), typed, made, fragments)];
}

function typedColumn(
  column: Column & { cell: HtmlCell | undefined },
  cells: readonly HtmlCell[],
  tokensOf: (cell: HtmlCell) => HtmlRun['tokens'],
  blocks: BlockReader,
  read: (cell: HtmlCell) => Block[],
): { definition: Data; values: Cell[] } {
  const attributes = column.cell?.tag.attributes;
  const reader = typedCell(attributes, blocks.context);
  const data = reader && cells.map((cell) => reader.read(tokensOf(cell)));
  if (reader !== undefined && data !== undefined && !data.includes('unfit')) {
    return { definition: { ...column.definition, ...reader.definition() }, values: data.map((value) => (value === undefined || value === 'unfit' ? undefined : value)) };
  }
  const values = cells.map((cell): Cell => {
    const inside = read(cell);
    return inside.length === 0 ? undefined : { blocks: inside };
  });
  return { definition: dataOf({ ...column.definition, align: attributes?.get('align') }), values };
}

function tableView(tag: OpenToken, columns: readonly { id: string; cell: HtmlCell | undefined }[], hasHeader: boolean): Data {
  const having = (attribute: string): string | undefined => columns.find(({ cell }) => cell?.tag.attributes.has(attribute))?.id;
  const shown = columns.filter(({ cell }) => cell?.tag.attributes.has('data-hidden') !== true).map(({ id }) => id);
  const fullWidth = tag.attributes.get('data-full-width') === 'true' ? true : undefined;
  const search = tag.attributes.get('data-search') === 'false' ? false : undefined;
  if (tag.attributes.get('data-view') === 'cards') {
    return dataOf({
      type: 'cards',
      cardSize: tag.attributes.get('data-card-size') === 'large' ? 'large' : 'medium',
      columns: shown,
      targetDefinition: having('data-card-target'),
      coverDefinition: having('data-card-cover'),
      coverDefinitionDark: having('data-card-cover-dark'),
      hideColumnTitle: tag.attributes.has('data-column-title-hidden') ? true : undefined,
      fullWidth,
      search,
    });
  }
  const widths = columns.flatMap(({ id, cell }): [string, number][] => {
    const width = Number.parseFloat(cell?.tag.attributes.get('width') ?? '');
    return Number.isFinite(width) ? [[id, width]] : [];
  });
  return dataOf({
    type: 'grid',
    columns: shown,
    columnWidths: widths.length === 0 ? undefined : Object.fromEntries(widths),
    hideHeader: !hasHeader || tag.attributes.has('data-header-hidden') ? true : undefined,
    fullWidth,
    search,
  });
}

/** The rows with their cells; undefined when there is anything else in the table. */
function readRows(run: HtmlRun, start: number, end: number): HtmlRow[] | undefined {
  const rows: HtmlRow[] = [];
  /** Of each column, the first row that no cell from above reaches. */
  const free: number[] = [];
  let inHead = false;
  for (let index = start + 1; index < end; index += 1) {
    const token = run.tokens[index];
    if (token?.type === 'text' && token.text.trim() === '') {
      continue;
    }
    if ((token?.type === 'open' || token?.type === 'close') && SECTIONS.has(token.name)) {
      inHead = token.name === 'thead' ? token.type === 'open' : inHead;
      continue;
    }
    const rowEnd = run.partners[index];
    if (token?.type !== 'open' || token.name !== 'tr' || rowEnd === undefined) {
      return undefined;
    }
    const cells = readCells(run, index, rowEnd);
    if (cells === undefined) {
      return undefined;
    }
    rows.push({ header: inHead || (cells.length > 0 && cells.every(({ tag }) => tag.name === 'th')), cells: placeCells(cells, rows.length, free) });
    index = rowEnd;
  }
  return rows.some(({ cells }) => cells.length > 0) ? rows : undefined;
}

function placeCells(cells: readonly Omit<HtmlCell, 'column'>[], row: number, free: number[]): HtmlCell[] {
  let next = 0;
  return cells.map((cell) => {
    while ((free[next] ?? 0) > row) next += 1;
    const column = next;
    next += spanOf(cell.tag, 'colspan', MOST_SPANNED - column);
    const rows = spanOf(cell.tag, 'rowspan', Infinity);
    for (let index = column; rows > 1 && index < Math.min(next, MOST_SPANNED); index += 1) free[index] = row + rows;
    return { ...cell, column };
  });
}

function spanOf(tag: OpenToken, name: string, most: number): number {
  const span = Number(tag.attributes.get(name) ?? 1);
  return Number.isSafeInteger(span) && span > 1 ? Math.max(1, Math.min(span, most)) : 1;
}

function readCells(run: HtmlRun, start: number, end: number): Omit<HtmlCell, 'column'>[] | undefined {
  const cells: Omit<HtmlCell, 'column'>[] = [];
  for (let index = start + 1; index < end; index += 1) {
    const token = run.tokens[index];
    const cellEnd = run.partners[index];
    if (token?.type === 'text' && token.text.trim() === '') {
      continue;
    }
    if (token?.type !== 'open' || (token.name !== 'td' && token.name !== 'th') || cellEnd === undefined) {
      return undefined;
    }
    cells.push({ tag: token, start: index, end: cellEnd });
    index = cellEnd;
  }
  return cells;
}
