import { isDeepStrictEqual } from 'node:util';
import type { FileChange, FileState, PageChange } from './merge/merge-input.js';
import { type Page, pageTarget } from './page.js';

export interface AttributeChange<Value> {
  /** Absent: there was none. */
  readonly before?: Value;
  readonly after?: Value;
}

export type AttributeChanges = Readonly<Record<string, AttributeChange<unknown>>>;

/** What became of a page, a file or the variables, in words that tell what somebody did. */
export type SemanticChange =
  | { readonly type: 'page_created' | 'page_deleted' | 'page_moved'; readonly before: Page | null; readonly after: Page | null }
  | { readonly type: 'page_edited'; readonly after: Page; readonly attributes: AttributeChanges }
  | { readonly type: 'file_created' | 'file_deleted'; readonly file: FileState }
  | { readonly type: 'file_edited'; readonly before: FileState; readonly file: FileState; readonly attributes: AttributeChanges }
  | { readonly type: 'variables_edited'; readonly variables: AttributeChanges };

export interface ContentDifference {
  readonly pages: readonly PageChange[];
  readonly files: readonly FileChange[];
  readonly variables: Readonly<Record<'before' | 'after', Readonly<Record<string, string>>>>;
}

/** Pages, then files, each in the order in which they came to be; last the variables. What is as it was is left out. */
export function semanticChanges({ pages, files, variables }: ContentDifference): SemanticChange[] {
  const ofPages = [...pages].sort((one, other) => (one.pageId < other.pageId ? -1 : 1)).flatMap(pageChanges);
  const ofFiles = [...files].sort((one, other) => (one.fileId < other.fileId ? -1 : 1)).flatMap(fileChanges);
  const edited = attributeChanges(variables.before, variables.after);
  return [...ofPages, ...ofFiles, ...(isEmpty(edited) ? [] : [{ type: 'variables_edited', variables: edited } as const])];
}

function pageChanges({ before, after }: PageChange): SemanticChange[] {
  if (before === null || after === null) return before === after ? [] : [{ type: before === null ? 'page_created' : 'page_deleted', before, after }];
  const isMoved = before.parentId !== after.parentId || before.position !== after.position;
  const attributes = attributeChanges(pageAttributes(before), pageAttributes(after));
  return [...(isMoved ? [{ type: 'page_moved', before, after } as const] : []), ...(isEmpty(attributes) ? [] : [{ type: 'page_edited', after, attributes } as const])];
}

function fileChanges({ before, after }: FileChange): SemanticChange[] {
  if (before === null) return after === null ? [] : [{ type: 'file_created', file: after }];
  if (after === null) return [{ type: 'file_deleted', file: before }];
  const attributes = attributeChanges(fileAttributes(before), fileAttributes(after));
  return isEmpty(attributes) && before.hash === after.hash ? [] : [{ type: 'file_edited', before, file: after, attributes }];
}

function pageAttributes(page: Page): Readonly<Record<string, unknown>> {
  const { type, title, description, slug, documentId, cover, emoji, icon, layout, variables, target, computed, hidden, noIndex, noRobotsIndex } = page;
  return { type, title, description, slug, document: documentId, cover, emoji, icon, layout, variables, target: target === null ? null : pageTarget(target), computed, hidden, noIndex, noRobotsIndex };
}

function fileAttributes({ name, contentType, size, width, height }: FileState): Readonly<Record<string, unknown>> {
  return { name, contentType, size, dimensions: width === null || height === null ? null : { width, height } };
}

function attributeChanges(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): AttributeChanges {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(names.map((name) => [name, { ...present('before', before[name]), ...present('after', after[name]) }]));
}

function present(side: 'before' | 'after', value: unknown): AttributeChange<unknown> {
  return value === null || value === undefined ? {} : { [side]: value };
}

function isEmpty(changes: AttributeChanges): boolean {
  return Object.keys(changes).length === 0;
}
