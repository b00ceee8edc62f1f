import type { Page } from '../page.js';

/** The two lines of content that come together: a space's main content, and a branch that began at one of its revisions. */
export type Side = 'main' | 'branch';

/**
 * What a line changed since the base: the last revision that both sides have in common, which for a
 * branch is the newest one of the main content that it has taken in.
 */
export interface SideChanges {
  /** Each changed page once; one that is as it was may be left out. Pages below a deleted page are deleted each. */
  readonly pages: readonly PageChange[];
  readonly files: readonly FileChange[];
  /** Variables of the space, all of them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Origins of imported websites, all of them. */
  readonly origins: readonly string[];
}

export interface PageChange {
  readonly pageId: string;
  /** In the base; null: not there. */
  readonly before: Page | null;
  /** On the side now; null: deleted. */
  readonly after: Page | null;
}

export interface FileChange {
  readonly fileId: string;
  readonly before: FileState | null;
  readonly after: FileState | null;
}

/** A file as it stands in one revision. */
export interface FileState {
  readonly fileId: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly hash: string;
  readonly gitPath: string | null;
  readonly gitOid: string | null;
  readonly createdAt: Date;
}

export interface MergeInput {
  /** Of the space, in the base. */
  readonly baseVariables: Readonly<Record<string, string>>;
  readonly main: SideChanges;
  readonly branch: SideChanges;
  readonly surroundings: Surroundings;
}

/** What else a merge looks at: `neededSurroundings` tells what of it must be there. More does no harm. */
export interface Surroundings {
  /** Markdown of documents, by document id. */
  readonly markdowns: ReadonlyMap<string, string>;
  /** Pages that neither side changed. */
  readonly unchanged: readonly PagePlace[];
}

export type PagePlace = Pick<Page, 'pageId' | 'parentId' | 'slug' | 'position'>;

/** What a merge needs to be told about; empty lists, as a rule, so that a merge costs what it changes. */
export interface NeededSurroundings {
  /** Documents whose Markdown has to be merged. */
  readonly documentIds: readonly string[];
  /** Pages that are needed with their ancestors up to the root, as the main content has them now; those that it doesn't have are left out. */
  readonly ancestorsOf: readonly string[];
  /** Places where pages of both sides meet. */
  readonly meetings: readonly Meeting[];
}

/**
 * Needed of the children that a parent (null: the root) has in the main content now: those whose slug is
 * `slug` or begins with it and a hyphen, the last one at or before `position` and the first one behind it
 * among those that neither side changed.
 */
export interface Meeting {
  readonly parentId: string | null;
  readonly slug: string;
  readonly position: string;
}
