import { posix } from 'node:path';
import { isMarkdownPath } from '../import/folder-documents.js';
import { cleanPath, decodePercent, encodePart, encodePath, FreePaths, relativeAddress } from '../import/folder-path.js';
import { isIgnoredPath, isSettingsPath } from '../import/virtual-folder.js';
import { type PageNode, pageTarget } from '../model/page.js';
import type { StoredFile } from '../store/file-rows.js';
import { portablePath } from './portable-path.js';
import { type SummaryLine, summaryText } from './summary-text.js';

const SUMMARY = 'SUMMARY.md';
const ASSETS = '.gitbook/assets';
/** `/pages/<id>` and `/files/<id>`, by which pages and files are known while they are here. */
const BY_ID = /^\/(pages|files)\/([0-9A-Za-z]{1,64})\/?(?:\?[^#]*)?(?:#(.*))?$/s;
const IS_ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

export interface ExportedFolder {
  /** Its table of contents. */
  readonly summary: { readonly path: string; readonly text: string };
  /** Pages with a body, and files, each at a path of its own. */
  readonly pages: readonly { readonly path: string; readonly page: PageNode }[];
  readonly files: readonly { readonly path: string; readonly file: StoredFile }[];
  /** What an address by an id on the page at a path becomes; undefined for all other addresses. */
  readonly addressFrom: (path: string, address: string) => string | undefined;
}

/**
 * Content as a folder of Markdown. What came from a folder keeps its path in it, so that relative links stay right;
 * everything else takes the path of its slugs.
 * @param address of a page, for links to pages that the folder has no document of, or that the table of contents can't lead to
 */
export function exportedFolder(tree: readonly PageNode[], files: readonly StoredFile[], address: (path: string, anchor?: string) => string): ExportedFolder {
  const paths = new ArchivePaths();
  const pages = inOrder(tree);
  const byId = new Map(pages.map((page) => [page.pageId, page]));
  const withBody = pages.filter(({ type, documentId }) => type === 'document' && documentId !== null);
  // Paths that are given come before those that are made, whatever the order.
  paths.giveOnce(SUMMARY);
  const givenPages = new Map(withBody.filter(({ gitPath }) => gitPath !== null && isPagePath(gitPath) && paths.giveOnce(gitPath)).map(({ pageId, gitPath }) => [pageId, gitPath]));
  const givenFiles = new Map(files.filter(({ gitPath }) => gitPath !== null && isFilePath(gitPath) && paths.giveOnce(gitPath)).map(({ fileId, gitPath }) => [fileId, gitPath]));
  const placed = new Map(withBody.map((page) => [page.pageId, givenPages.get(page.pageId) ?? paths.make(pagePath(page))]));
  const exportedFiles = files.map((file) => ({ path: givenFiles.get(file.fileId) ?? paths.make(filePath(file)), file }));
  const placedFiles = new Map(exportedFiles.map(({ path, file }) => [file.fileId, path]));
  const listed = new Set<string>();

  const line = (page: PageNode, isRoot: boolean): SummaryLine => {
    const at = addressOf(page);
    listed.add(page.pageId);
    return { title: page.title, ...(at === undefined ? {} : { address: at }), isPart: isRoot && page.type === 'group', entries: page.pages.map((child) => line(child, false)) };
  };
  const addressOf = ({ pageId, target }: PageNode): string | undefined => {
    const path = placed.get(pageId);
    if (path !== undefined) return encodePath(path);
    if (target === null) return undefined;
    const to = pageTarget(target);
    if (to.kind === 'url') return IS_ABSOLUTE.test(to.url) ? to.url : (addressFrom(SUMMARY, to.url) ?? encodePath(to.url));
    const page = byId.get(to.page);
    const anchor = to.kind === 'anchor' ? to.anchor : undefined;
    const known = listed.has(to.page) ? placed.get(to.page) : undefined;
    // The first entry that leads to a page is the page itself.
    return known === undefined ? page && address(page.path, anchor) : encodePath(known) + (anchor === undefined ? '' : `#${anchor}`);
  };

  const addressFrom = (from: string, written: string): string | undefined => {
    const [, kind, id = '', fragment] = BY_ID.exec(written.trim()) ?? [];
    const anchor = fragment === undefined ? undefined : decodePercent(fragment);
    const path = (kind === 'files' ? placedFiles : placed).get(id);
    if (path !== undefined) return relativeAddress(from, path) + (anchor === undefined ? '' : `#${encodePart(anchor)}`);
    const page = kind === 'pages' ? byId.get(id) : undefined;
    return page && address(page.path, anchor).replace(/[()']/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  };

  const summary = summaryText(tree.map((page) => line(page, true)));
  return {
    summary: { path: SUMMARY, text: summary },
    pages: withBody.map((page) => ({ path: placed.get(page.pageId) ?? '', page })),
    files: exportedFiles,
    addressFrom,
  };
}

function inOrder(pages: readonly PageNode[]): PageNode[] {
  return pages.flatMap((page) => [page, ...inOrder(page.pages)]);
}

/** Paths in the archive. */
class ArchivePaths {
  private readonly given = new Set<string>();
  /** Windows and macOS know no case. */
  private readonly free = new FreePaths((path) => path.toLowerCase());

  /** Takes a path as it is, unless another one has it. */
  giveOnce(path: string): boolean {
    if (this.given.has(path)) return false;
    this.given.add(path);
    this.free.keep(path);
    return true;
  }

  make(path: string): string {
    return this.free.take(path);
  }
}

function pagePath({ gitPath, path, pageId }: PageNode): string {
  const candidates = [gitPath ?? '', portablePath(`${path}.md`)];
  return candidates.find(isPagePath) ?? `${pageId}.md`;
}

function isPagePath(path: string): boolean {
  return isMarkdownPath(path) && isFree(path);
}

function filePath({ gitPath, name, fileId }: StoredFile): string {
  const made = `${ASSETS}/${portablePath(posix.basename(name))}`;
  return [gitPath ?? '', made, `${made}.txt`].find(isFilePath) ?? `${ASSETS}/${fileId}`;
}

/** A document among the files would be read as a page. */
function isFilePath(path: string): boolean {
  return !isMarkdownPath(path) && isFree(path);
}

/** Whether a folder can have something at the path that an import then takes as content. */
function isFree(path: string): boolean {
  return path !== '' && cleanPath(path) === path && !isIgnoredPath(path) && !isSettingsPath(path);
}
