import { evaluateDocument } from './evaluate.js';
import type { ContentReference, JsonDocument } from './json-document.js';
import { markdownToDocument } from './markdown-to-document.js';

/** What a page's document is made from. A plain value, so that another thread can make it. */
export interface PageSource {
  readonly markdown: string;
  /** What its addresses lead to. */
  readonly references: Readonly<Record<string, ContentReference>>;
}

/** With the values of variables put in. */
export function sourceDocument({ markdown, references }: PageSource, variables: { readonly space: Record<string, string>; readonly page: Record<string, string> }): JsonDocument {
  return evaluateDocument(
    markdownToDocument(markdown, (address) => (Object.hasOwn(references, address) ? references[address] : undefined)),
    variables,
  );
}
