import type { Page } from '../page.js';
import type { PageChange, SideChanges } from './merge-input.js';
import { isSame } from './three-way.js';

/** A page that a side changed, as it is in the base and on each side; null: not there. */
export interface PageStates {
  readonly pageId: string;
  readonly base: Page | null;
  readonly main: Page | null;
  readonly branch: Page | null;
}

/** Every page that a side really changed, by id. */
export function pageStates(main: SideChanges, branch: SideChanges): Map<string, PageStates> {
  const inMain = realChanges(main);
  const inBranch = realChanges(branch);
  const stateOf = (changes: ReadonlyMap<string, PageChange>, { pageId, before }: PageChange): Page | null => {
    const change = changes.get(pageId);
    return change === undefined ? before : change.after;
  };
  return new Map(
    [...inMain.values(), ...inBranch.values()].map((change) => [
      change.pageId,
      { pageId: change.pageId, base: change.before, main: stateOf(inMain, change), branch: stateOf(inBranch, change) },
    ]),
  );
}

function realChanges(side: SideChanges): Map<string, PageChange> {
  return new Map(side.pages.filter(({ before, after }) => !isSamePage(before, after)).map((change) => [change.pageId, change]));
}

/** Times are no content. */
export function isSamePage(one: Page | null, other: Page | null): boolean {
  if (one === null || other === null) return one === other;
  const fields = Object.keys(one) as (keyof Page)[];
  return fields.length === Object.keys(other).length && fields.every((field) => field === 'createdAt' || field === 'updatedAt' || isSame(one[field], other[field]));
}

/** Whether these changes edit pages in place: each was there, and is where it was, under the same slug. */
export function areInPlace(changes: readonly PageChange[]): boolean {
  return changes.every(({ before, after }) => before !== null && after !== null && before.parentId === after.parentId && before.slug === after.slug && before.position === after.position);
}

/** Whether both sides gave the page a body of its own, so that the lines have to be merged. */
export function hasTwoBodies({ base, main, branch }: PageStates): boolean {
  return main !== null && branch !== null && main.documentId !== branch.documentId && main.documentId !== base?.documentId && branch.documentId !== base?.documentId;
}
