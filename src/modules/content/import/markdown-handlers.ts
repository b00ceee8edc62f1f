import type { Element, ElementContent } from 'hast';
import type { Nodes, Root as MarkdownRoot } from 'mdast';
import { defaultHandlers } from 'hast-util-to-mdast';
import rehypeStringify from 'rehype-stringify';
import type { Options } from 'rehype-remark';
import { unified } from 'unified';
import { FOOTNOTE_DEFINITION, FOOTNOTE_REFERENCE } from './html-footnotes.js';
import { FORMULA } from './html-formulas.js';
import { NOTE } from './html-notes.js';
import { attribute, byTag, childElements, element, elementsOf, findAll, findElement, hasClass, rawText, replaceElements, text, textContent } from './html-tree.js';

type Handlers = NonNullable<Options['handlers']>;
type Handler = NonNullable<Handlers[string]>;
type State = Parameters<Handler>[0];

const stringifier = unified().use(rehypeStringify).freeze();

/** How elements become Markdown where Markdown alone would lose something. */
export const handlers: Handlers = {
  // A link whose address was not safe to keep is its text.
  a: (state, node) => (attribute(node, 'href') === undefined ? state.all(node) : defaultHandlers.a(state, node)),
  code: (state, node) => (hasClass(node, FORMULA) ? html(`$$${rawText(node)}$$`) : defaultHandlers.code(state, node)),
  table: (state, node) => (isComplexTable(node) ? html(keepAsHtml(node)) : convertTable(state, node)),
  details: (state, node) => {
    const summary = childElements(node).find(byTag('summary'));
    const body = node.children.filter((child) => child !== summary);
    const label = summary === undefined ? 'Details' : inlineHtml(summary.children);
    const open = attribute(node, 'open') === undefined ? '' : ' open';
    return [html(`<details${open}>\n<summary>${label}</summary>`), ...flow(state, body), html('</details>')];
  },
  figure: (state, node) => {
    const images = findAll(node, byTag('img'));
    const isPicture = images.length > 0 && findElement(node, byTag('pre', 'table', 'figure', 'ul', 'ol', 'blockquote')) === undefined;
    const caption = findElement(node, byTag('figcaption'));
    if (!isPicture || caption === undefined || textContent(caption) === '') return state.all(node);
    return html(keepAsHtml(node));
  },
  figcaption: (state, node) => state.all(element('p', {}, ...node.children)).length > 0 ? paragraph(state, node.children) : undefined,
  [NOTE]: (state, node) => [html(`{% hint style="${attribute(node, 'style') ?? 'info'}" %}`), ...flow(state, node.children), html('{% endhint %}')],
  'x-anchor': (_state, node) => html(`<a id="${escapeAttribute(attribute(node, 'id') ?? '')}"></a>`),
  [FOOTNOTE_REFERENCE]: (_state, node) => ({ type: 'footnoteReference', identifier: attribute(node, 'label') ?? '', label: attribute(node, 'label') ?? '' }),
  [FOOTNOTE_DEFINITION]: (state, node) => {
    const label = attribute(node, 'label') ?? '';
    return { type: 'footnoteDefinition', identifier: label, label, children: state.toFlow(state.all({ type: 'root', children: node.children })) };
  },
  ...Object.fromEntries(['sub', 'sup', 'kbd', 'mark', 'u', 'ins', 'small'].map((name): [string, Handler] => [name, inline(name)])),
};

/** Elements that Markdown has no sign for stay as tags around their content. */
function inline(name: string): Handler {
  return (state, node) => [html(`<${name}>`), ...state.all(node), html(`</${name}>`)];
}

function html(value: string): Nodes {
  return { type: 'html', value };
}

function flow(state: State, children: ElementContent[]): Nodes[] {
  return state.toFlow(state.all({ type: 'root', children }));
}

function paragraph(state: State, children: ElementContent[]): Nodes[] {
  return flow(state, [element('p', {}, ...children)]);
}

const CELL_BLOCKS = byTag('pre', 'ul', 'ol', 'dl', 'table', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'details', 'figure', 'hr', NOTE);

/** Whether a table needs what GFM's tables can't hold: spanning cells, blocks in cells, several header rows. */
function isComplexTable(table: Element): boolean {
  const rows = findAll(table, byTag('tr'));
  for (const each of elementsOf(table)) {
    if (CELL_BLOCKS(each)) return true;
    if (each.tagName === 'caption' && textContent(each) !== '') return true;
    if (each.tagName !== 'td' && each.tagName !== 'th') continue;
    if (Number(attribute(each, 'colSpan') ?? 1) > 1 || Number(attribute(each, 'rowSpan') ?? 1) > 1) return true;
    if (holdsLines(each)) return true;
  }
  return rows.filter((row, index) => index > 0 && isHeaderRow(row)).length > 0;
}

/** Whether a cell has more than one paragraph, or text beside one. */
function holdsLines(cell: Element): boolean {
  const [first, second] = findAll(cell, byTag('p', 'div')).filter((each) => (textContent(each) !== '' || findElement(each, byTag('img')) !== undefined) && findElement(each, byTag('p', 'div')) === undefined);
  return second !== undefined || (first !== undefined && textContent(first) !== textContent(cell));
}

function isHeaderRow(row: Element): boolean {
  const cells = childElements(row).filter(byTag('td', 'th'));
  return cells.length > 0 && cells.every(byTag('th'));
}

function convertTable(state: State, table: Element): Nodes {
  const rows = findAll(table, byTag('tr')).map((row) => childElements(row).filter(byTag('td', 'th')));
  const hasHeader = findElement(table, byTag('thead')) !== undefined || rows[0]?.some(byTag('th')) === true;
  const all = hasHeader ? rows : [[], ...rows];
  const width = Math.max(1, ...all.map((row) => row.length));
  const align = Array.from({ length: width }, (_unused, column) => alignOf(rows.find((row) => row[column] !== undefined)?.[column]));
  return {
    type: 'table',
    align,
    children: all.map((row) => ({
      type: 'tableRow',
      children: Array.from({ length: width }, (_unused, column) => ({
        type: 'tableCell',
        children: phrasing(state, row[column]),
      })),
    })),
  };
}

type CellContent = Extract<Nodes, { type: 'tableCell' }>['children'];

/** A cell's only paragraph is its content; line breaks stay as `<br>`, the one form that a row can hold. */
function phrasing(state: State, cell: Element | undefined): CellContent {
  if (cell === undefined) return [];
  const wrapper = element('p', {}, ...cell.children);
  replaceElements(wrapper, (each) => (['p', 'div'].includes(each.tagName) ? each.children : undefined));
  const content = state.all(wrapper);
  return content.flatMap((node): CellContent => {
    if (node.type === 'break') return [{ type: 'html', value: '<br>' }];
    if (node.type === 'html' && node.value.startsWith('$$')) return [{ type: 'html', value: node.value.replace(/(?<!\\)\|/g, '\\|') }];
    return isPhrasing(node) ? [node] : [];
  });
}

const PHRASING = new Set(['text', 'emphasis', 'strong', 'delete', 'html', 'inlineCode', 'image', 'imageReference', 'link', 'linkReference', 'footnoteReference']);

function isPhrasing(node: MarkdownRoot['children'][number]): node is CellContent[number] {
  return PHRASING.has(node.type);
}

function alignOf(cell: Element | undefined): 'left' | 'right' | 'center' | null {
  const align = cell === undefined ? undefined : attribute(cell, 'align');
  return align === 'left' || align === 'right' || align === 'center' ? align : null;
}

/** HTML for a Markdown document: without blank lines, which would end the block there. */
function keepAsHtml(node: Element): string {
  replaceElements(node, (each) => {
    if (each.tagName === 'x-anchor') return [element('a', { id: attribute(each, 'id') })];
    if (hasClass(each, FORMULA)) return [element('span', { className: ['math'] }, ...each.children)];
    if (each.tagName === FOOTNOTE_REFERENCE) return [text(`[^${attribute(each, 'label') ?? ''}]`)];
    if (each.tagName === NOTE) {
      each.tagName = 'blockquote';
      each.properties = {};
    }
    return undefined;
  });
  const markup = stringifier.stringify({ type: 'root', children: [node] });
  // Within code a line break must stay one, but may not make an empty line.
  return markup.replace(/<pre[^]*?<\/pre>/g, (code) => code.replace(/\n(?=[^\S\n]*\n)/g, '&#10;')).replace(/\n\s*\n/g, '\n');
}

function inlineHtml(children: ElementContent[]): string {
  return keepAsHtml(element('span', {}, ...children)).replace(/^<span>|<\/span>$/g, '').replace(/\s+/g, ' ').trim();
}

function escapeAttribute(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}
