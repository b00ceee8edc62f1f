import type { Page } from '../page.js';
import { mergeMarkdown } from './merge-markdown.js';
import type { MergedBody, MergedPage, PageConflictField } from './merge-outcome.js';
import { hasTwoBodies, isSamePage, type PageStates } from './page-states.js';
import { type Merged, mergeEntries, mergeValues } from './three-way.js';

/** A page that stays. */
export interface PageDraft {
  page: MergedPage;
  readonly conflicts: Set<PageConflictField>;
  /** Those of them in which the page has the branch's value, and nothing yet tells the main content's. */
  readonly untold: Set<PageConflictField>;
}

/** Fields that are merged as one value each. */
type ValueField = 'type' | 'title' | 'slug' | 'description' | 'emoji' | 'icon' | 'hidden' | 'noIndex' | 'noRobotsIndex' | 'cover' | 'target' | 'computed';

/** Null: the page is deleted. */
export function mergePage(states: PageStates, markdowns: ReadonlyMap<string, string>): PageDraft | null {
  const { base, main, branch } = states;
  if (main !== null && branch !== null) return mergeFields(states, main, branch, markdowns);
  const kept = main ?? branch;
  // A page that one side deleted and the other left alone goes; one that the other changed, or made, stays.
  if (kept === null || isSamePage(kept, base)) return null;
  return { page: asMerged(kept), conflicts: new Set(base === null ? [] : ['page']), untold: new Set() };
}

/** A page as it stands on a line. */
export function asMerged({ documentId, ...page }: Page): MergedPage {
  return { ...page, body: { documentId } };
}

function mergeFields(states: PageStates, main: Page, branch: Page, markdowns: ReadonlyMap<string, string>): PageDraft {
  const { base } = states;
  const conflicts = new Set<PageConflictField>();
  const take = <Value>(field: PageConflictField, { value, conflict }: Merged<Value>): Value => {
    if (conflict) conflicts.add(field);
    return value;
  };
  const value = <Field extends ValueField>(field: Field): Page[Field] => take(field, mergeValues(base?.[field], main[field], branch[field]));
  const page: MergedPage = {
    pageId: main.pageId,
    // A place is one value: under a parent, a position means nothing under another.
    ...take(main.parentId === branch.parentId ? 'position' : 'parent', mergeValues(base === null ? undefined : placeOf(base), placeOf(main), placeOf(branch))),
    type: value('type'),
    title: value('title'),
    slug: value('slug'),
    description: value('description'),
    emoji: value('emoji'),
    icon: value('icon'),
    hidden: value('hidden'),
    noIndex: value('noIndex'),
    noRobotsIndex: value('noRobotsIndex'),
    cover: value('cover'),
    target: value('target'),
    computed: value('computed'),
    layout: take('layout', mergeMaps(base?.layout, main.layout, branch.layout)),
    variables: take('variables', mergeMaps(base?.variables, main.variables, branch.variables)),
    // Where an import found the page is nothing that a person chooses.
    gitPath: originOf(base?.gitPath, main.gitPath, branch.gitPath),
    gitOid: originOf(base?.gitOid, main.gitOid, branch.gitOid),
    createdAt: main.createdAt,
    updatedAt: main.updatedAt > branch.updatedAt ? main.updatedAt : branch.updatedAt,
    body: take('markdown', mergeBodies(states, main, branch, markdowns)),
  };
  return { page, conflicts, untold: new Set([...conflicts].filter((field) => field !== 'markdown')) };
}

function placeOf({ parentId, position }: Page): Pick<Page, 'parentId' | 'position'> {
  return { parentId, position };
}

function mergeMaps<Map extends object>(base: Map | null | undefined, main: Map | null, branch: Map | null): Merged<Map | null> {
  const whole = mergeValues(base, main, branch);
  if (!whole.conflict || main === null || branch === null) return whole;
  const { value, conflict } = mergeEntries(entriesOf(base ?? {}), entriesOf(main), entriesOf(branch));
  // Entries of maps of one kind make a map of that kind.
  return { value: value as Map, conflict };
}

function entriesOf(map: object): Record<string, unknown> {
  return { ...map };
}

function originOf<Value>(base: Value | undefined, main: Value, branch: Value): Value {
  const { value, conflict } = mergeValues(base, main, branch);
  return conflict ? main : value;
}

function mergeBodies(states: PageStates, main: Page, branch: Page, markdowns: ReadonlyMap<string, string>): Merged<MergedBody> {
  if (!hasTwoBodies(states)) {
    const { value, conflict } = mergeValues(states.base?.documentId, main.documentId, branch.documentId);
    return { value: { documentId: value }, conflict };
  }
  const textOf = ({ documentId }: Page): string => markdownOf(documentId, markdowns);
  const { value, conflict } = mergeMarkdown(states.base === null ? null : textOf(states.base), textOf(main), textOf(branch));
  const same = [main, branch].find((page) => page.documentId !== null && textOf(page) === value);
  return { value: same === undefined ? { markdown: value } : { documentId: same.documentId }, conflict };
}

/** Empty for a page without a body. */
export function markdownOf(documentId: string | null, markdowns: ReadonlyMap<string, string>): string {
  const markdown = documentId === null ? '' : markdowns.get(documentId);
  if (markdown === undefined) throw new Error(`Merging needs the Markdown of document ${String(documentId)}.`);
  return markdown;
}
