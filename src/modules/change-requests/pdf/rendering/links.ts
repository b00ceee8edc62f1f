import type { DocumentReference } from '../../../content/model/markdown/json-document.js';
import { isDocumentReference } from '../../../content/model/markdown/json-document.js';
import type { Book } from './book.js';
import type { LinkTarget } from './text-style.js';

export function pageDestination(pageId: string): string {
  return `page-${pageId}`;
}

export function anchorDestination(pageId: string, anchor: string): string {
  return `page-${pageId}#${anchor}`;
}

/** What links of a page lead to: places within the book where they are in it, else addresses. */
export class Links {
  private readonly pageIds: ReadonlySet<string>;

  constructor(
    private readonly book: Book,
    private readonly anchors: ReadonlySet<string>,
  ) {
    this.pageIds = new Set(book.pages.map((page) => page.pageId));
  }

  target(reference: unknown, pageId: string): LinkTarget | undefined {
    return isDocumentReference(reference) ? this.targetOf(reference, pageId) : undefined;
  }

  private targetOf(reference: DocumentReference, pageId: string): LinkTarget | undefined {
    switch (reference.kind) {
      case 'url':
        return /^(?:https?|mailto):/i.test(reference.url) ? { url: reference.url } : undefined;
      case 'page':
        return this.pageTarget(reference.page);
      case 'anchor': {
        const page = reference.page ?? pageId;
        const destination = anchorDestination(page, reference.anchor);
        return this.anchors.has(destination) ? { destination } : this.pageTarget(page);
      }
      default:
        // The addresses of files hold for a time only; a PDF is kept for longer.
        return undefined;
    }
  }

  private pageTarget(pageId: string): LinkTarget | undefined {
    return this.pageIds.has(pageId) ? { destination: pageDestination(pageId) } : this.address(this.book.pageAddresses[pageId]);
  }

  private address(url: string | undefined): LinkTarget | undefined {
    return url === undefined ? undefined : { url };
  }
}
