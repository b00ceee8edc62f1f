import { parentPort, workerData } from 'node:worker_threads';
import { sourceDocument } from '../../../content/model/markdown/page-source.js';
import type { Book } from './book.js';
import { TooManyPagesError } from './paginator.js';
import { renderBook } from './render-book.js';
import type { SourceBook, ThreadMessage, ThreadTask } from './thread-task.js';

/* Runs in a thread of its own: a long book takes seconds, in which nobody else should wait. */

const { book, limits } = workerData as ThreadTask; // what the service begins it with

function bookOf({ pages, variables, ...rest }: SourceBook): Book {
  return {
    ...rest,
    pages: pages.map(({ source, variables: ofPage, ...page }) => ({ ...page, document: source === null ? null : sourceDocument(source, { space: variables, page: ofPage }) })),
  };
}

function answer(message: ThreadMessage, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred);
}

try {
  const pdf = new Uint8Array(await renderBook(bookOf(book), limits));
  answer({ pdf }, [pdf.buffer]);
} catch (error) {
  if (!(error instanceof TooManyPagesError)) throw error;
  answer({ tooManyPages: error.most });
}
