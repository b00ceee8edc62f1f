import { posix } from 'node:path';
import type { ImportedPage } from './imported-content.js';
import { titleOfPath } from './markdown-title.js';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Order of names as people count: `2-b` before `10-a`. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

export interface FolderTreeOptions {
  /** Name by which a document and the folder of its children are recognized as one; default: the name without ending. */
  stem?: (name: string) => string;
}

interface FolderNode {
  path: string;
  page?: ImportedPage;
  folders: Map<string, FolderNode>;
  documents: [string, ImportedPage][];
}

/**
 * Folders as a tree of pages, in natural order by name. The page of a folder is its README or index,
 * else the document beside it that has its name, else one without a document (at the root: a group).
 */
export function buildFolderTree(pages: ReadonlyMap<string, ImportedPage>, options: FolderTreeOptions = {}): ImportedPage[] {
  const root: FolderNode = { path: '', folders: new Map(), documents: [] };
  for (const [path, page] of pages) {
    const node = folderAt(root, posix.dirname(path));
    const isOwn = /^(?:readme|index)\.[a-z]+$/i.test(posix.basename(path));
    if (isOwn && (node.page === undefined || isReadme(path))) {
      if (node.page?.path !== undefined) node.documents.push([node.page.path, node.page]);
      node.page = page;
    } else {
      node.documents.push([path, page]);
    }
  }
  const stem = options.stem ?? ((name: string): string => name);
  return [...(root.page === undefined ? [] : [root.page]), ...childrenOf(root, stem, true)];
}

function isReadme(path: string): boolean {
  return /^readme\.[a-z]+$/i.test(posix.basename(path));
}

function folderAt(root: FolderNode, path: string): FolderNode {
  let node = root;
  if (path === '.') return node;
  for (const name of path.split('/')) {
    let next = node.folders.get(name);
    if (next === undefined) {
      next = { path: posix.join(node.path, name), folders: new Map(), documents: [] };
      node.folders.set(name, next);
    }
    node = next;
  }
  return node;
}

function childrenOf(node: FolderNode, stem: (name: string) => string, atRoot = false): ImportedPage[] {
  const named = node.documents.map(([path, page]) => ({ name: posix.parse(path).name, page }));
  const byStem = new Map(named.map((each) => [stem(each.name), each.page]));
  for (const [name, folder] of node.folders) {
    const children = childrenOf(folder, stem);
    const beside = byStem.get(stem(name));
    if (beside !== undefined) {
      beside.pages.push(...(folder.page === undefined ? [] : [folder.page]), ...children);
    } else {
      const page = folder.page ?? folderPage(folder.path, stem(name), atRoot);
      page.pages.push(...children);
      named.push({ name, page });
    }
  }
  return named.sort((one, other) => compareNames(one.name, other.name)).map(({ page }) => page);
}

function folderPage(path: string, name: string, atRoot: boolean): ImportedPage {
  return { type: atRoot ? 'group' : 'document', title: titleOfPath(posix.join(posix.dirname(path), name)), pages: [] };
}
