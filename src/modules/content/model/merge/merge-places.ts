import { generateNKeysBetween } from 'fractional-indexing';
import { freeSlug } from '../slug.js';
import type { PagePlace, Surroundings } from './merge-input.js';
import type { PageDraft } from './merge-page.js';
import type { PageStates } from './page-states.js';

/** The children of one parent: those that a side changed, and what is known of the others. */
interface Siblings {
  readonly drafts: PageDraft[];
  readonly unchanged: PagePlace[];
}

/**
 * Gives pages of both sides that meet in one place a slug and a position each. Those of the main content
 * stay, as readers know their addresses; the branch's come behind them, together.
 */
export function separatePages(states: ReadonlyMap<string, PageStates>, drafts: ReadonlyMap<string, PageDraft>, surroundings: Surroundings): void {
  const isOfMain = ({ page }: PageDraft, field: 'slug' | 'position'): boolean => {
    const main = states.get(page.pageId)?.main ?? null;
    return main !== null && main.parentId === page.parentId && main[field] === page[field];
  };
  for (const { drafts: changed, unchanged } of siblingsByParent(states, drafts, surroundings)) {
    separateSlugs(unchanged, changed.filter((draft) => isOfMain(draft, 'slug')), changed.filter((draft) => !isOfMain(draft, 'slug')));
    separatePositions(unchanged, changed.filter((draft) => isOfMain(draft, 'position')), changed.filter((draft) => !isOfMain(draft, 'position')));
  }
}

function siblingsByParent(states: ReadonlyMap<string, PageStates>, drafts: ReadonlyMap<string, PageDraft>, surroundings: Surroundings): Iterable<Siblings> {
  const groups = new Map<string | null, Siblings>();
  for (const draft of drafts.values()) {
    const group = groups.get(draft.page.parentId) ?? { drafts: [], unchanged: [] };
    groups.set(draft.page.parentId, group);
    group.drafts.push(draft);
  }
  for (const page of surroundings.unchanged) {
    if (!states.has(page.pageId)) groups.get(page.parentId)?.unchanged.push(page);
  }
  for (const group of groups.values()) group.drafts.sort((one, other) => byPlace(one.page, other.page));
  return groups.values();
}

function byPlace(one: PagePlace, other: PagePlace): number {
  if (one.position !== other.position) return one.position < other.position ? -1 : 1;
  return one.pageId < other.pageId ? -1 : 1;
}

function separateSlugs(unchanged: readonly PagePlace[], ofMain: readonly PageDraft[], others: readonly PageDraft[]): void {
  const taken = new Set([...unchanged, ...ofMain.map(({ page }) => page)].map(({ slug }) => slug));
  const yielding = others.filter(({ page: { slug } }) => taken.size === taken.add(slug).size);
  for (const draft of yielding) {
    const slug = freeSlug(draft.page.slug, taken);
    taken.add(slug);
    draft.page = { ...draft.page, slug };
  }
}

function separatePositions(unchanged: readonly PagePlace[], ofMain: readonly PageDraft[], others: readonly PageDraft[]): void {
  const taken = new Set([...unchanged, ...ofMain.map(({ page }) => page)].map(({ position }) => position));
  if (others.every(({ page: { position } }) => taken.size !== taken.add(position).size)) return;
  const fixed = [...new Set(unchanged.map(({ position }) => position))].sort();
  const gapOf = ({ page: { position } }: PageDraft): number => fixed.findLastIndex((start) => start <= position);
  const gaps = new Set(others.map(gapOf));
  for (const gap of gaps) {
    const moving = others.filter((draft) => gapOf(draft) === gap);
    const before = ofMain.filter((draft) => gapOf(draft) === gap).map(({ page }) => page.position);
    const positions = new Set([...before, ...moving.map(({ page }) => page.position), ...fixed]);
    if (positions.size === before.length + moving.length + fixed.length) continue;
    const keys = generateNKeysBetween(before.at(-1) ?? fixed[gap] ?? null, fixed[gap + 1] ?? null, moving.length);
    for (const [index, draft] of moving.entries()) draft.page = { ...draft.page, position: keys[index] ?? draft.page.position };
  }
}
