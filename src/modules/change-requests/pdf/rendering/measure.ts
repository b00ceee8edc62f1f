import type {} from 'pdfkit';
import type { FontBook } from './font-book.js';
import type { FontName } from './font-files.js';
import type { TextStyle } from './text-style.js';

/** Widths of texts. */
export class Measure {
  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    readonly fonts: FontBook,
  ) {}

  width(text: string, style: TextStyle, font: FontName): number {
    if (style.image !== undefined) return style.image.width;
    this.fonts.use(font, style.size);
    return this.pdf.widthOfString(text);
  }
}
