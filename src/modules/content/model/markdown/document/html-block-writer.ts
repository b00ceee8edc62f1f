import { keepId } from '../heading-ids.js';
import type { Block, Data } from '../json-document.js';
import { escapeHtml } from './escape.js';
import { htmlAttributes, HtmlInlineWriter } from './html-inline-writer.js';
import { figures } from './image-writer.js';
import { childBlocks, childInlines, inlineText, plainValue } from './nodes.js';
import type { WriteContext } from './write-context.js';

const ALIGNMENTS: Readonly<Record<string, string>> = { start: 'left', center: 'center', end: 'right' };

export function htmlAlignment(align: unknown): string | undefined {
  return typeof align === 'string' && Object.hasOwn(ALIGNMENTS, align) ? ALIGNMENTS[align] : undefined;
}

/** Blocks as HTML in one line, where Markdown isn't read: in captions, summaries and cells of HTML tables. */
export class HtmlBlockWriter {
  readonly inlines: HtmlInlineWriter;

  constructor(private readonly context: WriteContext) {
    this.inlines = new HtmlInlineWriter(context);
  }

  write(blocks: readonly Block[]): string {
    const [first] = blocks;
    if (blocks.length === 1 && first?.type === 'paragraph' && first.data['align'] === undefined) {
      return this.inlines.write(childInlines(first));
    }
    return blocks.map((block) => this.block(block)).join('');
  }

  block(block: Block): string {
    const { type, data } = block;
    switch (type) {
      case 'paragraph':
        return `<p${htmlAttributes({ align: htmlAlignment(data['align']) })}>${this.inlines.write(childInlines(block))}</p>`;
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return this.heading(block);
      case 'list-unordered':
        return `<ul>${this.items(block)}</ul>`;
      case 'list-tasks':
        return `<ul class="contains-task-list">${this.items(block)}</ul>`;
      case 'hint':
        return this.hint(block);
      case 'list-ordered':
        return `<ol${typeof data['start'] === 'number' ? ` start="${String(data['start'])}"` : ''}>${this.items(block)}</ol>`;
      case 'blockquote':
        return `<blockquote>${this.write(childBlocks(block))}</blockquote>`;
      case 'divider':
        return '<hr>';
      case 'images':
        return figures(block, this.context, this);
      case 'code':
        return preformatted(block);
      default:
        return `<p>${escapeHtml(plainBlockText(block))}</p>`;
    }
  }

  /** The id is always told: headings outside of Markdown's order are counted elsewhere. */
  heading(block: Block): string {
    const nodes = childInlines(block);
    this.context.slugger.slug(inlineText(nodes));
    keepId(this.context.slugger, block.data['id']);
    const level = block.type.slice('heading-'.length);
    return `<h${level}${htmlAttributes({ id: block.data['id'], align: htmlAlignment(block.data['align']) })}>${this.inlines.write(nodes)}</h${level}>`;
  }

  private hint(block: Block): string {
    const style = plainValue(block.data['style']);
    const attributes = htmlAttributes({ 'data-style': style, 'data-icon': block.data['icon'], class: `hint hint-${style}` });
    return `<div data-gb-custom-block data-tag="hint"${attributes}>${childBlocks(block).map((child) => this.block(child)).join('')}</div>`;
  }

  private items(list: Block): string {
    return childBlocks(list)
      .map((item) => {
        const { checked } = item.data;
        return `<li>${typeof checked === 'boolean' ? `<input type="checkbox"${htmlAttributes({ checked })}>` : ''}${this.write(childBlocks(item))}</li>`;
      })
      .join('');
  }
}

/** Code with highlighted lines, or inside of other HTML. */
export function preformatted(block: Block): string {
  const syntax = block.data['syntax'];
  const attributes: Data = typeof syntax === 'string' && !/\s/.test(syntax) ? { class: `language-${syntax}` } : {};
  const lines = childBlocks(block).map((line) => {
    const text = escapeHtml(inlineText(childInlines(line)));
    return line.data['highlighted'] === true ? `<strong>${text}</strong>` : text;
  });
  return `<pre${htmlAttributes(attributes)}><code>${lines.join('&#10;')}</code></pre>`;
}

/** Text of a block that has no notation here, its parts by lines. */
export function plainBlockText(block: Block): string {
  const inlines = inlineText(childInlines(block));
  const formula = block.data['formula'];
  const inside = [...childBlocks(block), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes)].map(plainBlockText);
  return [typeof formula === 'string' ? `$$${formula}$$` : '', inlines, ...inside].filter((text) => text !== '').join(' ');
}
