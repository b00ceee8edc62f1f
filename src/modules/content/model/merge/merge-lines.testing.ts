import { isDeepStrictEqual } from 'node:util';
import { generateKeyBetween } from 'fractional-indexing';
import { type Page, PLAIN_FIELDS } from '../page.js';
import { freeSlug } from '../slug.js';
import { mergeContent } from './merge-content.js';
import type { FileState, PagePlace, Side, SideChanges, Surroundings } from './merge-input.js';
import type { MergeOutcome } from './merge-outcome.js';
import { neededSurroundings } from './needed-surroundings.js';

/** A whole line of content in memory: what a store would hold. The id of a document is its Markdown. */
export interface Line {
  readonly pages: ReadonlyMap<string, Page>;
  readonly files: ReadonlyMap<string, FileState>;
  readonly variables: Readonly<Record<string, string>>;
  readonly origins: readonly string[];
}

export const EMPTY_LINE: Line = { pages: new Map(), files: new Map(), variables: {}, origins: [] };

const TIME = new Date('2026-01-01T00:00:00Z');

const DEFAULTS: Omit<Page, 'pageId' | 'position' | 'slug'> = {
  ...PLAIN_FIELDS,
  title: 'Page',
  parentId: null,
  documentId: null,
  createdAt: TIME,
  updatedAt: TIME,
};

export function file(fileId: string, fields: Partial<FileState> = {}): FileState {
  return { fileId, name: `${fileId}.png`, contentType: 'image/png', size: 1, width: null, height: null, hash: 'h', gitPath: null, gitOid: null, createdAt: TIME, ...fields };
}

/** With a page at the end of its parent. */
export function withPage(line: Line, pageId: string, fields: Partial<Page> = {}): Line {
  const parentId = fields.parentId ?? null;
  const page = { ...DEFAULTS, pageId, ...fields, parentId, slug: freeSlug(fields.slug ?? pageId, slugsBelow(line, parentId)), position: fields.position ?? endOf(line, parentId) };
  return { ...line, pages: new Map([...line.pages, [pageId, page]]) };
}

export function withFields(line: Line, pageId: string, fields: Partial<Page>): Line {
  const page = line.pages.get(pageId);
  return page === undefined ? line : { ...line, pages: new Map([...line.pages, [pageId, { ...page, ...fields }]]) };
}

export function withoutPage(line: Line, pageId: string): Line {
  return { ...line, pages: new Map([...line.pages].filter(([id]) => !waysUp(line, id).includes(pageId))) };
}

/** Moves a page before a sibling to be, or to the end. */
export function withMove(line: Line, pageId: string, parentId: string | null, before?: string): Line {
  const page = line.pages.get(pageId);
  if (page === undefined || (parentId !== null && (waysUp(line, parentId).includes(pageId) || !line.pages.has(parentId)))) return line;
  const rest = { ...line, pages: new Map([...line.pages].filter(([id]) => id !== pageId)) };
  const siblings = childrenOf(rest, parentId);
  const index = siblings.findIndex((sibling) => sibling.pageId === before);
  const position = index < 0 ? endOf(rest, parentId) : generateKeyBetween(siblings[index - 1]?.position ?? null, siblings[index]?.position ?? null);
  const slug = freeSlug(page.slug, slugsBelow(rest, parentId));
  return { ...line, pages: new Map([...line.pages, [pageId, { ...page, parentId, position, slug }]]) };
}

export function childrenOf(line: Line, parentId: string | null): Page[] {
  const children = [...line.pages.values()].filter((page) => page.parentId === parentId);
  return children.sort((one, other) => (one.position < other.position || (one.position === other.position && one.pageId < other.pageId) ? -1 : 1));
}

/** The page and what is above it. */
export function waysUp(line: Line, pageId: string): string[] {
  const way: string[] = [];
  for (let id: string | null = pageId; id !== null && !way.includes(id); id = line.pages.get(id)?.parentId ?? null) way.push(id);
  return way;
}

/** Merges with exactly the surroundings that are asked for. */
export function merge(target: Side, base: Line, main: Line, branch: Line): MergeOutcome & { merged: Line } {
  const changes = { main: changesOf(base, main), branch: changesOf(base, branch) };
  const outcome = mergeContent(target, { ...changes, baseVariables: base.variables, surroundings: surroundingsOf(main, changes.main, changes.branch) });
  return { ...outcome, merged: applied({ main, branch }[target], outcome) };
}

export function changesOf(base: Line, side: Line): SideChanges {
  const changed = <Item>(before: ReadonlyMap<string, Item>, after: ReadonlyMap<string, Item>): [string, Item | null, Item | null][] =>
    [...new Set([...before.keys(), ...after.keys()])]
      .filter((id) => !isDeepStrictEqual(before.get(id), after.get(id)))
      .map((id) => [id, before.get(id) ?? null, after.get(id) ?? null]);
  return {
    pages: changed(base.pages, side.pages).map(([pageId, before, after]) => ({ pageId, before, after })),
    files: changed(base.files, side.files).map(([fileId, before, after]) => ({ fileId, before, after })),
    variables: side.variables,
    origins: side.origins,
  };
}

function surroundingsOf(line: Line, main: SideChanges, branch: SideChanges): Surroundings {
  const needed = neededSurroundings(main, branch);
  const changed = new Set([...main.pages, ...branch.pages].map(({ pageId }) => pageId));
  const places = new Set<PagePlace | undefined>();
  for (const pageId of needed.ancestorsOf) for (const id of waysUp(line, pageId)) places.add(line.pages.get(id));
  for (const { parentId, slug, position } of needed.meetings) {
    const siblings = childrenOf(line, parentId);
    const unchanged = siblings.filter((page) => !changed.has(page.pageId));
    for (const page of siblings) if (page.slug === slug || page.slug.startsWith(`${slug}-`)) places.add(page);
    places.add(unchanged.findLast((page) => page.position <= position)).add(unchanged.find((page) => page.position > position));
  }
  return { markdowns: new Map(needed.documentIds.map((id) => [id, id])), unchanged: [...places].filter((page) => page !== undefined) };
}

function applied(line: Line, { changes }: MergeOutcome): Line {
  const pages = new Map(line.pages);
  for (const pageId of changes.deletedPages) pages.delete(pageId);
  for (const { body, ...page } of changes.pages) pages.set(page.pageId, { ...page, documentId: 'markdown' in body ? body.markdown : body.documentId });
  const files = new Map(line.files);
  for (const fileId of changes.deletedFiles) files.delete(fileId);
  for (const state of changes.files) files.set(state.fileId, state);
  return { pages, files, variables: changes.variables ?? line.variables, origins: changes.origins ?? line.origins };
}

function endOf(line: Line, parentId: string | null): string {
  return generateKeyBetween(childrenOf(line, parentId).at(-1)?.position ?? null, null);
}

function slugsBelow(line: Line, parentId: string | null): Set<string> {
  return new Set(childrenOf(line, parentId).map(({ slug }) => slug));
}
