import GithubSlugger from 'github-slugger';
import { type Block, type DocumentReference, type Fragment, isDocumentReference } from '../json-document.js';

export type AddressOf = (reference: DocumentReference) => string | undefined;

/** What writing one document shares. */
export class WriteContext {
  readonly slugger = new GithubSlugger();
  private readonly notes: Block[][] = [];
  private writtenNotes = 0;

  constructor(private readonly addressOf: AddressOf | undefined) {}

  /** Address of a reference as data has it; '' when there is none. */
  address(reference: unknown): string {
    return isDocumentReference(reference) ? (this.addressOf?.(reference) ?? defaultAddress(reference)) : '';
  }

  /** Takes a note, which follows the document, and gives its label. */
  note(fragments: readonly Fragment[] | undefined): string {
    this.notes.push((fragments ?? []).flatMap(({ nodes }) => nodes));
    return String(this.notes.length);
  }

  /** The next note that isn't written yet; writing one may add others. */
  nextNote(): { label: string; blocks: Block[] } | undefined {
    const blocks = this.notes[this.writtenNotes];
    if (blocks === undefined) {
      return undefined;
    }
    this.writtenNotes += 1;
    return { label: String(this.writtenNotes), blocks };
  }
}

/** Where the caller knows no address, the reference is still told. */
function defaultAddress(reference: DocumentReference): string {
  switch (reference.kind) {
    case 'url':
      return reference.url;
    case 'anchor':
      return reference.page === undefined ? `#${reference.anchor}` : `page:${reference.page}#${reference.anchor}`;
    case 'page':
      return `page:${reference.page}`;
    case 'file':
      return `file:${reference.file}`;
    case 'user':
      return `user:${reference.user}`;
    case 'collection':
      return `collection:${reference.collection}`;
    case 'space':
      return `space:${reference.space}`;
    case 'reusable-content':
      return `reusable-content:${reference.reusableContent}`;
    case 'openapi':
      return reference.spec;
  }
}
