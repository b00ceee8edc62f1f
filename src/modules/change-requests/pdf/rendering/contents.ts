import type { Block, InlineNode } from '../../../content/model/markdown/json-document.js';
import type { Book, BookPage } from './book.js';
import { type Canvas, lineHeight } from './canvas.js';
import { anchorDestination, pageDestination } from './links.js';
import type { Measure } from './measure.js';
import { PAPER, TEXT_HEIGHT, TEXT_WIDTH } from './paper.js';
import { type Line, textLines } from './text-lines.js';
import { BODY, COLORS } from './text-style.js';

const HEAD_HEIGHT = 40;
const NUMBER_WIDTH = 34;
const INDENT = 14;
const MOST_INDENTS = 8;
const ENTRY_LINE = lineHeight({ ...BODY, rise: 0 });

interface Entry {
  readonly lines: readonly Line[];
  readonly indent: number;
  readonly destination: string;
}

/** The table of contents: its pages come first, its numbers are known last. */
export class Contents {
  private readonly pages: readonly (readonly Entry[])[];

  constructor(
    book: Book,
    private readonly measure: Measure,
  ) {
    this.pages = onPages(entriesOf(book).map(({ text, depth, destination }) => {
      const indent = Math.min(depth, MOST_INDENTS) * INDENT;
      return { lines: textLines([{ text, style: depth === 0 ? { ...BODY, bold: true } : BODY }], TEXT_WIDTH - indent - NUMBER_WIDTH, measure), indent, destination };
    }));
  }

  get pageCount(): number {
    return this.pages.length;
  }

  /** @param places index of the page on which each destination is */
  write(canvas: Canvas, firstPage: number, places: ReadonlyMap<string, number>): void {
    for (const [index, entries] of this.pages.entries()) {
      canvas.pdf.switchToPage(firstPage + index);
      if (index === 0) this.writeHead(canvas);
      let y = PAPER.top + HEAD_HEIGHT;
      for (const entry of entries) {
        this.writeEntry(canvas, entry, y, places.get(entry.destination));
        y += heightOf(entry);
      }
    }
  }

  private writeHead(canvas: Canvas): void {
    for (const line of textLines([{ text: 'Contents', style: { size: 20, color: COLORS.text, bold: true } }], TEXT_WIDTH, this.measure)) canvas.line(line, PAPER.left, PAPER.top);
  }

  private writeEntry(canvas: Canvas, { lines, indent, destination }: Entry, y: number, page: number | undefined): void {
    for (const [index, line] of lines.entries()) {
      const free = TEXT_WIDTH - indent - NUMBER_WIDTH - line.width;
      canvas.line(line, PAPER.left + indent + (line.isRightToLeft ? free : 0), y + index * ENTRY_LINE);
    }
    if (page === undefined) return;
    const [number] = textLines([{ text: String(page + 1), style: { ...BODY, color: COLORS.muted } }], NUMBER_WIDTH, this.measure);
    if (number !== undefined) canvas.line(number, PAPER.left + TEXT_WIDTH - number.width, y);
    canvas.link({ destination }, PAPER.left, y, TEXT_WIDTH, lines.length * ENTRY_LINE);
  }
}

export function pageTitle({ emoji, title }: BookPage): string {
  return emoji === null ? title : `${emoji} ${title}`;
}

/** The pages; of a book of one page, its headings too. */
function entriesOf({ pages }: Book): { text: string; depth: number; destination: string }[] {
  return pages.flatMap((page) => {
    const entry = { text: pageTitle(page), depth: page.depth, destination: pageDestination(page.pageId) };
    const headings = pages.length > 1 ? [] : (page.document?.nodes ?? []).flatMap((block) => headingEntry(page, block));
    return [entry, ...headings];
  });
}

function headingEntry(page: BookPage, { type, data, nodes }: Block): { text: string; depth: number; destination: string }[] {
  const level = type === 'heading-1' ? 1 : type === 'heading-2' ? 2 : 0;
  const id = data['id'];
  if (level === 0 || typeof id !== 'string') return [];
  return [{ text: (nodes ?? []).map((node) => (node.object === 'block' ? '' : inlineText(node))).join(''), depth: page.depth + level, destination: anchorDestination(page.pageId, id) }];
}

function inlineText(node: InlineNode): string {
  return node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : node.nodes.map(inlineText).join('');
}

function heightOf({ lines }: Entry): number {
  return lines.length * ENTRY_LINE + 3;
}

function onPages(entries: readonly Entry[]): Entry[][] {
  const pages: Entry[][] = [];
  let filled = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const height = heightOf(entry);
    if (filled + height > TEXT_HEIGHT - HEAD_HEIGHT) {
      pages.push([]);
      filled = 0;
    }
    pages.at(-1)?.push(entry);
    filled += height;
  }
  return pages;
}
