import type { Root } from 'hast';
import { decodeHtml } from './text-decoding.js';
import { copyDataImages, rewriteReferences } from './html-references.js';
import { HtmlError } from './html-tree.js';
import { headingOf, type HtmlPage, readHtmlPage } from './html-page.js';
import { readableContent } from './html-article.js';
import { isHtmlPath } from './folder-documents.js';
import { relativeAddress, resolveInFolder } from './folder-path.js';
import type { ImportedPage } from './imported-content.js';
import type { ImportRun } from './import-run.js';
import { titleOfPath } from './markdown-title.js';
import { titleWithoutSite } from './page-title.js';
import type { VirtualFolder } from './virtual-folder.js';

export interface HtmlFolderOptions {
  /** Takes the readable part of a document; default: wherever it is marked. */
  contentOf?: (page: HtmlPage) => Root;
  /** Title, when the source keeps it in a place of its own. */
  titleOf?: (page: HtmlPage) => string | undefined;
  /** The page's emoji, where the source keeps one. */
  emojiOf?: (page: HtmlPage) => string | undefined;
  /** Documents that are no pages though they are HTML. */
  isSkipped?: (path: string) => boolean;
}

export interface HtmlFolder {
  /** Pages by path, in the folder's order. */
  pages: Map<string, ImportedPage>;
  /** All paths that were read as documents: pages, redirect pages and those that failed. */
  read: Set<string>;
}

/**
 * The pages of all HTML documents in a folder, converted to Markdown under the paths that they have, so that
 * links keep their meaning. Documents that only redirect are no pages: links to them lead on to their target.
 */
export async function readHtmlPages(folder: VirtualFolder, run: ImportRun, options: HtmlFolderOptions = {}): Promise<HtmlFolder> {
  const read = new Set<string>();
  const redirects = new Map<string, string>();
  const documents: string[] = [];
  for (const [path, bytes] of folder.entries()) {
    if (!isHtmlPath(path) || path.startsWith('.gitbook/')) continue;
    read.add(path);
    if (options.isSkipped?.(path) === true) continue;
    const page = readPage(path, bytes, run);
    const target = page?.refresh === undefined ? undefined : resolveInFolder(path, page.refresh)?.path;
    if (target !== undefined && target !== path) redirects.set(path, target);
    else if (page !== undefined) documents.push(path);
    await run.pause();
  }
  const pages = new Map<string, ImportedPage>();
  for (const path of documents) {
    run.countPage();
    const page = readPage(path, folder.get(path) ?? Buffer.alloc(0), run);
    if (page !== undefined) pages.set(path, await convert(path, page, redirects, run, options));
    run.finish(path);
    await run.pause();
  }
  return { pages, read };
}

function readPage(path: string, bytes: Buffer, run: ImportRun): HtmlPage | undefined {
  try {
    return readHtmlPage(decodeHtml(bytes));
  } catch (error) {
    if (!(error instanceof HtmlError)) throw error;
    run.fail(path, error.message);
    return undefined;
  }
}

async function convert(path: string, page: HtmlPage, redirects: ReadonlyMap<string, string>, run: ImportRun, options: HtmlFolderOptions): Promise<ImportedPage> {
  const told = options.titleOf?.(page);
  const emoji = options.emojiOf?.(page);
  const content = (options.contentOf ?? readableContent)(page);
  rewriteReferences(content, ({ address }) => {
    const target = resolveInFolder(path, address);
    if (target === undefined || address.startsWith('#')) return undefined;
    const final = finalTarget(target.path, redirects);
    return final === target.path ? undefined : relativeAddress(path, final) + target.fragment;
  });
  await copyDataImages(content, path, run);
  const title = told ?? headingOf(content) ?? page.ogTitle ?? titleWithoutSite(page.title, page.siteName) ?? titleOfPath(path);
  return { type: 'document', title, path, markdown: await run.markdownOf(content), ...(emoji === undefined ? {} : { emoji }), ...(page.description === undefined ? {} : { description: page.description }), pages: [] };
}

function finalTarget(path: string, redirects: ReadonlyMap<string, string>): string {
  const seen = new Set<string>();
  let target = path;
  for (let next = redirects.get(target); next !== undefined && !seen.has(target); next = redirects.get(target)) {
    seen.add(target);
    target = next;
  }
  return target;
}

