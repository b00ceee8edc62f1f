import type { Head } from '../../spaces/space-head.js';
import type { PageFields } from '../model/page.js';

/** The newest revision of a line, and what it lies over. */
export interface BranchHead extends Head {
  /** Number of the main content's revision below; null for the main content itself. */
  baseNumber: number | null;
}

/** Who moves a head, and when. */
export interface Movement {
  at: Date;
  /** Null for the operator. */
  by: string | null;
}

/**
 * A line of content with the pointer to its newest revision. A space's main content is one; whatever
 * else has content of its own brings its own pointer.
 */
export interface Branch {
  readonly spaceId: string;
  readonly line: string;
  /** Within a transaction: nobody else writes to the line before it ends. */
  lock(): Promise<BranchHead>;
  /** @throws ConflictError when the head is no longer `from` */
  move(from: BranchHead, to: BranchHead, movement: Movement): Promise<void>;
}

/** What one revision changes. All of it happens, or nothing. */
export interface ContentChanges {
  /** Parents come before their children; siblings are put at the end of their parent, in this order. */
  newPages?: readonly NewPage[];
  pageUpdates?: readonly PageUpdate[];
  /** Pages to delete, each with everything below it. */
  deletedPages?: readonly string[];
  newFiles?: readonly NewFile[];
  /** Files that the line has already, under paths by which the new pages name them. */
  reusedFiles?: readonly FileAtPath[];
  /** Added to the variables of the space; one of the same name is replaced. */
  variables?: Readonly<Record<string, string>>;
  /** Added to the origins of imported websites. */
  origins?: readonly string[];
}

export interface NewPage {
  pageId: string;
  parentId: string | null;
  fields: PageFields;
  /** Wanted slug; made from the title when absent. Made unique among the siblings. */
  slug?: string;
  /** Index among its siblings; at the end unless given. */
  at?: number;
  /** Null: a page without a body. */
  markdown: string | null;
}

/** What is left out stays. */
export interface PageUpdate {
  pageId: string;
  fields?: Partial<PageFields>;
  slug?: string;
  /** Moves the page to this parent, to its end unless `at` says otherwise; null: the root. */
  parentId?: string | null;
  /** Index among its siblings. */
  at?: number;
  markdown?: string | null;
}

export interface FileAtPath {
  fileId: string;
  gitPath: string | null;
}

export interface NewFile extends FileAtPath {
  name: string;
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
  /** SHA-256 of the bytes, in hexadecimal; the bytes are in the object storage before the change is written. */
  hash: string;
  gitOid: string | null;
}
