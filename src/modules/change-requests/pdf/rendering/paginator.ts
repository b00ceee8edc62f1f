import type { Box } from './boxes.js';
import type { Canvas } from './canvas.js';
import { PAPER, TEXT_HEIGHT } from './paper.js';

/** More would be a book that nobody prints, and takes memory that others need. */
export class TooManyPagesError extends Error {
  constructor(readonly most: number) {
    super(`The PDF has more than ${String(most)} pages.`);
  }
}

/** Puts boxes onto pages, one below the other. */
export class Paginator {
  /** Index of the page on which each destination is. */
  readonly places = new Map<string, number>();
  /** Index of the current page. */
  private page = -1;
  private y = 0;

  constructor(
    private readonly canvas: Canvas,
    private readonly mostPages: number,
  ) {}

  get pageIndex(): number {
    return this.page;
  }

  newPage(): void {
    this.page += 1;
    if (this.page >= this.mostPages) throw new TooManyPagesError(this.mostPages);
    this.canvas.pdf.addPage();
    this.y = 0;
  }

  place(boxes: readonly Box[]): void {
    for (const [index, box] of boxes.entries()) {
      if (this.y > 0 && this.y + heightTogether(boxes, index) > TEXT_HEIGHT && box.isSpace !== true) this.breakBefore(box);
      this.put(box);
    }
  }

  private breakBefore(box: Box): void {
    // A box that no page is high enough for begins here and goes on there.
    if (box.height > TEXT_HEIGHT && box.split !== undefined) return;
    this.goOn(box);
  }

  private goOn({ repeated }: Box): void {
    this.newPage();
    if (repeated !== undefined) this.draw(repeated);
  }

  private put(box: Box, isFirst = false): void {
    if (box.isSpace === true && (this.y === 0 || this.y + box.height > TEXT_HEIGHT)) return;
    const free = TEXT_HEIGHT - this.y;
    if (box.height > free && box.split !== undefined) {
      const parts = box.split(free);
      if (parts !== undefined) {
        this.draw(parts.head);
        this.goOn(box);
        this.put(parts.rest, true);
        return;
      }
      // Not even its first line fits here; on a page of its own, it does.
      if (!isFirst && free < TEXT_HEIGHT / 2) {
        this.goOn(box);
        this.put(box, true);
        return;
      }
    }
    this.draw(box);
  }

  private draw(box: Box): void {
    const y = PAPER.top + this.y;
    for (const name of box.destinations ?? []) {
      if (this.places.has(name)) continue;
      this.places.set(name, this.page);
      this.canvas.pdf.addNamedDestination(name, 'XYZ', PAPER.left, y, null);
    }
    box.draw(this.canvas, PAPER.left, y);
    this.y += box.height;
  }
}

/** The box, and what has to be on one page with it: as long as that isn't more than half a page. */
function heightTogether(boxes: readonly Box[], from: number): number {
  let height = 0;
  for (let index = from; index < boxes.length; index += 1) {
    const box = boxes[index];
    if (box === undefined) break;
    height += box.height;
    if ((box.staysWithNext !== true && box.isSpace !== true) || height > TEXT_HEIGHT / 2) break;
  }
  return height;
}
