import type { Mark } from '../json-document.js';
import { joinLines } from '../text-lines.js';
import type { InlineItems, OpenToken } from './inline-items.js';
import type { InlinePlace, InlineReader } from './inline-reader.js';
import { InlineSink } from './inline-sink.js';
import { colorMark, withMark } from './marks.js';
import { dataOf, emojiCharacters, inline, inlineText, voidInline } from './nodes.js';

const MAX_ELEMENT_DEPTH = 60;

const MARKS: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strikethrough',
  del: 'strikethrough',
  strike: 'strikethrough',
  code: 'code',
  kbd: 'keyboard',
  sup: 'superscript',
  sub: 'subscript',
};
const EMOJI_ATTRIBUTES = new Set(['data-gb-custom-inline', 'data-tag', 'data-code']);
const FOOTNOTE = /^#user-content-fn-(.+)$/;

/** One HTML element being read: its tag at `start`, its closing tag at `end`. */
interface Element {
  reader: InlineReader;
  items: InlineItems;
  tag: OpenToken;
  start: number;
  end: number;
  marks: readonly Mark[];
  sink: InlineSink;
  place: InlinePlace;
}

/** Reads the element whose opening tag stands at `start`; gives the index of its last item, or undefined when the tag is to be text. */
export function inlineElement(
  reader: InlineReader,
  items: InlineItems,
  start: number,
  end: number | undefined,
  marks: readonly Mark[],
  sink: InlineSink,
  place: InlinePlace,
): number | undefined {
  const item = items.items[start];
  if (item?.type !== 'open') {
    return undefined;
  }
  const { tag } = item;
  if (tag.name === 'br' && tag.attributes.size === 0) {
    sink.text('\n', marks);
    return start;
  }
  if (tag.name === 'img') {
    return image(reader, tag, sink) ? start : undefined;
  }
  if (end === undefined || place.inlineDepth >= MAX_ELEMENT_DEPTH) {
    return undefined;
  }
  const element: Element = { reader, items, tag, start, end, marks, sink, place };
  const read = tag.name === 'a' ? anchor(element) : tag.name === 'span' ? emoji(element) || formula(element) : icon(element) || expression(element) || marked(element);
  return read ? end : undefined;
}

function inside({ reader, items, start, end, place }: Element, marks: readonly Mark[], sink: InlineSink, insideLink = place.insideLink): void {
  reader.read(items, start + 1, end, marks, sink, { ...place, insideLink, inlineDepth: place.inlineDepth + 1 });
}

/** The element's text when it has nothing else in it. */
function plainInside({ items, start, end }: Element): string | undefined {
  const texts = items.items.slice(start + 1, Math.min(end, start + 3)).map((item) => (item.type === 'text' ? item.text : undefined));
  return end > start + 3 || texts.includes(undefined) ? undefined : texts.join('');
}

function image(reader: InlineReader, { attributes }: OpenToken, sink: InlineSink): boolean {
  const address = attributes.get('src');
  if (address === undefined || address === '') {
    return false;
  }
  const text = (name: string): string | undefined => joinLines(attributes.get(name) ?? '') || undefined;
  const size = attributes.get('data-size');
  sink.inline(
    voidInline('inline-image', {
      ref: reader.context.reference(address, 'image'),
      alt: text('alt'),
      title: text('title'),
      width: text('width'),
      height: text('height'),
      size: size === 'original' || size === 'line' ? size : undefined,
    }),
  );
  return true;
}

function marked(element: Element): boolean {
  const { tag, marks, sink } = element;
  if (tag.name === 'mark') {
    const color = tag.attributes.size === 1 ? colorMark(tag.attributes.get('style') ?? '') : undefined;
    if (color !== undefined) {
      inside(element, withMark(marks, color), sink);
    }
    return color !== undefined;
  }
  const type = tag.attributes.size === 0 && Object.hasOwn(MARKS, tag.name) ? MARKS[tag.name] : undefined;
  if (type === undefined) {
    return false;
  }
  inside(element, withMark(marks, { object: 'mark', type }), sink);
  return true;
}

/** `<i class="fa-brands fa-github">:github:</i>`; the name is repeated for readers without icons. */
function icon(element: Element): boolean {
  const { tag, sink } = element;
  const classes = (tag.attributes.get('class') ?? '').split(' ').filter((name) => name !== '');
  const text = plainInside(element);
  const name = classes.at(-1)?.slice(3);
  if (tag.name !== 'i' || tag.attributes.size !== 1 || classes.length > 2 || name === undefined || !classes.every((one) => /^fa-[\w-]+$/.test(one))) {
    return false;
  }
  if (text === undefined || (text.trim() !== '' && text.trim() !== `:${name}:`)) {
    return false;
  }
  sink.inline(voidInline('icon', { icon: name, style: classes.length === 2 ? classes[0]?.slice(3) : undefined }));
  return true;
}

/** `<span data-gb-custom-inline data-tag="emoji" data-code="1f600">😀</span>`; the characters are repeated for other readers. */
function emoji(element: Element): boolean {
  const { tag, marks, sink } = element;
  const text = plainInside(element);
  if (tag.attributes.get('data-tag') !== 'emoji' || text === undefined || [...tag.attributes.keys()].some((name) => !EMOJI_ATTRIBUTES.has(name))) {
    return false;
  }
  const code = tag.attributes.get('data-code');
  if (emojiCharacters(code) === undefined) {
    sink.text(text, marks);
  } else {
    sink.inline(voidInline('emoji', { code }));
  }
  return true;
}

/** `<span class="math">`, where Markdown's formulas aren't read. */
function formula(element: Element): boolean {
  const { tag, sink } = element;
  const text = plainInside(element);
  if (tag.attributes.size !== 1 || tag.attributes.get('class') !== 'math' || text === undefined) {
    return false;
  }
  sink.inline(voidInline('inline-math', { formula: text }));
  return true;
}

function expression(element: Element): boolean {
  const { tag, sink } = element;
  const text = plainInside(element);
  if (tag.name !== 'code' || tag.attributes.size !== 1 || tag.attributes.get('class') !== 'expression' || text === undefined || text.trim() === '') {
    return false;
  }
  sink.inline(voidInline('expression', { expression: text.trim() }));
  return true;
}

function anchor(element: Element): boolean {
  const { reader, tag, marks, sink, place } = element;
  const address = tag.attributes.get('href');
  if (address === undefined || place.insideLink) {
    return false;
  }
  const content = new InlineSink();
  if (tag.attributes.has('data-footnote-ref')) {
    const body = reader.footnoteBody(FOOTNOTE.exec(address)?.[1] ?? '', place);
    if (body !== undefined) {
      inside(element, marks, content);
      sink.inline({ ...inline('annotation', {}, content.nodes), fragments: [body] });
    }
    return body !== undefined;
  }
  if (tag.attributes.has('id') || tag.attributes.has('name')) {
    return false;
  }
  inside(element, marks, content, true);
  const ref = reader.context.reference(address, 'link');
  const classes = (tag.attributes.get('class') ?? '').split(' ');
  if (classes.includes('button') && content.nodes.every((node) => node.object === 'text')) {
    const kind = classes.includes('secondary') ? 'secondary' : 'primary';
    sink.inline(voidInline('button', dataOf({ label: inlineText(content.nodes), kind, icon: tag.attributes.get('data-icon') || undefined, ref })));
  } else {
    sink.inline(inline('link', { ref, title: tag.attributes.get('title') || undefined }, content.nodes));
  }
  return true;
}
