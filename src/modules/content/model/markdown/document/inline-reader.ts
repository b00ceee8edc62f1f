import type { PhrasingContent } from 'mdast';
import type { Fragment, InlineNode, Mark } from '../json-document.js';
import type { HtmlToken } from '../syntax/html-tokens.js';
import { joinLines } from '../text-lines.js';
import { inlineElement } from './inline-elements.js';
import { flatText, htmlItems, type InlineItems, markdownItems } from './inline-items.js';
import { InlineSink } from './inline-sink.js';
import { withMark } from './marks.js';
import { dataOf, fragment, inline, voidInline } from './nodes.js';
import type { ReadContext } from './read-context.js';

/** Marks and elements within each other beyond this become text without them: the reader is recursive. */
const MAX_INLINE_DEPTH = 60;
/** A note within a note within …: deeper ones stay marks, and their notes follow the page. */
const MAX_FOOTNOTE_DEPTH = 24;

/** Where a piece of text stands. */
export interface InlinePlace {
  /** Depth of the block in the document. */
  depth: number;
  insideLink: boolean;
  inlineDepth: number;
}

type NodeItem = Exclude<PhrasingContent, { type: 'text' | 'html' }>;

/** Makes inline nodes of Markdown's phrasing content and of HTML. What it doesn't know stays text. */
export class InlineReader {
  constructor(readonly context: ReadContext) {}

  markdown(children: readonly PhrasingContent[], depth: number): InlineNode[] {
    return this.all(markdownItems(children, this.context.restore), depth).nodes;
  }

  /** @param html what the tokens' positions are in */
  html(tokens: readonly HtmlToken[], html: string, depth: number): InlineNode[] {
    return this.all(htmlItems(tokens, html), depth).trimmed();
  }

  read(items: InlineItems, from: number, to: number, marks: readonly Mark[], sink: InlineSink, place: InlinePlace): void {
    for (let index = from; index < to; index += 1) {
      const item = items.items[index];
      switch (item?.type) {
        case 'text':
          sink.text(item.text, marks);
          break;
        case 'node':
          this.node(item.node, marks, sink, place);
          break;
        case 'open': {
          const partner = items.partners[index];
          const end = inlineElement(this, items, index, partner, marks, sink, place);
          if (end === undefined) {
            sink.text(item.source, marks);
          } else {
            index = end;
          }
          break;
        }
        case 'close':
          sink.text(item.source, marks);
          break;
        case undefined:
          return;
      }
    }
  }

  private all(items: InlineItems, depth: number): InlineSink {
    const sink = new InlineSink();
    this.read(items, 0, items.items.length, [], sink, { depth, insideLink: false, inlineDepth: 0 });
    return sink;
  }

  private node(node: NodeItem, marks: readonly Mark[], sink: InlineSink, place: InlinePlace): void {
    const { restore } = this.context;
    switch (node.type) {
      case 'strong':
        this.children(node, withMark(marks, { object: 'mark', type: 'bold' }), sink, place);
        break;
      case 'emphasis':
        this.children(node, withMark(marks, { object: 'mark', type: 'italic' }), sink, place);
        break;
      case 'delete':
        this.children(node, withMark(marks, { object: 'mark', type: 'strikethrough' }), sink, place);
        break;
      case 'inlineCode':
        sink.text(joinLines(restore(node.value)), withMark(marks, { object: 'mark', type: 'code' }));
        break;
      case 'break':
        sink.text('\n', marks);
        break;
      case 'formula':
        sink.inline(voidInline('inline-math', { formula: restore(node.value) }));
        break;
      case 'liquid':
        sink.text(restore(node.value), marks);
        break;
      case 'link':
        this.link(node, node, marks, sink, place);
        break;
      case 'linkReference':
        this.link(node, this.context.definitions.get(node.identifier), marks, sink, place);
        break;
      case 'image':
        this.image(node, node.alt, sink);
        break;
      case 'imageReference':
        this.image(this.context.definitions.get(node.identifier), node.alt, sink);
        break;
      case 'footnoteReference':
        this.footnote(node.identifier, node.label ?? node.identifier, marks, sink, place);
        break;
    }
  }

  private children(node: Extract<NodeItem, { children: PhrasingContent[] }>, marks: readonly Mark[], sink: InlineSink, place: InlinePlace): void {
    if (place.inlineDepth >= MAX_INLINE_DEPTH) {
      sink.text(this.context.restore(flatText(node)), marks);
      return;
    }
    const items = markdownItems(node.children, this.context.restore);
    this.read(items, 0, items.items.length, marks, sink, { ...place, inlineDepth: place.inlineDepth + 1 });
  }

  private link(
    node: Extract<NodeItem, { type: 'link' | 'linkReference' }>,
    target: { url: string; title?: string | null } | undefined,
    marks: readonly Mark[],
    sink: InlineSink,
    place: InlinePlace,
  ): void {
    if (target === undefined || place.insideLink) {
      this.children(node, marks, sink, place);
      return;
    }
    const inside = new InlineSink();
    this.children(node, marks, inside, { ...place, insideLink: true });
    const ref = this.context.reference(this.context.restore(target.url), 'link');
    sink.inline(inline('link', { ref, title: this.titleOf(target) }, inside.nodes));
  }

  private image(target: { url: string; title?: string | null } | undefined, alt: string | null | undefined, sink: InlineSink): void {
    const text = joinLines(this.context.restore(alt ?? ''));
    if (target === undefined) {
      sink.text(text, []);
      return;
    }
    const ref = this.context.reference(this.context.restore(target.url), 'image');
    sink.inline(voidInline('inline-image', dataOf({ ref, alt: text === '' ? undefined : text, title: this.titleOf(target) })));
  }

  private titleOf({ title }: { title?: string | null }): string | undefined {
    return title === null || title === undefined || title === '' ? undefined : joinLines(this.context.restore(title));
  }

  private footnote(identifier: string, label: string, marks: readonly Mark[], sink: InlineSink, place: InlinePlace): void {
    const nodes = this.footnoteBody(identifier, place);
    if (nodes === undefined) {
      sink.text(`[^${this.context.restore(label)}]`, marks);
    } else {
      sink.inline({ ...inline('annotation', {}, []), fragments: [nodes] });
    }
  }

  /** The note that a mark stands for; undefined when there is none or another mark has it. */
  footnoteBody(identifier: string, place: InlinePlace): Fragment | undefined {
    if (place.depth + 3 > MAX_FOOTNOTE_DEPTH) {
      return undefined;
    }
    const footnote = this.context.takeFootnote(identifier);
    // The annotation, its fragment, the fragment's blocks.
    return footnote && fragment('annotation-body', this.context.readFootnote(footnote, place.depth + 3));
  }
}
