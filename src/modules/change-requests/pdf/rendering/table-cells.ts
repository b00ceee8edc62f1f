import { type Block, type Data, isDocumentReference } from '../../../content/model/markdown/json-document.js';
import type { Align } from './text-boxes.js';

export type TableCell = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'blocks'; readonly blocks: readonly Block[] };

export interface TableColumn {
  readonly title: TableCell;
  readonly align: Align;
}

export interface Table {
  readonly columns: readonly TableColumn[];
  /** A cell for each column. */
  readonly rows: readonly (readonly TableCell[])[];
  readonly hasHeader: boolean;
}

/** A table's block as rows of cells. A document may come from outside: what isn't as it should be is left out. */
export function tableOf(block: Block): Table {
  const view = mapOf(block.data['view']);
  const definition = mapOf(block.data['definition']);
  const fragments = new Map((block.fragments ?? []).map((fragment) => [fragment.fragment, fragment.nodes]));
  const ids = (Array.isArray(view['columns']) ? view['columns'] : Object.keys(definition)).filter((id) => typeof id === 'string');
  const columns = ids.map((id): TableColumn & { id: string } => {
    const column = mapOf(definition[id]);
    const header = fragments.get(`header-${id}`);
    return { id, title: header === undefined ? textCell(column['title']) : { kind: 'blocks', blocks: header }, align: column['align'] === 'center' ? 'center' : column['align'] === 'right' ? 'end' : 'start' };
  });
  const records = Object.values(mapOf(block.data['records'])).map(mapOf).sort(byOrder);
  const rows = records.map((record) => {
    const values = mapOf(record['values']);
    return columns.map(({ id }): TableCell => {
      const blocks = typeof values[id] === 'string' ? fragments.get(values[id]) : undefined;
      return blocks === undefined ? textCell(values[id], mapOf(definition[id])) : { kind: 'blocks', blocks };
    });
  });
  const isNamed = columns.some(({ title }) => title.kind === 'blocks' || title.text !== '');
  return { columns, rows, hasHeader: isNamed && view['hideHeader'] !== true };
}

function byOrder(one: Data, other: Data): number {
  const [first, second] = [String(one['orderIndex']), String(other['orderIndex'])];
  return first === second ? 0 : first < second ? -1 : 1;
}

function textCell(value: unknown, column: Data = {}): TableCell {
  return { kind: 'text', text: valueText(value, column) };
}

function valueText(value: unknown, column: Data): string {
  if (typeof value === 'boolean') return value ? '☑' : '☐';
  if (typeof value === 'number') return column['type'] === 'rating' ? '★'.repeat(Math.max(0, Math.min(10, Math.round(value)))) : String(value);
  if (typeof value === 'string') return optionLabel(value, column) ?? value;
  if (Array.isArray(value)) return value.map((item) => valueText(item, column)).join(', ');
  if (isDocumentReference(value)) return Object.entries(value).flatMap(([key, part]) => (key === 'kind' ? [] : [String(part)])).join(' ');
  return '';
}

function optionLabel(value: string, column: Data): string | undefined {
  const options = Array.isArray(column['options']) ? column['options'].map(mapOf) : [];
  const label = options.find((option) => option['value'] === value)?.['label'];
  return typeof label === 'string' ? label : undefined;
}

function mapOf(value: unknown): Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
}
