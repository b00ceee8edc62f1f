import type { Block } from '../../../content/model/markdown/json-document.js';
import { isDocumentReference } from '../../../content/model/markdown/json-document.js';
import type { Book, BookFile } from './book.js';
import type { DrawnImage, Images } from './images.js';
import { anchorDestination, type Links } from './links.js';
import type { Measure } from './measure.js';
import type { LinkTarget } from './text-style.js';

/** What the blocks of one page need to know of it and of the book. */
export class PageContext {
  /** Footnotes, in the order in which the text names them. */
  readonly notes: (readonly Block[])[] = [];

  constructor(
    readonly pageId: string,
    readonly measure: Measure,
    private readonly images: Images,
    private readonly book: Book,
    private readonly links: Links,
  ) {}

  /** Number of the note, counted from 1. */
  addNote(blocks: readonly Block[]): number {
    return this.notes.push(blocks);
  }

  noteDestination(number: number): string {
    return anchorDestination(this.pageId, `note ${String(number)}`);
  }

  target(reference: unknown): LinkTarget | undefined {
    return this.links.target(reference, this.pageId);
  }

  file(reference: unknown): BookFile | undefined {
    return isDocumentReference(reference) && reference.kind === 'file' ? this.book.files[reference.file] : undefined;
  }

  drawn(reference: unknown): DrawnImage | undefined {
    const file = this.file(reference);
    return file === undefined ? undefined : this.images.open(file);
  }

  /** What a picture is called where it isn't drawn. */
  imageName(data: Readonly<Record<string, unknown>>): string {
    const { alt, ref } = data;
    if (typeof alt === 'string' && alt.trim() !== '') return alt;
    const name = this.file(ref)?.name;
    if (name !== undefined) return name;
    return isDocumentReference(ref) && ref.kind === 'url' ? ref.url : 'image';
  }
}
