import type {} from 'pdfkit';
import type { FontBook } from './font-book.js';
import { type Line, type Piece, writtenText } from './text-lines.js';
import type { LinkTarget } from './text-style.js';

/** How far below its top a line's letters stand, and how high it is, for size 1. */
const BASELINE = 1.07;
const LINE_HEIGHT = 1.42;

export function lineHeight({ size, rise }: Pick<Line, 'size' | 'rise'>): number {
  return size * LINE_HEIGHT + rise;
}

/** Draws on the current page of a PDF. */
export class Canvas {
  constructor(
    readonly pdf: PDFKit.PDFDocument,
    private readonly fonts: FontBook,
  ) {}

  /** @param x left edge of its text */
  line(line: Line, x: number, y: number): void {
    for (const piece of line.pieces) this.piece(piece, x + piece.left, y + line.rise + line.size * BASELINE);
  }

  rectangle(x: number, y: number, width: number, height: number, color: string): void {
    this.pdf.rect(x, y, width, height).fill(color);
  }

  rule(x: number, y: number, width: number, color: string): void {
    this.pdf.moveTo(x, y).lineTo(x + width, y).lineWidth(0.6).stroke(color);
  }

  image(image: PDFKit.Mixins.ImageSrc, x: number, y: number, width: number, height: number): void {
    this.pdf.image(image, x, y, { width, height });
  }

  link(target: LinkTarget, x: number, y: number, width: number, height: number): void {
    if ('url' in target) this.pdf.link(x, y, width, height, target.url);
    else this.pdf.goTo(x, y, width, height, target.destination);
  }

  private piece(piece: Piece, x: number, baseline: number): void {
    const { style, width, font } = piece;
    if (style.image !== undefined) {
      const { source, height } = style.image;
      this.image(source, x, baseline - height, width, height);
      if (style.link !== undefined) this.link(style.link, x, baseline - height, width, height);
      return;
    }
    const bottom = baseline - (style.rise ?? 0);
    if (style.background !== undefined) this.rectangle(x, bottom - style.size * 0.95, width, style.size * 1.25, style.background);
    this.fonts.use(font, style.size);
    // Features, if only none, make the letters of a run be shaped as a whole.
    const features = piece.isRightToLeft ? { features: [] } : {};
    this.pdf.fillColor(style.color).text(writtenText(piece), x, bottom, { lineBreak: false, baseline: 'alphabetic', ...features });
    if (style.strike === true) this.rule(x, bottom - style.size * 0.28, width, style.color);
    if (style.underline === true) this.rule(x, bottom + style.size * 0.14, width, style.color);
    if (style.link !== undefined) this.link(style.link, x, bottom - style.size, width, style.size * 1.3);
  }
}
