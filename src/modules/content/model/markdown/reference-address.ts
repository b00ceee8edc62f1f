import type { DocumentReference } from './json-document.js';

/** Addresses by which pages and files are known here, also when they move. */
export function addressOf(reference: DocumentReference): string | undefined {
  switch (reference.kind) {
    case 'page':
      return `/pages/${reference.page}`;
    case 'file':
      return `/files/${reference.file}`;
    case 'anchor':
      return `${reference.page === undefined ? '' : `/pages/${reference.page}`}#${reference.anchor}`;
    default:
      return undefined;
  }
}
