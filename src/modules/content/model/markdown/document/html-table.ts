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
}

interface HtmlRow {
  header: boolean;
  cells: HtmlCell[];
}

const SECTIONS = new Set(['thead', 'tbody', 'tfoot', 'colgroup']);

/** `<table>`, with the attributes that GitBook gives to cards and typed columns, and no others; undefined when it isn't a plain grid of cells. */
export function htmlTable(blocks: BlockReader, html: HtmlBlockReader, run: HtmlRun, start: number, end: number, depth: number): Block[] | undefined {
  const tag = run.tokens[start];
  const rows = readRows(run, start, end);
  if (tag?.type !== 'open' || rows === undefined || depth + 2 > MAX_CONTAINER_DEPTH) {
    return undefined;
  }
  const [first, ...others] = rows;
  const header = first?.header === true ? first.cells : [];
  const body = first?.header === true ? others : rows;
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const fragments: Fragment[] = [];
  const columns = Array.from({ length: width }, (_, index): Column & { cell: HtmlCell | undefined } => {
    const cell = header[index];
    const id = columnId(index);
    const nodes = cell === undefined ? [] : blocks.inlines.html(run.tokens.slice(cell.start + 1, cell.end), run.html, depth + 3);
    fragments.push(...headerFragment(id, nodes));
    return { id, cell, definition: { id, type: 'text', title: inlineText(nodes) } };
  });
  const typed = columns.map((column, index) => {
    const cells = body.map(({ cells: row }) => row[index]);
    const read = (cell: HtmlCell): Block[] => html.readRange(run, cell.start + 1, cell.end, depth + 2);
    const { definition, values } = typedColumn(column, cells, (cell) => run.tokens.slice(cell.start + 1, cell.end), blocks, read);
    return { column: { id: column.id, definition }, values };
  });
  const view = tableView(tag, columns, header.length > 0);
  return [
    tableBlock(
      view,
      typed.map(({ column }) => column),
      body.map((_, row) => typed.map(({ values }) => values[row])),
      fragments,
    ),
  ];
}

function typedColumn(
  column: Column & { cell: HtmlCell | undefined },
  cells: readonly (HtmlCell | undefined)[],
  tokensOf: (cell: HtmlCell) => HtmlRun['tokens'],
  blocks: BlockReader,
  read: (cell: HtmlCell) => Block[],
): { definition: Data; values: Cell[] } {
  const attributes = column.cell?.tag.attributes;
  const reader = typedCell(attributes, blocks.context);
  const data = reader && cells.map((cell) => (cell === undefined ? undefined : reader.read(tokensOf(cell))));
  if (reader !== undefined && data !== undefined && !data.includes('unfit')) {
    return { definition: { ...column.definition, ...reader.definition() }, values: data.map((value) => (value === undefined || value === 'unfit' ? undefined : value)) };
  }
  const values = cells.map((cell): Cell => {
    const inside = cell === undefined ? [] : read(cell);
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

/** The rows with their cells; undefined when there is anything else in the table, or cells that span. */
function readRows(run: HtmlRun, start: number, end: number): HtmlRow[] | undefined {
  const rows: HtmlRow[] = [];
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
    rows.push({ header: inHead || (cells.length > 0 && cells.every(({ tag }) => tag.name === 'th')), cells });
    index = rowEnd;
  }
  return rows.some(({ cells }) => cells.length > 0) ? rows : undefined;
}

function readCells(run: HtmlRun, start: number, end: number): HtmlCell[] | undefined {
  const cells: HtmlCell[] = [];
  for (let index = start + 1; index < end; index += 1) {
    const token = run.tokens[index];
    const cellEnd = run.partners[index];
    if (token?.type === 'text' && token.text.trim() === '') {
      continue;
    }
    if (token?.type !== 'open' || (token.name !== 'td' && token.name !== 'th') || cellEnd === undefined || token.attributes.has('colspan') || token.attributes.has('rowspan')) {
      return undefined;
    }
    cells.push({ tag: token, start: index, end: cellEnd });
    index = cellEnd;
  }
  return cells;
}
