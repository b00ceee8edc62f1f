import { evaluateDocument, type Variables } from './evaluate.js';
import type { DocumentReference, JsonDocument } from './json-document.js';
import { markdownToDocument } from './markdown-to-document.js';

/** What a page's document is made from. A plain value, so that another thread can make it. */
export interface PageSource {
  readonly markdown: string;
  /** What its addresses lead to. */
  readonly references: Readonly<Record<string, DocumentReference>>;
}

/** @param variables whose values are put in; none unless given */
export function sourceDocument({ markdown, references }: PageSource, variables?: Variables): JsonDocument {
  const document = markdownToDocument(markdown, (address) => (Object.hasOwn(references, address) ? references[address] : undefined));
  return variables === undefined ? document : evaluateDocument(document, variables);
}
