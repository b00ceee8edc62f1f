import { decodePercent } from './folder-path.js';
import type { ImportedPage } from './imported-content.js';
import { titleOfPath } from './markdown-title.js';
import type { NavigationNode } from './site-navigation.js';

export interface SitePage {
  /** Canonical address. */
  key: string;
  page: ImportedPage;
}

/**
 * The tree of a website's pages, given in order with the start page first. What the navigation lists is
 * placed as it says; every other page goes below the page, or else the part of the address, that its own
 * address continues.
 */
export function buildSiteTree(pages: readonly SitePage[], navigation: readonly NavigationNode[] | undefined): ImportedPage[] {
  const tree = new SiteTree(pages);
  if (navigation !== undefined) tree.placeNavigation(navigation);
  tree.placeStart();
  tree.placeByAddress(navigation === undefined);
  return tree.root;
}

/** A tree that is being built of pages, each of which stands in it once. */
export class SiteTree {
  readonly root: ImportedPage[] = [];
  readonly placed = new Set<ImportedPage>();
  private readonly byKey: ReadonlyMap<string, ImportedPage>;

  constructor(private readonly pages: readonly SitePage[]) {
    this.byKey = new Map(pages.map(({ key, page }) => [key, page]));
  }

  placeNavigation(nodes: readonly NavigationNode[]): void {
    let siblings = this.root;
    for (const node of nodes) {
      if (node.isPart === true) {
        const group: ImportedPage = { type: 'group', title: node.title, pages: [] };
        this.root.push(group);
        siblings = group.pages;
        continue;
      }
      if (node.isOutside === true) siblings = this.root;
      this.place(node, siblings, siblings === this.root);
    }
    const filled = this.root.filter((page) => page.type !== 'group' || page.pages.length > 0);
    this.root.splice(0, this.root.length, ...filled);
  }

  placeStart(): void {
    const [start] = this.pages;
    if (start === undefined || this.placed.has(start.page)) return;
    this.placed.add(start.page);
    this.root.unshift(start.page);
  }

  private place(node: NavigationNode, siblings: ImportedPage[], isRoot: boolean): void {
    const page = node.key === undefined ? undefined : this.byKey.get(node.key);
    if (page !== undefined && !this.placed.has(page)) {
      this.placed.add(page);
      siblings.push(page);
    }
    const children = page?.pages ?? [];
    for (const child of node.nodes) if (child.isPart !== true) this.place(child, children, false);
    if (page !== undefined || children.length === 0) return;
    // A heading in the navigation, or a link that leads to no page, above pages.
    siblings.push({ type: isRoot ? 'group' : 'document', title: node.title, pages: children });
  }

  placeByAddress(makeFolders: boolean): void {
    const paths = new Map(this.pages.map(({ key, page }) => [page, segmentsOf(key)]));
    const base = commonFolder([...paths.values()]);
    const bySegments = new Map<string, ImportedPage>();
    for (const [page, segments] of paths) {
      const name = segments.join('/');
      // The page at the common top stands beside the others, and of several with one path the first is the parent.
      if (segments.length > base && !bySegments.has(name)) bySegments.set(name, page);
    }
    for (const { page } of this.pages) {
      if (this.placed.has(page)) continue;
      this.placed.add(page);
      this.siblingsOf(page, paths.get(page) ?? [], base, bySegments, makeFolders).push(page);
    }
  }

  private siblingsOf(page: ImportedPage, segments: readonly string[], base: number, bySegments: Map<string, ImportedPage>, makeFolders: boolean): ImportedPage[] {
    let siblings = this.root;
    for (let length = base + 1; length < segments.length; length++) {
      const name = segments.slice(0, length).join('/');
      let parent = bySegments.get(name);
      if (parent === page) continue;
      if (parent === undefined && makeFolders) {
        parent = { type: siblings === this.root ? 'group' : 'document', title: titleOfPath(segments[length - 1] ?? name), pages: [] };
        bySegments.set(name, parent);
        siblings.push(parent);
      }
      if (parent !== undefined) siblings = parent.pages;
    }
    return siblings;
  }
}

/** Segments of the path, without the ending of a document's name; a query tells pages of one path apart. */
function segmentsOf(key: string): string[] {
  const url = new URL(key);
  const segments = url.pathname.split('/').filter((segment) => segment !== '').map(decodePercent);
  const last = segments.pop();
  if (last !== undefined) segments.push(last.replace(/\.(?:x?html?|php|aspx?|jsp)$/i, '') + url.search);
  return segments;
}

/** How many segments all pages have in common, their own last ones not counted. */
function commonFolder(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths;
  let length = Math.max(0, ...paths.map((path) => path.length - 1));
  for (const path of paths) {
    let same = 0;
    while (same < length && same < Math.max(path.length, 0) && path[same] === first[same]) same++;
    length = same;
  }
  return length;
}
