import type { BookFile } from './book.js';
import { isPng, isWholePng } from './png-check.js';

export interface DrawnImage {
  readonly source: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Pixels of a screen are three quarters of a point. */
export const POINTS_PER_PIXEL = 0.75;
/** A decoded picture takes four bytes and more for each. */
const MOST_PIXELS = 40_000_000;

/** Finds out which files can be drawn; a damaged one must not spoil the book. */
export class Images {
  private readonly known = new Map<BookFile, DrawnImage | undefined>();

  constructor(private readonly pdf: PDFKit.PDFDocument) {}

  open(file: BookFile): DrawnImage | undefined {
    if (!this.known.has(file)) this.known.set(file, this.read(file));
    return this.known.get(file);
  }

  private read({ bytes }: BookFile): DrawnImage | undefined {
    if (bytes === null) return undefined;
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (isPng(source) && !isWholePng(source, MOST_PIXELS)) return undefined;
    try {
      const { width, height } = this.pdf.openImage(source);
      return width > 0 && height > 0 && width * height <= MOST_PIXELS ? { source, width, height } : undefined;
    } catch {
      // Neither a PNG nor a JPEG, or not a whole one.
      return undefined;
    }
  }
}
