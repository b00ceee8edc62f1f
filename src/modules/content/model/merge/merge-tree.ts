import type { Surroundings } from './merge-input.js';
import { asMerged, type PageDraft } from './merge-page.js';
import type { PageStates } from './page-states.js';

/**
 * Makes a tree of the pages that stay. A page keeps a parent that the other side deleted; and one that would
 * come below itself, because each side moved one page below the other, stays where the branch has it.
 */
export function mendTree(states: ReadonlyMap<string, PageStates>, drafts: Map<string, PageDraft>, surroundings: Surroundings): void {
  const unchanged = new Map(surroundings.unchanged.filter(({ pageId }) => !states.has(pageId)).map((page) => [page.pageId, page.parentId]));
  const parentOf = (pageId: string): string | null => drafts.get(pageId)?.page.parentId ?? unchanged.get(pageId) ?? null;
  restoreParents(states, drafts, [...drafts.values()]);
  for (let cycles = findCycles(drafts.keys(), parentOf); cycles.length > 0; cycles = findCycles(drafts.keys(), parentOf)) {
    const returned = cycles.flat().flatMap((pageId) => returnToBranch(states.get(pageId), drafts.get(pageId)));
    // The branch by itself has no cycle: this one has a page that only the main content put where it is.
    if (returned.length === 0) throw new Error(`The pages ${cycles.flat().join(', ')} are below themselves on one side.`);
    restoreParents(states, drafts, returned);
  }
}

/** Brings deleted parents back, as the side has them that did not delete them. */
function restoreParents(states: ReadonlyMap<string, PageStates>, drafts: Map<string, PageDraft>, children: readonly PageDraft[]): void {
  for (const child of children) {
    if (!isOrphan(child)) continue;
    if (!child.conflicts.has('page')) child.conflicts.add('parent');
    for (let page: PageDraft | undefined = child; page !== undefined && isOrphan(page); page = restoreParent(page)) continue;
  }

  function isOrphan({ page: { parentId } }: PageDraft): boolean {
    return parentId !== null && states.has(parentId) && !drafts.has(parentId);
  }

  function restoreParent({ page: { parentId } }: PageDraft): PageDraft | undefined {
    const parent = parentId === null ? undefined : states.get(parentId);
    const kept = parent?.branch ?? parent?.main;
    if (kept === undefined || kept === null) return undefined;
    const restored: PageDraft = { page: asMerged(kept), conflicts: new Set(), untold: new Set() };
    drafts.set(kept.pageId, restored);
    return restored;
  }
}

/** Each cycle on the way up from these pages. */
function findCycles(pageIds: Iterable<string>, parentOf: (pageId: string) => string | null): string[][] {
  const seen = new Set<string>();
  const cycles: string[][] = [];
  for (const start of pageIds) {
    const way = new Map<string, number>();
    let pageId: string | null = start;
    for (; pageId !== null && !seen.has(pageId); pageId = parentOf(pageId)) {
      seen.add(pageId);
      way.set(pageId, way.size);
    }
    const from = pageId === null ? undefined : way.get(pageId);
    if (from !== undefined) cycles.push([...way.keys()].slice(from));
  }
  return cycles;
}

function returnToBranch(states: PageStates | undefined, draft: PageDraft | undefined): PageDraft[] {
  const place = states?.branch ?? null;
  if (draft === undefined || place === null || place.parentId === draft.page.parentId) return [];
  draft.page = { ...draft.page, parentId: place.parentId, position: place.position };
  draft.conflicts.add('parent');
  draft.untold.add('parent');
  return [draft];
}
