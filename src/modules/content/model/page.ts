export const PAGE_TYPES = ['document', 'group', 'link', 'computed'] as const;
export type PageType = (typeof PAGE_TYPES)[number];

export interface PageLayout {
  width?: 'default' | 'wide';
  cover?: boolean;
  coverSize?: 'hero' | 'full';
  title?: boolean;
  description?: boolean;
  tableOfContents?: boolean;
  outline?: boolean;
  pagination?: boolean;
}

export type CoverReference = { kind: 'file'; file: string } | { kind: 'url'; url: string };

export interface PageCover {
  ref: CoverReference;
  refDark?: CoverReference;
  yPos: number;
}

/** What a page is computed from. */
export interface PageComputed {
  /** `builtin:openapi` is known here; others stay as they are. */
  type: string;
  props: Readonly<Record<string, string | boolean>>;
  dependencies?: { spec?: { ref: { kind: 'openapi'; spec: string } } };
}

/** What a writer chooses of a page; the rest follows from where it stands. */
export interface PageFields {
  type: PageType;
  title: string;
  description: string | null;
  emoji: string | null;
  icon: string | null;
  hidden: boolean;
  noIndex: boolean;
  noRobotsIndex: boolean;
  layout: PageLayout | null;
  cover: PageCover | null;
  /** Variables of the page (`page.vars.*`). */
  variables: Record<string, string> | null;
  /** Where a page of type `link` leads: an address, or `/pages/{id}` with an optional fragment. */
  target: string | null;
  /** What a page of type `computed` is computed from; null for others. */
  computed: PageComputed | null;
  /** Path in the folder or repository that it came from. */
  gitPath: string | null;
  gitOid: string | null;
}

/** Fields of a page of which nothing is told but its title. */
export const PLAIN_FIELDS: Omit<PageFields, 'title'> = {
  type: 'document',
  description: null,
  emoji: null,
  icon: null,
  hidden: false,
  noIndex: false,
  noRobotsIndex: false,
  layout: null,
  cover: null,
  variables: null,
  target: null,
  computed: null,
  gitPath: null,
  gitOid: null,
};

export type PageTarget = { kind: 'url'; url: string } | { kind: 'page'; page: string } | { kind: 'anchor'; page: string; anchor: string };

/** What a page's `target` refers to. */
export function pageTarget(target: string): PageTarget {
  const [, page, anchor] = /^\/pages\/([0-9A-Za-z]+)(?:#(.*))?$/.exec(target) ?? [];
  if (page === undefined) return { kind: 'url', url: target };
  return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor };
}

/** A page as it stands in one revision. Times are its own, not the revision's. */
export interface Page extends PageFields {
  pageId: string;
  parentId: string | null;
  /** Fractional index among its siblings. */
  position: string;
  slug: string;
  documentId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface PageNode extends Page {
  /** Of a page that was computed: where its body is, and what it is computed anew from. */
  generated?: { readonly versionId: string; readonly key: string };
  /** The slugs on the way to it. */
  path: string;
  pages: PageNode[];
}

/**
 * The tree of pages in order. `pages` need not be sorted; a page whose parent isn't among them is a root
 * below `rootPath`.
 */
export function pageTree(pages: readonly Page[], rootPath = ''): PageNode[] {
  const nodes = new Map<string, PageNode>(pages.map((page) => [page.pageId, { ...page, path: '', pages: [] }]));
  const roots: PageNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    (parent?.pages ?? roots).push(node);
  }
  // A loop rather than recursion: trees may be as deep as they like.
  const levels: { siblings: PageNode[]; path: string }[] = [{ siblings: roots, path: rootPath }];
  for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
    level.siblings.sort(byPosition);
    for (const node of level.siblings) {
      node.path = level.path === '' ? node.slug : `${level.path}/${node.slug}`;
      if (node.pages.length > 0) levels.push({ siblings: node.pages, path: node.path });
    }
  }
  return roots;
}

function byPosition(one: Page, other: Page): number {
  if (one.position !== other.position) return one.position < other.position ? -1 : 1;
  return one.pageId < other.pageId ? -1 : 1;
}

const LONGEST_TITLE = 255;

/** A title that content brings, which may have any length, as one that a page may have. */
export function cutTitle(title: string): string {
  return title.length <= LONGEST_TITLE ? title : [...title].slice(0, LONGEST_TITLE).join('').trimEnd();
}
