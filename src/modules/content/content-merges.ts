import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { hasConflictMarkers } from './model/merge/conflict-markers.js';
import { MarkdownThread } from './markdown-thread.js';
import type { MergeInput, Side, SideChanges } from './model/merge/merge-input.js';
import type { Conflict, MergeOutcome } from './model/merge/merge-outcome.js';
import type { Branch, BranchHead } from './store/content-changes.js';
import { LineChanges, type MainRevision } from './store/line-changes.js';
import { pastState } from './store/line-state.js';
import { withDescendants } from './store/page-rows.js';
import { findMarkdowns } from './store/document-body.js';
import { findSurroundings } from './store/merge-surroundings.js';
import { storedPages, versionsOverMain } from './store/merge-versions.js';
import { mainFacts } from './store/revision-facts.js';
import { type Revision, RevisionWriter } from './store/revision-writer.js';

/** Nothing was written when there are conflicts on merging. */
export interface Merged {
  result: 'merge' | 'conflicts';
  /** Head of the main content after it. */
  revision: Revision;
  conflicts: readonly Conflict[];
}

export interface Updated {
  result: 'update' | 'conflicts';
  /** Head of the branch after it. */
  revision: Revision;
  conflicts: readonly Conflict[];
}

/** A state of the main content to take in. */
export interface MainHead {
  revisionId: string;
  number: number;
}

/** Brings a line that lies over the main content and the main content together. It costs what both changed since they parted. */
@Injectable()
export class ContentMerges {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly changes: LineChanges,
    private readonly writer: RevisionWriter,
    private readonly markdown: MarkdownThread,
  ) {}

  /**
   * Writes what the branch changed into the main content, in one revision; none when it changed nothing. Within a transaction.
   * @param head of the branch, under its lock
   */
  async merge(branch: Branch, head: BranchHead, main: Branch, createdBy: string | null): Promise<Merged> {
    const draft = await this.writer.open(main);
    const { revisionId: mainRevision, number: mainNumber } = draft.head;
    const input = await this.findInput(branch, head, { number: mainNumber, facts: draft.before }, 'main');
    const { mergeContent } = await import('./model/merge/merge-content.js');
    const { conflicts, changes } = mergeContent('main', input);
    if (conflicts.length > 0 || (await this.hasMarkers(input.branch))) {
      return { result: 'conflicts', revision: { revisionId: mainRevision ?? '', number: mainNumber }, conflicts };
    }
    const merged = await storedPages(this.markdown, changes.pages, this.clock.now());
    draft.facts = { variables: changes.variables ?? draft.before.variables, origins: changes.origins ?? draft.before.origins };
    const { deletedPages, files, deletedFiles } = changes;
    const inheritFrom = stateOf(branch, head);
    await this.writer.write(draft, { ...merged, deletedPages, files, deletedFiles, inheritFrom });
    const revision = await this.writer.close(draft, { createdBy, type: 'merge', otherParents: [head.revisionId ?? ''] });
    return { result: 'merge', revision, conflicts };
  }

  /**
   * Lets the branch lie over this state of the main content, and merges what both changed. What contradicts
   * stays as the branch has it, marked on its page. Within a transaction.
   * @param head of the branch, under its lock
   */
  async update(branch: Branch, head: BranchHead, main: MainHead, createdBy: string | null): Promise<Updated> {
    if (head.baseNumber === main.number) return { result: 'update', revision: { revisionId: head.revisionId ?? '', number: head.number }, conflicts: [] };
    const facts = await mainFacts(this.db, branch.spaceId, main.number);
    const input = await this.findInput(branch, head, { number: main.number, facts }, 'branch');
    const { mergeContent } = await import('./model/merge/merge-content.js');
    const outcome: MergeOutcome = mergeContent('branch', input);
    const merged = await storedPages(this.markdown, outcome.changes.pages, this.clock.now());
    const draft = await this.writer.open(branch, main.number);
    draft.facts = { variables: outcome.changes.variables ?? draft.before.variables, origins: outcome.changes.origins ?? draft.before.origins };
    await this.writer.write(draft, { ...versionsOverMain(input, outcome.changes, merged), inheritFrom: pastState(branch.spaceId, main.number, main.revisionId) });
    const below = await withDescendants(this.db, draft.state, movedPages(input));
    await this.writer.heal(draft, { pages: [...shownPages(input), ...below], files: shownFiles(input), deleted: deletedFromMain(input) });
    const revision = await this.writer.close(draft, { createdBy, type: 'update', otherParents: [main.revisionId] });
    return { result: outcome.conflicts.length > 0 ? 'conflicts' : 'update', revision, conflicts: outcome.conflicts };
  }

  private async findInput(branch: Branch, head: BranchHead, revision: MainRevision, target: Side): Promise<MergeInput> {
    const { spaceId } = branch;
    const base = head.baseNumber ?? revision.number;
    const [own, baseFacts] = await Promise.all([this.changes.overMain(stateOf(branch, head), base), base === revision.number ? revision.facts : mainFacts(this.db, spaceId, base)]);
    // The branch takes in all that the main content has changed; for the main content that is what it is.
    const main = target === 'branch' ? await this.changes.ofMain(spaceId, base, revision) : await this.changes.ofMainFor(own, spaceId, base, revision);
    const surroundings = await findSurroundings(this.db, pastState(spaceId, revision.number, ''), main, own);
    return { baseVariables: baseFacts.variables, main, branch: own, surroundings };
  }

  /** Whether a contradiction that an earlier update marked still stands. */
  private async hasMarkers({ pages }: SideChanges): Promise<boolean> {
    const changed = pages.filter(({ before, after }) => after !== null && after.documentId !== null && after.documentId !== before?.documentId);
    const markdowns = await findMarkdowns(this.db, changed.flatMap(({ before, after }) => [before?.documentId ?? [], after?.documentId ?? []].flat()));
    return changed.some(({ before, after }) => hasConflictMarkers(markdowns.get(after?.documentId ?? '') ?? '', markdowns.get(before?.documentId ?? '') ?? null));
  }
}

function stateOf({ spaceId, line }: Branch, { number, baseNumber, revisionId }: BranchHead): { spaceId: string; line: string; over: { number: number; base: number; revisionId: string } } {
  return { spaceId, line, over: { number, base: baseNumber ?? 0, revisionId: revisionId ?? '' } };
}

/** Pages that either side brought: links that waited for them may find them now. */
function shownPages({ main, branch }: MergeInput): string[] {
  return [...main.pages, ...branch.pages].flatMap(({ pageId, after }) => (after === null ? [] : [pageId]));
}

/** Pages that the main content has elsewhere now: what is below them is elsewhere, too. */
function movedPages({ main }: MergeInput): string[] {
  return main.pages.flatMap(({ pageId, before, after }) => (before !== null && after !== null && (before.parentId !== after.parentId || before.slug !== after.slug) ? [pageId] : []));
}

/** Pages and files that don't show through any more. */
function deletedFromMain({ main }: MergeInput): string[] {
  return [...main.pages.flatMap(({ pageId, after }) => (after === null ? [pageId] : [])), ...main.files.flatMap(({ before, after }) => (after === null && before !== null ? [before.fileId] : []))];
}

function shownFiles({ main, branch }: MergeInput): { fileId: string; gitPath: string | null }[] {
  return [...main.files, ...branch.files].flatMap(({ after }) => after ?? []);
}
