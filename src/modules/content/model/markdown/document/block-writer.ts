import { keepId } from '../heading-ids.js';
import type { Block } from '../json-document.js';
import { HtmlBlockWriter, htmlAlignment, plainBlockText, preformatted } from './html-block-writer.js';
import { htmlAttributes } from './html-inline-writer.js';
import { writeImages } from './image-writer.js';
import { InlineWriter } from './inline-writer.js';
import { indent, interruptsParagraph, isList, withoutLastBlanks, writeList } from './list-writer.js';
import { childBlocks, childInlines, inlineText, paragraph, plainValue, textNode } from './nodes.js';
import { writeTable } from './table-writer.js';
import { referenceTag, tagAttributes, tagOf } from './tag-writer.js';
import type { WriteContext } from './write-context.js';

/** After these a closing tag on the next line is still read as one. */
const ENDED_BY_TAG = new Set(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'code', 'images']);

/** Writes blocks as Markdown. Blocks without a notation leave their text. */
export class BlockWriter {
  private readonly inlines: InlineWriter;
  private readonly headings: InlineWriter;
  private readonly html: HtmlBlockWriter;

  constructor(private readonly context: WriteContext) {
    this.inlines = new InlineWriter(context, 'paragraph');
    this.headings = new InlineWriter(context, 'heading');
    this.html = new HtmlBlockWriter(context);
  }

  /**
   * @param variant of the marker that a list at the start gets
   * @param tight whether lists follow paragraphs without a blank line between, as in items of lists
   */
  write(blocks: readonly Block[], variant = 0, tight = false): string {
    const parts: string[] = [];
    let previous: Block | undefined;
    let list = variant;
    for (const block of blocks) {
      if (isList(block)) {
        const neighbour = previous !== undefined && isList(previous) && (previous.type === 'list-ordered') === (block.type === 'list-ordered');
        list = neighbour ? 1 - list : previous === undefined ? variant : 0;
      }
      const text = this.block(block, list);
      if (text === '') {
        continue;
      }
      if (previous !== undefined) {
        const joins = tight && previous.type === 'paragraph' && parts.at(-1)?.startsWith('<') === false && isList(block) && interruptsParagraph(block);
        parts.push(joins ? '\n' : '\n\n');
      }
      parts.push(text);
      previous = block;
    }
    return parts.join('');
  }

  /** Notes, as they are named in what was written before. */
  notes(): string {
    const notes: string[] = [];
    for (let note = this.context.nextNote(); note !== undefined; note = this.context.nextNote()) {
      notes.push(indent(`[^${note.label}]: ${this.write(note.blocks)}`, '    '));
    }
    return notes.join('\n\n');
  }

  private block(block: Block, variant: number): string {
    const { type, data } = block;
    switch (type) {
      case 'paragraph':
        return htmlAlignment(data['align']) === undefined ? this.inlines.write(childInlines(block)) : this.html.block(block);
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return this.heading(block);
      case 'list-unordered':
      case 'list-ordered':
      case 'list-tasks':
        return writeList(block, variant, (blocks, inner) => this.write(blocks, inner, true));
      case 'divider':
        return '***';
      case 'blockquote':
        return withoutLastBlanks(`> ${this.write(childBlocks(block))}`).replace(/\n(?!\n)/g, '\n> ').replace(/\n(?=\n)/g, '\n>');
      case 'images':
        return writeImages(block, this.context, this.html);
      case 'drawing':
        return writeImages({ ...block, data: {}, nodes: [{ ...block, type: 'image', nodes: [] }] }, this.context, this.html);
      case 'code':
        return code(block);
      case 'math':
        return math(plainValue(data['formula']));
      case 'table':
        return writeTable(block, this.context, this.html);
      case 'expandable':
        return this.expandable(block);
      case 'reusable-content':
        return `{% include "${this.context.address(data['ref']).replace(/["\\]/g, '\\$&')}" %}`;
      case 'integration':
        return integration(block);
      case 'if':
        return this.tagged('if', `{% if ${plainValue(data['expression']).replace(/[\r\n]+|%\}/g, ' ')} %}`, childBlocks(block));
      case 'content-ref':
      case 'embed':
      case 'file':
      case 'swagger':
      case 'openapi-operation':
      case 'openapi-schemas':
      case 'openapi-webhook':
        return this.reference(block);
      case 'hint':
      case 'tabs':
      case 'tabs-item':
      case 'stepper':
      case 'stepper-step':
      case 'columns':
      case 'column':
        return this.container(block);
      default:
        return this.unknown(block);
    }
  }

  private heading(block: Block): string {
    if (htmlAlignment(block.data['align']) !== undefined) {
      return this.html.heading(block);
    }
    const nodes = childInlines(block);
    const derived = this.context.slugger.slug(inlineText(nodes));
    const id = block.data['id'];
    keepId(this.context.slugger, id);
    const anchor = typeof id === 'string' && id !== derived ? ` <a${htmlAttributes({ href: `#${id}`, id })}></a>` : '';
    return withoutLastBlanks(`${'#'.repeat(Number(block.type.slice('heading-'.length)))} ${this.headings.write(nodes)}${anchor}`);
  }

  private container(block: Block): string {
    const name = tagOf(block.type) ?? block.type;
    const { verticalAlignment, ...data } = block.data;
    return this.tagged(name, `{% ${name}${tagAttributes({ ...data, valign: verticalAlignment })} %}`, childBlocks(block));
  }

  private reference(block: Block): string {
    const { name, open, fallback } = referenceTag(block, this.context);
    const caption = (block.fragments ?? []).flatMap(({ nodes }) => nodes);
    if (caption.length > 0) {
      return this.tagged(name, open, caption);
    }
    if (fallback === undefined) {
      return open;
    }
    const link = { object: 'inline' as const, type: 'link', isVoid: false, data: { ref: { kind: 'url', url: fallback } }, nodes: [textNode(fallback)] };
    return this.tagged(name, open, [paragraph([link])]);
  }

  private tagged(name: string, open: string, blocks: readonly Block[]): string {
    const content = this.write(blocks);
    const last = blocks.at(-1);
    const joins = last !== undefined && ENDED_BY_TAG.has(last.type) && !content.endsWith('>');
    return `${open}\n${content}${content === '' ? '' : joins ? '\n' : '\n\n'}{% end${name} %}`;
  }

  private expandable(block: Block): string {
    const part = (type: string): Block[] => (block.fragments ?? []).filter((one) => one.type === type).flatMap(({ nodes }) => nodes);
    const title = part('expandable-title');
    const body = this.write(part('expandable-body'));
    const summary = title.length === 0 ? '' : `<summary>${this.html.write(title)}</summary>\n\n`;
    return `<details${block.data['open'] === true ? ' open' : ''}>\n\n${summary}${body === '' ? '' : `${body}\n\n`}</details>`;
  }

  private unknown(block: Block): string {
    const blocks = [...childBlocks(block), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes)];
    const inlines = childInlines(block);
    return this.write([...(inlines.length === 0 ? [] : [paragraph(inlines)]), ...blocks]) || this.inlines.write([textNode(plainBlockText(block))]);
  }
}

/** Text of the lines in a fence that is longer than any in it. */
function code(block: Block): string {
  const { syntax, meta, ...data } = block.data;
  const lines = childBlocks(block);
  const attributes = tagAttributes(data);
  const text = lines.map((line) => inlineText(childInlines(line))).join('\n');
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const info = [syntax, meta].flatMap((part, index) => (typeof part === 'string' && part !== '' ? [infoString(part, index === 0)] : [])).join(' ');
  const written = lines.some((line) => line.data['highlighted'] === true) ? preformatted(block) : `${fence}${info}\n${text}\n${fence}`;
  return attributes === '' ? written : `{% code${attributes} %}\n${written}${written.endsWith('>') ? '\n' : ''}\n{% endcode %}`;
}

function infoString(text: string, isSyntax: boolean): string {
  const escaped = text.replace(/[`\r\n]/g, (character) => `&#${String(character.charCodeAt(0))};`).replace(/[\\&](?!#\d+;)/g, '\\$&');
  return isSyntax ? escaped.replace(/[ \t]/g, (character) => `&#${String(character.charCodeAt(0))};`) : escaped;
}

function math(formula: string): string {
  const isShort = formula !== '' && formula.trim() === formula && !/[$\n]/.test(formula);
  return isShort ? `$$${formula}$$` : `$$\n${formula}\n$$`;
}

function integration({ data }: Block): string {
  const props = typeof data['props'] === 'object' && data['props'] !== null ? Object.fromEntries(Object.entries(data['props'])) : {};
  return `{% @${plainValue(data['integration'])}/${plainValue(data['block'])}${tagAttributes({ ...props, url: data['url'] })} %}`;
}
