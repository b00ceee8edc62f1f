import { generateNKeysBetween } from 'fractional-indexing';
import type { PhrasingContent, Table } from 'mdast';
import type { Block, Data, Fragment, InlineNode } from '../json-document.js';
import { dataOf, fragment, inlineText, paragraph, voidBlock } from './nodes.js';

export interface Column {
  id: string;
  definition: Data;
}

/** Value of a cell: data, or the blocks of a text; undefined when it is empty. */
export type Cell = { data: unknown } | { blocks: Block[] } | undefined;

/** A table block: cells of text are fragments that the records name. Rows end where they will, so that a wide one costs others nothing. */
export function tableBlock(view: Data, columns: readonly Column[], rows: readonly (readonly Cell[])[], headers: readonly Fragment[] = []): Block {
  const keys = generateNKeysBetween(null, null, rows.length);
  const fragments: Fragment[] = [...headers];
  const records = rows.map((cells, row): [string, Data] => {
    const values = cells.flatMap((cell, index): [string, unknown][] => {
      const id = columns[index]?.id;
      if (cell === undefined || id === undefined) {
        return [];
      }
      if ('data' in cell) {
        return [[id, cell.data]];
      }
      const name = `${recordId(row)}-${id}`;
      fragments.push(fragment('table-cell', cell.blocks, name));
      return [[id, name]];
    });
    return [recordId(row), { orderIndex: keys[row], values: Object.fromEntries(values) }];
  });
  const definition = Object.fromEntries(columns.map((column) => [column.id, column.definition]));
  return { ...voidBlock('table', { view, definition, records: Object.fromEntries(records) }, fragments), isVoid: false };
}

export function columnId(index: number): string {
  return `column-${String(index + 1)}`;
}

function recordId(row: number): string {
  return `record-${String(row + 1)}`;
}

/** A title with marks or links in it is kept as a fragment, too: definitions have plain titles. */
export function headerFragment(id: string, nodes: InlineNode[]): Fragment[] {
  const plain = nodes.every((node) => node.object === 'text' && node.leaves.every(({ marks, text }) => marks.length === 0 && !text.includes('\n')));
  return plain ? [] : [fragment('table-header', [paragraph(nodes)], `header-${id}`)];
}

export function markdownTable(table: Table, read: (children: readonly PhrasingContent[]) => InlineNode[]): Block {
  const [header, ...body] = table.children;
  const width = table.children.reduce((most, row) => Math.max(most, row.children.length), 0);
  const headers: Fragment[] = [];
  const columns = Array.from({ length: width }, (_, index): Column => {
    const id = columnId(index);
    const nodes = read(header?.children[index]?.children ?? []);
    for (const one of headerFragment(id, nodes)) {
      headers.push(one);
    }
    const align = table.align?.[index] ?? undefined;
    return { id, definition: dataOf({ id, type: 'text', title: inlineText(nodes), align: align === null ? undefined : align }) };
  });
  const rows = body.map((row) =>
    row.children.map((cell): Cell => {
      const nodes = read(cell.children);
      return nodes.length === 0 ? undefined : { blocks: [paragraph(nodes)] };
    }),
  );
  return tableBlock({ type: 'grid', columns: columns.map(({ id }) => id) }, columns, rows, headers);
}
