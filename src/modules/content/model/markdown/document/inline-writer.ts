import type { Inline, InlineNode, Leaf, Mark } from '../json-document.js';
import { destination, escapeMarkdown, linkTitle } from './escape.js';
import { fallbackText, HtmlInlineWriter, markTags } from './html-inline-writer.js';
import { sameMark, sortedMarks } from './marks.js';
import { inlineText, plainValue } from './nodes.js';
import type { WriteContext } from './write-context.js';

type Piece = Leaf | Inline;

const DELIMITERS: Readonly<Record<string, string>> = { bold: '**', italic: '_', strikethrough: '~~' };
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
/** Beside these a delimiter of any kind opens and closes, whatever is on its other side. */
const PARTING = /^[\s.,;:!?()"'\\[\]<>/—–-]?$/u;
const AUTOLINK = /^(?:https?:\/\/[\w./?=#%+:-]+|[a-z0-9.+]+@[a-z0-9]+(?:\.[a-z0-9]+)+)$/i;

/** Writes inline nodes as Markdown, and as HTML where Markdown's delimiters wouldn't be read as such. */
export class InlineWriter {
  readonly html: HtmlInlineWriter;
  /** Joined only at the end: looking at a long string's end each time would copy it. */
  private parts: string[] = [];

  constructor(
    private readonly context: WriteContext,
    private readonly place: 'paragraph' | 'heading' | 'cell',
  ) {
    this.html = new HtmlInlineWriter(context);
  }

  write(nodes: readonly InlineNode[]): string {
    this.parts = [];
    this.pieces(piecesOf(nodes), 0, true, true);
    return this.parts.join('');
  }

  /**
   * @param level how many marks of the leaves are written around them
   * @param first whether the pieces begin the paragraph
   * @param last whether they end it
   */
  private pieces(pieces: readonly Piece[], level: number, first: boolean, last: boolean): void {
    for (let start = 0; start < pieces.length; ) {
      const piece = pieces[start];
      if (piece === undefined) {
        return;
      }
      const mark = piece.object === 'leaf' ? piece.marks[level] : undefined;
      let end = start + 1;
      while (mark !== undefined && hasMark(pieces[end], level, mark)) {
        end += 1;
      }
      const place = { first: first && start === 0, last: last && end === pieces.length };
      if (piece.object === 'inline') {
        this.inline(piece);
      } else if (mark === undefined) {
        this.text(piece.text, place.first, place.last);
      } else {
        this.marked(mark, pieces.slice(start, end), pieces[end], level);
      }
      start = end;
    }
  }

  private put(text: string): void {
    if (text !== '') {
      this.parts.push(text);
    }
  }

  private lastCharacter(): string {
    return this.parts.at(-1)?.slice(-1) ?? '';
  }

  private text(text: string, first: boolean, last: boolean): void {
    this.put(escapeMarkdown(text, { lineStart: first || this.lastCharacter() === '\n', lineEnd: last, oneLine: this.place !== 'paragraph' }));
  }

  private marked(mark: Mark, pieces: readonly Piece[], next: Piece | undefined, level: number): void {
    const length = this.parts.length;
    const before = this.lastCharacter();
    if (mark.type === 'code' && pieces.length === 1 && pieces[0]?.object === 'leaf' && pieces[0].marks.length === level + 1) {
      const span = this.codeSpan(pieces[0].text);
      if (span !== undefined) {
        this.put(span);
        return;
      }
    }
    const delimiter = DELIMITERS[mark.type];
    if (delimiter !== undefined) {
      this.put(delimiter);
      this.pieces(pieces, level + 1, false, false);
      const inside = this.parts.slice(length + 1).join('');
      if (isDelimited(delimiter, before, inside, firstCharacter(next, level))) {
        this.put(delimiter);
        return;
      }
      this.parts.length = length;
    }
    const tags = markTags(mark);
    this.put(tags?.[0] ?? '');
    this.pieces(pieces, level + 1, tags === undefined && before === '', false);
    this.put(tags?.[1] ?? '');
  }

  /** Undefined where a span would change the text, or be joined with what stands before. */
  private codeSpan(text: string): string | undefined {
    if (text.trim() !== text || text === '' || /^`|`$|[\n|]/.test(text) || /[`\\$]/.test(this.lastCharacter())) {
      return undefined;
    }
    const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
    const fence = '`'.repeat(longest + 1);
    return `${fence}${text}${fence}`;
  }

  private inline(inline: Inline): void {
    const { type, data, nodes } = inline;
    switch (type) {
      case 'link':
        this.link(inline);
        break;
      case 'inline-math': {
        const formula = plainValue(data['formula']);
        if (formula === '' || formula.trim() !== formula || /^\$|\$\$|\n/.test(formula)) {
          this.text(fallbackText(inline), false, false);
        } else {
          const inPlace = this.place === 'cell' ? formula.replace(/(?<!\\)\|/g, '\\|') : formula;
          // Two dollars end it, so that one at its own end needs a space behind it.
          this.put(`$$${inPlace}${formula.endsWith('$') ? ' ' : ''}$$`);
        }
        break;
      }
      case 'inline-image':
        if (['width', 'height', 'size'].some((name) => data[name] !== undefined)) {
          this.put(this.html.element(inline) ?? '');
        } else {
          this.put(`![${imageText(data['alt'])}](${destination(this.context.address(data['ref']))}${linkTitle(data['title'])})`);
        }
        break;
      case 'button':
        this.put(`${this.html.element(inline) ?? ''}${escapeMarkdown(plainValue(data['label']), { lineStart: false, lineEnd: false, oneLine: true })}</a>`);
        break;
      case 'annotation': {
        const label = this.context.note(inline.fragments);
        if (inlineText(nodes) === '') {
          this.put(`[^${label}]`);
        } else {
          this.put(`<a data-footnote-ref href="#user-content-fn-${label}">`);
          this.pieces(piecesOf(nodes), 0, false, false);
          this.put('</a>');
        }
        break;
      }
      default: {
        const element = this.html.element(inline);
        if (element === undefined) {
          this.text(fallbackText(inline), false, false);
        } else {
          this.put(element);
        }
      }
    }
  }

  private link({ data, nodes }: Inline): void {
    const address = this.context.address(data['ref']);
    const text = inlineText(nodes);
    const isPlain = nodes.length === 1 && nodes[0]?.object === 'text' && nodes[0].leaves.every(({ marks }) => marks.length === 0);
    if (isPlain && data['title'] === undefined && AUTOLINK.test(text) && (address === text || address === `mailto:${text}`)) {
      this.put(`<${text}>`);
      return;
    }
    this.put('[');
    this.pieces(piecesOf(nodes), 0, false, false);
    this.put(`](${destination(address)}${linkTitle(data['title'])})`);
  }
}

function piecesOf(nodes: readonly InlineNode[]): Piece[] {
  return nodes.flatMap((node): Piece[] =>
    node.object === 'text' ? node.leaves.filter(({ text }) => text !== '').map((leaf) => ({ ...leaf, marks: sortedMarks(leaf.marks) })) : [node],
  );
}

function hasMark(piece: Piece | undefined, level: number, mark: Mark): boolean {
  const own = piece?.object === 'leaf' ? piece.marks[level] : undefined;
  return own !== undefined && sameMark(own, mark);
}

/** What follows a delimiter, roughly: a delimiter again counts as the worst. */
function firstCharacter(piece: Piece | undefined, level: number): string {
  if (piece === undefined) {
    return '';
  }
  if (piece.object === 'inline') {
    return piece.type === 'link' ? '[' : '<';
  }
  const mark = piece.marks[level];
  return mark === undefined ? piece.text.charAt(0) : mark.type in DELIMITERS ? '*' : '<';
}

/** Whether `before` + delimiter + inside + delimiter + `after` is read as delimited, by CommonMark's rules of flanking. */
function isDelimited(delimiter: string, before: string, inside: string, after: string): boolean {
  const first = inside.charAt(0);
  const last = inside.slice(-1);
  if (first === '' || /[\s~]/.test(first) || /[\s~\\]/.test(last) || inside.startsWith('<br>') || inside.startsWith('&')) {
    return false;
  }
  const parted = (PARTING.test(before) || (delimiter === '_' && before === '*')) && PARTING.test(after);
  if (delimiter === '_') {
    return parted && first !== '_' && last !== '_' && !inside.includes('_');
  }
  const inWord = ALPHANUMERIC.test(first) && ALPHANUMERIC.test(last) && !/[*_~\\`]/.test(before) && !/[*_~]/.test(after);
  return (parted || inWord) && first !== '*' && last !== '*';
}

/** Alternative text: brackets and the rest are escaped as in other texts. */
function imageText(alt: unknown): string {
  return typeof alt === 'string' ? escapeMarkdown(alt, { lineStart: false, lineEnd: false, oneLine: true }).replace(/[\r\n]/g, ' ') : '';
}

