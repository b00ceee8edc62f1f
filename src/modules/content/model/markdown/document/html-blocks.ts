import type { Block } from '../json-document.js';
import type { HtmlToken } from '../syntax/html-tokens.js';
import { type BlockReader, codeBlock, MAX_CONTAINER_DEPTH, orEmpty } from './block-reader.js';
import { readFigure } from './html-figure.js';
import { htmlTable } from './html-table.js';
import type { OpenToken } from './inline-items.js';
import { mergeImages, readImages } from './images.js';
import { append, block, paragraph, voidBlock } from './nodes.js';
import { matchPairs } from './pairs.js';

/** A run of HTML with its elements' ends. */
export interface HtmlRun {
  tokens: readonly HtmlToken[];
  html: string;
  partners: readonly (number | undefined)[];
}

const VOID_ELEMENTS = new Set(['br', 'hr', 'img', 'source', 'input', 'col', 'wbr']);
const ALIGNMENTS: Readonly<Record<string, string>> = { left: 'start', center: 'center', right: 'end' };
const HEADING = /^h([1-6])$/;

/** Makes blocks of HTML. Unknown elements stay text, tags included; what they hold is read all the same. */
export class HtmlBlockReader {
  constructor(private readonly blocks: BlockReader) {}

  read(tokens: readonly HtmlToken[], html: string, depth: number): Block[] {
    const partners = matchPairs(
      tokens.map((token) =>
        (token.type === 'open' && !token.selfClosing && !VOID_ELEMENTS.has(token.name)) || token.type === 'close' ? { open: token.type === 'open', name: token.name } : undefined,
      ),
    );
    return this.readRange({ tokens, html, partners }, 0, tokens.length, depth);
  }

  readRange(run: HtmlRun, from: number, to: number, depth: number): Block[] {
    const made: Block[] = [];
    let inlineStart = from;
    const endInline = (end: number): void => {
      if (end > inlineStart) {
        append(made, this.inlineBlocks(run, inlineStart, end, depth));
      }
    };
    for (let index = from; index < to; index += 1) {
      const token = run.tokens[index];
      const element = token?.type === 'open' && depth < MAX_CONTAINER_DEPTH ? this.element(run, token, index, depth) : undefined;
      if (element !== undefined) {
        endInline(index);
        append(made, element.blocks);
        index = element.end;
        inlineStart = index + 1;
      }
    }
    endInline(to);
    return made;
  }

  private inlineBlocks({ tokens, html }: HtmlRun, from: number, to: number, depth: number): Block[] {
    const nodes = this.blocks.inlines.html(tokens.slice(from, to), html, depth + 1);
    return nodes.length === 0 ? [] : [readImages(nodes) ?? paragraph(nodes)];
  }

  private element(run: HtmlRun, tag: OpenToken, start: number, depth: number): { blocks: Block[]; end: number } | undefined {
    if (tag.name === 'hr') {
      return tag.attributes.size === 0 ? { blocks: [voidBlock('divider', {})], end: start } : undefined;
    }
    const end = run.partners[start];
    const blocks = end === undefined ? undefined : this.paired(run, tag, start, end, depth);
    return blocks === undefined || end === undefined ? undefined : { blocks, end };
  }

  private paired(run: HtmlRun, tag: OpenToken, start: number, end: number, depth: number): Block[] | undefined {
    const plain = tag.attributes.size === 0;
    const inside = (inner: number): Block[] => this.readRange(run, start + 1, end, inner);
    switch (tag.name) {
      case 'p':
      case 'div':
        if (tag.attributes.get('data-tag') === 'hint') {
          return hint(tag, () => inside(depth + 1));
        }
        // Deeper in the HTML, though not in the document: this, too, is bounded.
        return this.aligned(tag, () => inside(depth + 1));
      case 'figure':
        return plain ? readFigure(this.blocks, this, run, start, end, depth) : undefined;
      case 'table':
        return htmlTable(this.blocks, this, run, start, end, depth);
      case 'pre':
        return preformatted(run, tag, start, end);
      case 'blockquote':
        return plain ? [block('blockquote', {}, orEmpty(inside(depth + 1)))] : undefined;
      case 'ul':
      case 'ol':
        return this.list(run, tag, start, end, depth);
      default:
        return HEADING.test(tag.name) ? this.heading(run, tag, start, end, depth) : undefined;
    }
  }

  /** `<p align>`, and `<div>` with the attributes that GitBook gives to its pictures. */
  private aligned(tag: OpenToken, read: () => Block[]): Block[] | undefined {
    const align = tag.attributes.get('align');
    const known = [...tag.attributes.keys()].every((name) => name === 'align' || (tag.name === 'div' && (name === 'data-full-width' || name === 'data-with-frame')));
    if (!known || (align !== undefined && !Object.hasOwn(ALIGNMENTS, align))) {
      return undefined;
    }
    const blocks = read();
    const flag = (name: string): boolean | undefined => (tag.attributes.get(name) === 'true' ? true : undefined);
    const images = mergeImages(blocks, { align, fullWidth: flag('data-full-width'), withFrame: flag('data-with-frame') });
    if (images !== undefined) {
      return [images];
    }
    return align === undefined ? blocks : blocks.map((one) => alignBlock(one, align));
  }

  private heading(run: HtmlRun, tag: OpenToken, start: number, end: number, depth: number): Block[] | undefined {
    const align = tag.attributes.get('align');
    if ([...tag.attributes.keys()].some((name) => name !== 'align' && name !== 'id') || (align !== undefined && !Object.hasOwn(ALIGNMENTS, align))) {
      return undefined;
    }
    const nodes = this.blocks.inlines.html(run.tokens.slice(start + 1, end), run.html, depth + 1);
    const id = tag.attributes.get('id');
    return [this.blocks.heading(Number(HEADING.exec(tag.name)?.[1]), nodes, id === '' ? undefined : id, align === undefined ? undefined : ALIGNMENTS[align])];
  }

  /** Lists hold nothing but items. */
  private list(run: HtmlRun, tag: OpenToken, start: number, end: number, depth: number): Block[] | undefined {
    const first = Number(tag.attributes.get('start') ?? 1);
    const tasks = tag.name === 'ul' && tag.attributes.get('class') === 'contains-task-list';
    if ([...tag.attributes.keys()].some((name) => (tag.name === 'ul' ? !tasks || name !== 'class' : name !== 'start')) || !Number.isSafeInteger(first) || first < 0) {
      return undefined;
    }
    // First the form, then the contents: what is read twice at every level would take for ever.
    const ranges: { from: number; to: number; checked?: boolean }[] = [];
    for (let index = start + 1; index < end; index += 1) {
      const token = run.tokens[index];
      const itemEnd = run.partners[index];
      if (token?.type === 'text' && token.text.trim() === '') {
        continue;
      }
      const plain = token?.type === 'open' && (token.attributes.size === 0 || (tasks && token.attributes.size === 1 && token.attributes.get('class') === 'task-list-item'));
      if (token?.type !== 'open' || token.name !== 'li' || !plain || itemEnd === undefined) {
        return undefined;
      }
      const box = tasks ? checkbox(run.tokens[index + 1]) : undefined;
      ranges.push({ from: index + (box === undefined ? 1 : 2), to: itemEnd, checked: box });
      index = itemEnd;
    }
    if (ranges.length === 0) {
      return undefined;
    }
    const items = ranges.map(({ from, to, checked }) => block('list-item', { checked }, orEmpty(this.readRange(run, from, to, depth + 2))));
    return [tasks ? block('list-tasks', {}, items) : tag.name === 'ul' ? block('list-unordered', {}, items) : block('list-ordered', { start: first === 1 ? undefined : first }, items)];
  }
}

const HINT_ATTRIBUTES = new Set(['data-gb-custom-block', 'data-tag', 'data-style', 'data-icon', 'class']);

/** `<div data-gb-custom-block data-tag="hint" data-style="info" class="hint hint-info">`, a hint where tags of their own aren't read. */
function hint(tag: OpenToken, read: () => Block[]): Block[] | undefined {
  if ([...tag.attributes.keys()].some((name) => !HINT_ATTRIBUTES.has(name))) {
    return undefined;
  }
  return [block('hint', { style: tag.attributes.get('data-style') ?? 'info', icon: tag.attributes.get('data-icon') }, orEmpty(read()))];
}

/** Whether it is checked; undefined for what is no box. */
function checkbox(token: HtmlToken | undefined): boolean | undefined {
  return token?.type === 'open' && token.name === 'input' && token.attributes.get('type') === 'checkbox' ? token.attributes.has('checked') : undefined;
}

function alignBlock(one: Block, align: string): Block {
  if (one.type === 'images') {
    return { ...one, data: { ...one.data, align } };
  }
  return one.type === 'paragraph' || one.type.startsWith('heading-') ? { ...one, data: { ...one.data, align: ALIGNMENTS[align] } } : one;
}

const CODE_LANGUAGE = /^(?:lang|language)-(\S+)$/;

/** `<pre><code>`, which GitBook writes for code with highlighted lines: these stand in `<strong>`. */
function preformatted(run: HtmlRun, tag: OpenToken, start: number, end: number): Block[] | undefined {
  const code = run.tokens[start + 1];
  const whole = code?.type === 'open' && code.name === 'code' && run.partners[start + 1] === end - 1;
  const lines: string[] = [''];
  const highlighted = new Set<number>();
  let strong = false;
  for (const token of run.tokens.slice(whole ? start + 2 : start + 1, whole ? end - 1 : end)) {
    if (token.type === 'text') {
      const [first = '', ...rest] = token.text.split(/\r\n|[\r\n]/);
      lines[lines.length - 1] += first;
      for (const line of [undefined, ...rest]) {
        if (line !== undefined) {
          lines.push(line);
        }
        if (strong && (lines.at(-1) ?? '') !== '') {
          highlighted.add(lines.length - 1);
        }
      }
    } else if ((token.type === 'open' || token.type === 'close') && token.name === 'strong') {
      strong = token.type === 'open';
    } else {
      return undefined;
    }
  }
  const language = CODE_LANGUAGE.exec((whole ? code.attributes.get('class') : undefined) ?? tag.attributes.get('class') ?? '')?.[1];
  const attribute = (name: string): string | undefined => tag.attributes.get(name) || undefined;
  const lineNumbers = attribute('data-line-numbers') !== undefined || tag.attributes.has('data-line-numbers') ? true : undefined;
  return [codeBlock(lines.join('\n'), { syntax: language, title: attribute('data-title'), overflow: attribute('data-overflow'), lineNumbers }, highlighted)];
}
