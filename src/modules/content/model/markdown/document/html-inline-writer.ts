import type { Inline, InlineNode, Leaf, Mark } from '../json-document.js';
import { escapeHtml } from './escape.js';
import { sortedMarks } from './marks.js';
import { emojiCharacters, inlineText, plainValue } from './nodes.js';
import type { WriteContext } from './write-context.js';

const TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
};

/** Opening and closing tag of a mark; undefined for unknown ones. */
export function markTags(mark: Mark): readonly [open: string, close: string] | undefined {
  if (mark.type === 'color') {
    const declarations = [
      ['color', mark.data?.['text']],
      ['background-color', mark.data?.['background']],
    ].flatMap(([property, value]) => (typeof value === 'string' && value !== '' ? [`${String(property)}:${value};`] : []));
    return declarations.length === 0 ? undefined : [`<mark style="${escapeHtml(declarations.join(''))}">`, '</mark>'];
  }
  const name = Object.hasOwn(TAGS, mark.type) ? TAGS[mark.type] : undefined;
  return name === undefined ? undefined : [`<${name}>`, `</${name}>`];
}

/** ` name="value"` for each that is there. */
export function htmlAttributes(attributes: Readonly<Record<string, unknown>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (value === true) {
        return ` ${name}`;
      }
      return (typeof value === 'string' && value !== '') || typeof value === 'number' ? ` ${name}="${escapeHtml(String(value))}"` : '';
    })
    .join('');
}

/** Inline nodes as HTML, where Markdown isn't read: captions, summaries, cells of HTML tables. */
export class HtmlInlineWriter {
  constructor(private readonly context: WriteContext) {}

  write(nodes: readonly InlineNode[]): string {
    return nodes.map((node) => (node.object === 'text' ? node.leaves.map((leaf) => this.leaf(leaf)).join('') : this.inline(node))).join('');
  }

  /** Inlines that are written as tags in Markdown, too. */
  element({ type, data }: Inline): string | undefined {
    switch (type) {
      case 'inline-image':
        return `<img${htmlAttributes({ src: this.context.address(data['ref']), alt: data['alt'], title: data['title'], width: data['width'], height: data['height'], 'data-size': data['size'] })}>`;
      case 'icon': {
        const name = plainValue(data['icon']);
        const style = typeof data['style'] === 'string' ? `fa-${data['style']} ` : '';
        return `<i class="${escapeHtml(`${style}fa-${name}`)}">:${escapeHtml(name)}:</i>`;
      }
      case 'emoji': {
        const characters = emojiCharacters(data['code']);
        return characters === undefined ? undefined : `<span data-gb-custom-inline data-tag="emoji"${htmlAttributes({ 'data-code': data['code'] })}>${escapeHtml(characters)}</span>`;
      }
      case 'expression':
        return `<code class="expression">${escapeHtml(plainValue(data['expression']))}</code>`;
      case 'button': {
        const kind = data['kind'] === 'secondary' ? 'secondary' : 'primary';
        return `<a${htmlAttributes({ href: this.context.address(data['ref']) })} class="button ${kind}"${htmlAttributes({ 'data-icon': data['icon'] })}>`;
      }
      default:
        return undefined;
    }
  }

  private leaf({ text, marks }: Leaf): string {
    const written = text.split('\n').map(escapeHtml).join('<br>');
    return sortedMarks(marks).reduceRight((inside, mark) => {
      const tags = markTags(mark);
      return tags === undefined ? inside : tags[0] + inside + tags[1];
    }, written);
  }

  private inline(node: Inline): string {
    const { type, data, nodes } = node;
    switch (type) {
      case 'link':
        return `<a href="${escapeHtml(this.context.address(data['ref']))}"${htmlAttributes({ title: data['title'] })}>${this.write(nodes)}</a>`;
      case 'button':
        return `${this.element(node) ?? ''}${escapeHtml(plainValue(data['label']))}</a>`;
      case 'annotation':
        return `<a data-footnote-ref href="#user-content-fn-${this.context.note(node.fragments)}">${this.write(nodes)}</a>`;
      case 'inline-math':
        return `<span class="math">${escapeHtml(plainValue(data['formula']))}</span>`;
      default:
        return this.element(node) ?? escapeHtml(fallbackText(node));
    }
  }
}

/** Text of an inline that has no notation. */
export function fallbackText(node: Inline): string {
  const { type, data } = node;
  switch (type) {
    case 'inline-math':
      return `$$${plainValue(data['formula'])}$$`;
    default:
      return inlineText([node]);
  }
}
