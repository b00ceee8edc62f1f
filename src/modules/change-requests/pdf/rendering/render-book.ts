import PDFDocument from 'pdfkit';
import type { Block, InlineNode } from '../../../content/model/markdown/json-document.js';
import { blockBoxes, GAP, noteBoxes } from './block-boxes.js';
import type { Book, BookPage } from './book.js';
import { type Box, space, spaced } from './boxes.js';
import { Canvas } from './canvas.js';
import { Contents, pageTitle } from './contents.js';
import { FontBook } from './font-book.js';
import { Images } from './images.js';
import { anchorDestination, Links, pageDestination } from './links.js';
import { Measure } from './measure.js';
import { PageContext } from './page-context.js';
import { Paginator } from './paginator.js';
import { PAPER, TEXT_WIDTH } from './paper.js';
import { textBoxes } from './text-boxes.js';
import { textLines } from './text-lines.js';
import { BODY, COLORS, SMALL } from './text-style.js';

export interface RenderLimits {
  /** Of paper. */
  readonly pages: number;
}

/**
 * A book as a PDF: title, contents with page numbers, pages.
 * @throws TooManyPagesError
 */
export async function renderBook(book: Book, limits: RenderLimits): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [PAPER.width, PAPER.height],
    // Nothing is left to the library's own breaking of pages.
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    // The same book makes the same bytes.
    info: { Title: book.title, CreationDate: new Date(0), ModDate: new Date(0) },
    displayTitle: true,
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  new BookWriter(pdf, book, limits).write();
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

class BookWriter {
  private readonly fonts: FontBook;
  private readonly measure: Measure;
  private readonly canvas: Canvas;
  private readonly paginator: Paginator;
  private readonly images: Images;
  private readonly links: Links;

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    private readonly book: Book,
    limits: RenderLimits,
  ) {
    this.fonts = new FontBook(pdf, bookText(book));
    this.measure = new Measure(pdf, this.fonts);
    this.canvas = new Canvas(pdf, this.fonts);
    this.paginator = new Paginator(this.canvas, limits.pages);
    this.images = new Images(pdf);
    this.links = new Links(book, anchorsOf(book));
  }

  write(): void {
    this.writeTitle();
    const contents = new Contents(this.book, this.measure);
    const first = this.paginator.pageIndex + 1;
    for (let page = contents.pageCount; page > 0; page -= 1) this.paginator.newPage();
    for (const page of this.book.pages) this.writePage(page);
    contents.write(this.canvas, first, this.paginator.places);
    this.writePageNumbers();
    this.fonts.finish();
  }

  private writeTitle(): void {
    const { measure, book } = this;
    this.paginator.newPage();
    const title = textBoxes([{ text: book.title, style: { size: 28, color: COLORS.text, bold: true } }], TEXT_WIDTH, measure);
    const subtitles = book.subtitles.map((text) => textBoxes([{ text, style: { ...BODY, size: 12, color: COLORS.muted } }], TEXT_WIDTH, measure));
    // Not space, which would be dropped at the top.
    const top: Box = { height: 190, draw: () => undefined };
    this.paginator.place([top, ...spaced([title, ...subtitles], 8)]);
  }

  private writePage(page: BookPage): void {
    const context = new PageContext(page.pageId, this.measure, this.images, this.book, this.links);
    const title = pageTitle(page);
    const head = textBoxes([{ text: title, style: { size: 22, color: COLORS.text, bold: true } }], TEXT_WIDTH, this.measure, { staysWithNext: true, destinations: [pageDestination(page.pageId)] });
    const description = page.description === null ? [] : textBoxes([{ text: page.description, style: { ...BODY, size: 11.5, color: COLORS.muted } }], TEXT_WIDTH, this.measure);
    this.paginator.newPage();
    this.addOutline(page, title);
    this.paginator.place(spaced([head, description, this.targetBoxes(page, context)], 4));
    this.paginator.place([space(10)]);
    this.writeBody(page, context);
  }

  private targetBoxes(page: BookPage, context: PageContext): Box[] {
    const link = context.target(page.target);
    if (link === undefined) return [];
    const text = 'url' in link ? link.url : page.title;
    return textBoxes([{ text, style: { ...BODY, color: COLORS.link, link } }], TEXT_WIDTH, this.measure);
  }

  /** Block by block, so that only what one block needs is held. */
  private writeBody({ document }: BookPage, context: PageContext): void {
    let waiting: Box[] = [];
    for (const block of document?.nodes ?? []) {
      waiting.push(...blockBoxes([block], TEXT_WIDTH, context), space(GAP));
      // A heading comes onto the page of what follows it.
      if (block.type.startsWith('heading-')) continue;
      this.paginator.place(waiting);
      waiting = [];
    }
    this.paginator.place([...waiting, ...noteBoxes(context, TEXT_WIDTH)]);
  }

  private readonly outlines: PDFKit.PDFOutline[] = [];

  private addOutline({ depth }: BookPage, title: string): void {
    this.outlines.length = Math.min(depth, this.outlines.length);
    this.outlines.push((this.outlines.at(-1) ?? this.pdf.outline).addItem(title));
  }

  private writePageNumbers(): void {
    const { count } = this.pdf.bufferedPageRange();
    for (let index = 1; index < count; index += 1) {
      this.pdf.switchToPage(index);
      const [line] = textLines([{ text: String(index + 1), style: SMALL }], TEXT_WIDTH, this.measure);
      if (line !== undefined) this.canvas.line(line, (PAPER.width - line.width) / 2, PAPER.height - PAPER.bottom + 26);
    }
  }
}

/** Names of the places within pages that links can lead to. */
function anchorsOf(book: Book): Set<string> {
  const anchors = new Set<string>();
  const collect = (pageId: string, block: Block): void => {
    const { id } = block.data;
    if (block.type.startsWith('heading-') && typeof id === 'string') anchors.add(anchorDestination(pageId, id));
    for (const child of block.nodes ?? []) if (child.object === 'block') collect(pageId, child);
    for (const { nodes } of block.fragments ?? []) for (const child of nodes) collect(pageId, child);
  };
  for (const { pageId, document } of book.pages) for (const block of document?.nodes ?? []) collect(pageId, block);
  return anchors;
}

function bookText(book: Book): string {
  const texts = [book.title, ...book.subtitles];
  const collect = (node: Block | InlineNode): void => {
    if (node.object === 'text') texts.push(...node.leaves.map(({ text }) => text));
    else {
      for (const child of node.nodes ?? []) collect(child);
      for (const { nodes } of node.fragments ?? []) for (const child of nodes) collect(child);
    }
  };
  for (const page of book.pages) {
    texts.push(page.title, page.description ?? '');
    for (const block of page.document?.nodes ?? []) collect(block);
  }
  return texts.join('\n');
}
