import { isDeepStrictEqual } from 'node:util';
import type { MarkdownThread } from '../markdown-thread.js';
import type { MergeInput } from '../model/merge/merge-input.js';
import type { MergedChanges, MergedPage } from '../model/merge/merge-outcome.js';
import type { Page } from '../model/page.js';
import { type DocumentBody, documentBodies } from './document-body.js';
import type { StoredFile } from './file-rows.js';
import type { VersionChanges } from './revision-writer.js';

/** Pages as the merge wants them, and the new bodies among them. */
export interface MergedPages {
  readonly pages: readonly Page[];
  readonly bodies: ReadonlyMap<string, DocumentBody>;
}

/** A page whose body the merge makes is new as of `now`; others keep the time of the state that they come from. */
export async function storedPages(thread: MarkdownThread, merged: readonly MergedPage[], now: Date): Promise<MergedPages> {
  const byMarkdown = await documentBodies(thread, merged.flatMap(({ body }) => ('markdown' in body ? [body.markdown] : [])));
  const pages = merged.map(({ body, ...page }): Page => {
    if (!('markdown' in body)) return { ...page, documentId: body.documentId };
    return { ...page, documentId: byMarkdown.get(body.markdown)?.id ?? null, updatedAt: now };
  });
  return { pages, bodies: new Map([...byMarkdown.values()].map((body) => [body.id, body])) };
}

/**
 * What a line over the main content has to write when it comes to lie over its newest revision: of the merged
 * content only what the main content doesn't have the same. Everything else shows through.
 */
export function versionsOverMain({ main, branch }: MergeInput, changes: MergedChanges, merged: MergedPages): VersionChanges {
  const pages = overlaid<Page>({
    below: states(main.pages, branch.pages, ({ pageId }) => pageId),
    before: new Map(main.pages.map(({ pageId, before }) => [pageId, before])),
    own: new Map(branch.pages.map(({ pageId, after }) => [pageId, after])),
    merged: new Map([...changes.deletedPages.map((id) => [id, null] as const), ...merged.pages.map((page) => [page.pageId, page] as const)]),
    isSame: (one, other) => isDeepStrictEqual({ ...one, createdAt: other.createdAt, updatedAt: other.updatedAt }, other),
  });
  const files = overlaid<StoredFile>({
    below: states(main.files, branch.files, ({ fileId }) => fileId),
    before: new Map(main.files.map(({ fileId, before }) => [fileId, before])),
    own: new Map(branch.files.map(({ fileId, after }) => [fileId, after])),
    merged: new Map([...changes.deletedFiles.map((id) => [id, null] as const), ...changes.files.map((file) => [file.fileId, file] as const)]),
    isSame: isDeepStrictEqual,
  });
  return { pages: pages.written, deletedPages: pages.deleted, files: files.written, deletedFiles: files.deleted, released: [...pages.released, ...files.released], bodies: merged.bodies };
}

interface Overlay<Item> {
  /** As the main content has them now. */
  below: ReadonlyMap<string, Item | null>;
  /** What showed through before, of those that the main content has changed since. */
  before: ReadonlyMap<string, Item | null>;
  /** What the line has changed. */
  own: ReadonlyMap<string, Item | null>;
  /** What the merge changes of the line. */
  merged: ReadonlyMap<string, Item | null>;
  isSame: (one: Item, other: Item) => boolean;
}

function overlaid<Item>({ below, before, own, merged, isSame }: Overlay<Item>): { written: Item[]; deleted: string[]; released: string[] } {
  const [written, deleted, released]: [Item[], string[], string[]] = [[], [], []];
  for (const id of new Set([...before.keys(), ...own.keys(), ...merged.keys()])) {
    const isKept = !merged.has(id) && own.has(id);
    const wanted = (merged.has(id) ? merged : own.has(id) ? own : before).get(id) ?? null;
    const shown = below.get(id) ?? null;
    const isShown = wanted === null ? shown === null : shown !== null && isSame(wanted, shown);
    if (isShown) released.push(id);
    else if (wanted === null) deleted.push(id);
    else if (!isKept) written.push(wanted);
  }
  return { written, deleted, released };
}

interface Change<Item> {
  readonly before: Item | null;
  readonly after: Item | null;
}

/** What the main content has: as it changed it, or as it was where only the line did. */
function states<Item, Changed extends Change<Item>>(main: readonly Changed[], branch: readonly Changed[], idOf: (change: Changed) => string): Map<string, Item | null> {
  return new Map([...branch.map((change) => [idOf(change), change.before] as const), ...main.map((change) => [idOf(change), change.after] as const)]);
}
