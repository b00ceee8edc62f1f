import type { Page } from '../page.js';
import type { Meeting, NeededSurroundings, SideChanges } from './merge-input.js';
import { hasTwoBodies, isSamePage, type PageStates, pageStates } from './page-states.js';

/** What a merge of these changes has to know besides them. */
export function neededSurroundings(main: SideChanges, branch: SideChanges): NeededSurroundings {
  const states = [...pageStates(main, branch).values()];
  const movesPages = { main: states.some(({ base, main: after }) => isMoved(base, after)), branch: states.some(({ base, branch: after }) => isMoved(base, after)) };
  const canMakeCycles = movesPages.main && movesPages.branch;
  return {
    documentIds: neededDocuments(states, canMakeCycles),
    ancestorsOf: canMakeCycles ? distinct(states.flatMap((page) => statesOf(page).flatMap(({ parentId }) => parentId ?? []))) : [],
    meetings: meetings(states),
  };
}

function isMoved(base: Page | null, after: Page | null): boolean {
  return base !== null && after !== null && base.parentId !== after.parentId;
}

function statesOf({ base, main, branch }: PageStates): Page[] {
  return [base, main, branch].filter((page) => page !== null);
}

/** Bodies that both sides changed, and those in which a contradiction of other fields may have to be told. */
function neededDocuments(states: readonly PageStates[], canMakeCycles: boolean): string[] {
  const ids = states.flatMap((page) => {
    const { base, main, branch } = page;
    if (main === null || branch === null) return [];
    if (hasTwoBodies(page)) return [base?.documentId, main.documentId, branch.documentId];
    const changedByBoth = !isSamePage(main, base) && !isSamePage(branch, base);
    return changedByBoth || (canMakeCycles && isMoved(base, main)) ? [main.documentId, branch.documentId] : [];
  });
  return distinct(ids.flatMap((id) => id ?? []));
}

/** Places that different pages have, wherever the merge may put each of them. */
function meetings(states: readonly PageStates[]): Meeting[] {
  const owners = new Map<string, string>();
  const found = new Map<string, Meeting>();
  for (const page of states) {
    for (const { pageId, parentId, slug, position } of statesOf(page)) {
      for (const place of [JSON.stringify([parentId, 'slug', slug]), JSON.stringify([parentId, 'position', position])]) {
        const owner = owners.get(place) ?? pageId;
        owners.set(place, owner);
        if (owner !== pageId) found.set(place, { parentId, slug, position });
      }
    }
    for (const place of crossedPlaces(page)) found.set(JSON.stringify([place.parentId, 'slug', place.slug]), place);
  }
  return [...found.values()];
}

/** One side moved the page and the other renamed it: it comes to where it has never been, and anybody may be there. */
function crossedPlaces({ main, branch }: PageStates): Meeting[] {
  if (main === null || branch === null || main.parentId === branch.parentId || main.slug === branch.slug) return [];
  return [
    { parentId: main.parentId, slug: branch.slug, position: main.position },
    { parentId: branch.parentId, slug: main.slug, position: branch.position },
  ];
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
