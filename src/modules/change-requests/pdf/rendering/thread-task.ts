import type { PageSource } from '../../../content/model/markdown/page-source.js';
import type { Book, BookPage } from './book.js';
import type { RenderLimits } from './render-book.js';

/** A page before its body is read, which takes long enough to be done in the thread. */
export interface SourcePage extends Omit<BookPage, 'document'> {
  readonly source: PageSource | null;
  readonly variables: Record<string, string>;
}

export interface SourceBook extends Omit<Book, 'pages'> {
  readonly pages: readonly SourcePage[];
  readonly variables: Record<string, string>;
}

/** What a thread is begun with. */
export interface ThreadTask {
  readonly book: SourceBook;
  readonly limits: RenderLimits;
}

/** What it answers. */
export type ThreadMessage = { readonly pdf: Uint8Array } | { readonly tooManyPages: number };
