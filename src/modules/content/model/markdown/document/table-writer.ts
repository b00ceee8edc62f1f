import type { Block, Data, Fragment } from '../json-document.js';
import { escapeHtml } from './escape.js';
import type { HtmlBlockWriter } from './html-block-writer.js';
import { htmlAttributes } from './html-inline-writer.js';
import { InlineWriter } from './inline-writer.js';
import { childInlines, plainValue, textNode } from './nodes.js';
import type { WriteContext } from './write-context.js';

interface TableColumn {
  id: string;
  definition: Data;
}

/** Grids of text are written as Markdown's tables; cards, types, widths and cells of many blocks need HTML. */
export function writeTable(block: Block, context: WriteContext, html: HtmlBlockWriter): string {
  const table = new TableWriter(block, context, html);
  return table.isPlain() ? table.markdown() : table.html();
}

class TableWriter {
  private readonly view: Data;
  private readonly columns: TableColumn[];
  private readonly rows: Data[];
  private readonly fragments: ReadonlyMap<string, Fragment>;

  constructor(
    block: Block,
    private readonly context: WriteContext,
    private readonly blocks: HtmlBlockWriter,
  ) {
    this.view = recordOf(block.data['view']);
    this.columns = Object.entries(recordOf(block.data['definition'])).map(([id, definition]) => ({ id, definition: recordOf(definition) }));
    this.rows = Object.values(recordOf(block.data['records']))
      .map(recordOf)
      .sort((one, other) => compareOrder(one['orderIndex'], other['orderIndex']))
      .map((record) => recordOf(record['values']));
    this.fragments = new Map((block.fragments ?? []).flatMap((one) => (one.fragment === undefined ? [] : [[one.fragment, one]])));
  }

  isPlain(): boolean {
    const shown = this.view['columns'];
    return (
      this.columns.length > 0 &&
      this.view['type'] !== 'cards' &&
      ['columnWidths', 'hideHeader', 'fullWidth', 'search'].every((name) => this.view[name] === undefined) &&
      Array.isArray(shown) &&
      shown.length === this.columns.length &&
      this.columns.every(({ id, definition }, index) => shown[index] === id && definition['type'] === 'text') &&
      this.rows.every((values) => this.columns.every(({ id }) => this.isPlainCell(values[id])))
    );
  }

  markdown(): string {
    const inlines = new InlineWriter(this.context, 'cell');
    const header = this.columns.map((column) => inlines.write(this.headerNodes(column)));
    const delimiters = this.columns.map(({ definition }) => {
      const align = definition['align'];
      return align === 'left' ? ':--' : align === 'right' ? '--:' : align === 'center' ? ':-:' : '---';
    });
    const body = this.rows.map((values) =>
      this.columns.map(({ id }) => {
        const [paragraph] = this.blocksOf(values[id]);
        return paragraph === undefined ? '' : inlines.write(childInlines(paragraph));
      }),
    );
    return [header, delimiters, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  }

  html(): string {
    const { view } = this;
    const cards = view['type'] === 'cards';
    const attributes = htmlAttributes({
      'data-view': cards ? 'cards' : undefined,
      'data-card-size': cards && view['cardSize'] === 'large' ? 'large' : undefined,
      'data-column-title-hidden': cards && view['hideColumnTitle'] === true,
      'data-header-hidden': !cards && view['hideHeader'] === true,
      'data-full-width': view['fullWidth'] === true ? 'true' : undefined,
      'data-search': view['search'] === false ? 'false' : undefined,
    });
    const header = this.columns.map((column) => this.htmlHeader(column)).join('');
    const rows = this.rows.map((values) => `<tr>${this.columns.map((column) => `<td>${this.htmlCell(column, values[column.id])}</td>`).join('')}</tr>`).join('');
    return `<table${attributes}><thead><tr>${header}</tr></thead><tbody>${rows}</tbody></table>`;
  }

  private htmlHeader(column: TableColumn): string {
    const { id, definition } = column;
    const { view } = this;
    const shown = view['columns'];
    const type = definition['type'];
    const attributes = htmlAttributes({
      width: recordOf(view['columnWidths'])[id],
      'data-type': type === 'text' ? undefined : type,
      'data-max': definition['max'],
      'data-multiple': definition['multiple'] === true,
      'data-object-fit': definition['objectFit'],
      align: definition['align'],
      'data-hidden': Array.isArray(shown) && !shown.includes(id),
      'data-card-target': view['targetDefinition'] === id,
      'data-card-cover': view['coverDefinition'] === id,
      'data-card-cover-dark': view['coverDefinitionDark'] === id,
    });
    return `<th${attributes}>${this.blocks.inlines.write(this.headerNodes(column))}</th>`;
  }

  private htmlCell({ definition }: TableColumn, value: unknown): string {
    switch (definition['type']) {
      case 'content-ref':
      case 'image':
      case 'files':
        return (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
          .map((reference) => escapeHtml(this.context.address(reference)))
          .map((address) => `<a href="${address}">${address}</a>`)
          .join(' ');
      case 'select': {
        const options = Array.isArray(definition['options']) ? definition['options'].map(recordOf) : [];
        const label = (chosen: unknown): string => plainValue(options.find((option) => option['value'] === chosen)?.['label'] ?? chosen);
        return (Array.isArray(value) ? value : []).map((chosen) => `<span data-option="${escapeHtml(plainValue(chosen))}">${escapeHtml(label(chosen))}, </span>`).join('');
      }
      case 'text':
        return this.blocks.write(this.blocksOf(value));
      default:
        return typeof value === 'string' && this.fragments.has(value) ? this.blocks.write(this.blocksOf(value)) : value === undefined || value === null ? '' : escapeHtml(primitiveText(value));
    }
  }

  private headerNodes({ id, definition }: TableColumn): ReturnType<typeof childInlines> {
    const [paragraph] = this.fragments.get(`header-${id}`)?.nodes ?? [];
    return paragraph === undefined ? [textNode(plainValue(definition['title']))] : childInlines(paragraph);
  }

  private isPlainCell(value: unknown): boolean {
    const [first, ...others] = this.blocksOf(value);
    return first === undefined || (others.length === 0 && first.type === 'paragraph' && first.data['align'] === undefined);
  }

  private blocksOf(value: unknown): readonly Block[] {
    return typeof value === 'string' ? (this.fragments.get(value)?.nodes ?? []) : [];
  }
}

function recordOf(value: unknown): Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
}

function compareOrder(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') {
    return one - other;
  }
  const [first, second] = [plainValue(one), plainValue(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function primitiveText(value: unknown): string {
  return Array.isArray(value) ? value.map(plainValue).join(', ') : typeof value === 'object' ? JSON.stringify(value) : plainValue(value);
}
