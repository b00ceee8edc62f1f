import type { DocumentReference, JsonDocument } from '../../../content/model/markdown/json-document.js';

/** What a PDF shows. A plain value: it goes to the thread that draws it. */
export interface Book {
  readonly title: string;
  /** Below the title, each on a line of its own. */
  readonly subtitles: readonly string[];
  /** In the order of the tree. */
  readonly pages: readonly BookPage[];
  /** Files that pages show or name, by id. */
  readonly files: Readonly<Record<string, BookFile>>;
  /** Addresses of the pages that a reader finds in the application, by id; for links to pages that the book leaves out. */
  readonly pageAddresses: Readonly<Record<string, string>>;
}

export interface BookPage {
  readonly pageId: string;
  readonly title: string;
  readonly emoji: string | null;
  readonly description: string | null;
  /** 0 for the outermost. */
  readonly depth: number;
  readonly document: JsonDocument | null;
  /** Where a page leads that is nothing but a link. */
  readonly target: DocumentReference | null;
}

export interface BookFile {
  readonly name: string;
  readonly contentType: string;
  /** Only of images that can be drawn. */
  readonly bytes: Uint8Array | null;
}
