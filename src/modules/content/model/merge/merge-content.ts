import { isDeepStrictEqual } from 'node:util';
import { mergeFiles } from './merge-files.js';
import type { MergeInput, Side } from './merge-input.js';
import type { Conflict, MergedChanges, MergedPage, MergeOutcome } from './merge-outcome.js';
import { asMerged, markdownOf, mergePage, type PageDraft } from './merge-page.js';
import { separatePages } from './merge-places.js';
import { mendTree } from './merge-tree.js';
import { type PageStates, pageStates } from './page-states.js';
import { mergeEntries } from './three-way.js';
import { withToldConflicts } from './told-conflicts.js';

/**
 * Brings what both sides changed since the base together, for one of them: into the main content that is a
 * merge, into the branch an update. The merged content is the same for both; it takes a time that grows with
 * the changes, not with the space.
 * @param input with everything in its surroundings that `neededSurroundings` names
 */
export function mergeContent(target: Side, input: MergeInput): MergeOutcome {
  const { main, branch, surroundings } = input;
  const states = pageStates(main, branch);
  const drafts = new Map<string, PageDraft>();
  for (const page of states.values()) {
    const draft = mergePage(page, surroundings.markdowns);
    if (draft !== null) drafts.set(page.pageId, draft);
  }
  mendTree(states, drafts, surroundings);
  separatePages(states, drafts, surroundings);
  const conflicts = [...drafts.values()].flatMap(pageConflicts);
  const files = mergeFiles(main, branch, conflicts);
  const variables = mergeEntries(input.baseVariables, main.variables, branch.variables);
  conflicts.push(...variables.conflicts.map((name) => ({ kind: 'variable' as const, name })));
  const origins = [...new Set([...main.origins, ...branch.origins])];
  const changedFiles = files.filter((file) => !isDeepStrictEqual(file.merged, file[target]));
  return {
    conflicts,
    changes: {
      ...changedPages(target, states, drafts, surroundings.markdowns),
      files: changedFiles.flatMap(({ merged }) => merged ?? []),
      deletedFiles: changedFiles.flatMap(({ fileId, merged }) => (merged === null ? [fileId] : [])),
      variables: isDeepStrictEqual(variables.value, { ...input[target].variables }) ? null : variables.value,
      origins: origins.length === input[target].origins.length ? null : origins,
    },
  };
}

function pageConflicts({ page, conflicts }: PageDraft): Conflict[] {
  return [...conflicts].map((field) => ({ kind: 'page', pageId: page.pageId, title: page.title, field }));
}

function changedPages(target: Side, states: ReadonlyMap<string, PageStates>, drafts: ReadonlyMap<string, PageDraft>, markdowns: ReadonlyMap<string, string>): Pick<MergedChanges, 'pages' | 'deletedPages'> {
  const pages = new Map<string, MergedPage>();
  const deletedPages: string[] = [];
  for (const page of states.values()) {
    const draft = drafts.get(page.pageId);
    const now = page[target];
    if (draft === undefined) {
      if (now !== null) deletedPages.push(page.pageId);
      continue;
    }
    const merged = withTold(draft, page, markdowns);
    if (now === null || !isDeepStrictEqual({ ...asMerged(now), createdAt: merged.createdAt, updatedAt: merged.updatedAt }, merged)) pages.set(page.pageId, merged);
  }
  return { pages: parentsFirst(pages), deletedPages };
}

function withTold(draft: PageDraft, { main, branch }: PageStates, markdowns: ReadonlyMap<string, string>): MergedPage {
  if (draft.untold.size === 0 || main === null || branch === null) return draft.page;
  const { body } = draft.page;
  const markdown = 'markdown' in body ? body.markdown : markdownOf(body.documentId, markdowns);
  return { ...draft.page, body: { markdown: withToldConflicts(draft, main, branch, markdown) } };
}

function parentsFirst(pages: ReadonlyMap<string, MergedPage>): MergedPage[] {
  const ordered = new Set<MergedPage>();
  for (const start of pages.values()) {
    const way: MergedPage[] = [];
    for (let page: MergedPage | undefined = start; page !== undefined && !ordered.has(page); page = page.parentId === null ? undefined : pages.get(page.parentId)) way.push(page);
    for (const page of way.reverse()) ordered.add(page);
  }
  return [...ordered];
}
