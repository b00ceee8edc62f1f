import type { Page, PageFields } from '../page.js';
import type { FileState } from './merge-input.js';

/**
 * What brings a line to the merged content, and where the sides contradict each other. With conflicts, the
 * changes hold everything that fits, and the branch's state of what doesn't.
 */
export interface MergeOutcome {
  readonly changes: MergedChanges;
  /** Empty: the merge is clean. */
  readonly conflicts: readonly Conflict[];
}

/** Only what differs from the line as it is. To be written at once, under the lock of the line as it was read. */
export interface MergedChanges {
  /** Pages as they are to stand, new or replaced, with exactly this place and slug. Parents come before their children. */
  readonly pages: readonly MergedPage[];
  /** Pages to delete, each by itself: what is below them is named too, or has moved away. */
  readonly deletedPages: readonly string[];
  /** Files as they are to stand, new or replaced. */
  readonly files: readonly FileState[];
  readonly deletedFiles: readonly string[];
  /** Variables of the space, all of them; null: as they are. */
  readonly variables: Readonly<Record<string, string>> | null;
  /** Origins of imported websites, all of them; null: as they are. */
  readonly origins: readonly string[] | null;
}

/** Its times are those of a state that it came from. */
export type MergedPage = Omit<Page, 'documentId'> & { readonly body: MergedBody };

/** A document that the space has already, none, or a new one. */
export type MergedBody = { readonly documentId: string | null } | { readonly markdown: string };

export type Conflict =
  | { readonly kind: 'page'; readonly pageId: string; readonly title: string; readonly field: PageConflictField }
  | { readonly kind: 'file'; readonly fileId: string; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string };

/** `page`: changed on one side, deleted on the other. `parent` and `position`: moved to two places, or to one that isn't there. */
export type PageConflictField = keyof PageFields | 'slug' | 'markdown' | 'parent' | 'position' | 'page';
