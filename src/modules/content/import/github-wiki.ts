import { posix } from 'node:path';
import type { Root } from 'hast';
import type { Nodes } from 'mdast';
import { parseMarkdown } from '../model/markdown/syntax/parse-markdown.js';
import { addFiles } from './folder-content.js';
import { isMarkdownPath, readMarkdownPages } from './folder-documents.js';
import { encodePath, relativeAddress, resolveInFolder } from './folder-path.js';
import { compareNames } from './folder-tree.js';
import { readableContent } from './html-article.js';
import type { HtmlPage } from './html-page.js';
import { attribute, element, findElement, hasClass, rootOf, text, textContent } from './html-tree.js';
import type { ImportedContent, ImportedPage } from './imported-content.js';
import { refusal, type ImportRun } from './import-run.js';
import { rewriteMarkdownAddresses } from './markdown-addresses.js';
import { parseSummary } from './summary.js';
import { buildSummaryTree } from './summary-tree.js';
import type { VirtualFolder } from './virtual-folder.js';
import type { WebsiteOptions } from './website.js';

/** Pages of a published wiki: those below `/owner/repository/wiki`, but for histories and forms. */
export function wikiOptions(address: string): WebsiteOptions {
  const top = /^.*?\/wiki(?=\/|$)/.exec(new URL(address).pathname)?.[0];
  const isInScope = (url: URL): boolean =>
    (top === undefined || url.pathname === top || url.pathname.startsWith(`${top}/`)) && !/\/(?:_\w+|[0-9a-f]{40})(?:\/|$)/.test(url.pathname.slice(top?.length ?? 0));
  return { isInScope, contentOf: wikiContent };
}

/** The page's text below its title, which stands outside of it. */
function wikiContent(page: HtmlPage): Root {
  const title = findElement(page.root, (each) => each.tagName === 'h1' && hasClass(each, 'gh-header-title'));
  const body = findElement(page.root, (each) => attribute(each, 'id') === 'wiki-body');
  if (body === undefined) return readableContent(page);
  const content = rootOf(findElement(body, (each) => hasClass(each, 'markdown-body')) ?? body);
  const hasHeading = findElement(content, (each) => each.tagName === 'h1') !== undefined;
  if (title !== undefined && !hasHeading) content.children.unshift(element('h1', {}, text(textContent(title))));
  return content;
}

/** Pages that belong to the wiki's frame: `_Sidebar`, `_Footer`, `_Header`. */
const FRAME_PAGE = /^_(?:sidebar|footer|header)$/i;

/**
 * The Markdown of a wiki. All pages share one set of names, wherever they lie; links name them without ending,
 * or as `[[text|Page name]]`, and become relative paths. `_Sidebar` gives the order, `Home` is first.
 */
export async function readWikiFolder(folder: VirtualFolder, run: ImportRun): Promise<ImportedContent> {
  run.expect(folder.size);
  const pages = await readMarkdownPages(folder, run);
  const byName = new Map([...pages.keys()].map((path) => [wikiName(posix.parse(path).name), path]));
  const files = new Map(folder.paths().filter((path) => !isMarkdownPath(path)).map((path) => [path.toLowerCase(), path]));
  const targetOf = (from: string, name: string): string | undefined => {
    const relative = resolveInFolder(from, encodePath(name))?.path;
    if (relative !== undefined && folder.has(relative)) return relative;
    return byName.get(wikiName(posix.basename(name))) ?? files.get(name.replace(/^\/+/, '').toLowerCase());
  };
  for (const [path, page] of pages) {
    page.markdown = resolveLinks(resolveWikiLinks(page.markdown ?? '', path, targetOf), path, targetOf);
    page.title = page.title === '' ? path : wikiTitle(path, page.title);
  }
  await addFiles(folder, run, isMarkdownPath);
  const content = new Map([...pages].filter(([path]) => !FRAME_PAGE.test(posix.parse(path).name)));
  if (content.size === 0) throw refusal('the archive holds no Markdown page of a wiki');
  return run.content(treeOf(content, [...pages].find(([path]) => /^_sidebar$/i.test(posix.parse(path).name)), run));
}

/** GitHub compares names without case and takes `-` for a space. */
function wikiName(name: string): string {
  return name.normalize('NFC').toLowerCase().replace(/[\s_-]+/g, '-');
}

/** A wiki's title is the page's name; a heading is content. */
function wikiTitle(path: string, fallback: string): string {
  return posix.parse(path).name.replaceAll('-', ' ').trim() || fallback;
}

type TargetOf = (from: string, name: string) => string | undefined;

/** `[[Page]]`, `[[text|Page#place]]`, `[[picture.png]]`, outside of code. */
function resolveWikiLinks(markdown: string, path: string, targetOf: TargetOf): string {
  if (!markdown.includes('[[')) return markdown;
  const code = codeRanges(markdown);
  let range = 0;
  return markdown.replace(/\[\[([^[\]\n]+)\]\]/g, (written, inner: string, offset: number) => {
    while ((code[range]?.end ?? Infinity) <= offset) range++;
    if ((code[range]?.start ?? Infinity) <= offset) return written;
    const [label = '', named = label] = inner.split('|').map((part) => part.trim());
    const [, name = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(named) ?? [];
    const isPicture = /\.(?:png|jpe?g|gif|svg|webp)$/i.test(label);
    const target = targetOf(path, isPicture ? label : name);
    if (isPicture && target !== undefined) return `![${named === label ? '' : named.replace(/^alt=/, '')}](${relativeAddress(path, target)})`;
    const address = target === undefined ? encodePath(name.replace(/\s+/g, '-')) : relativeAddress(path, target);
    return `[${label}](${address}${encodePath(fragment.slice(1)) === '' ? '' : `#${wikiName(fragment.slice(1))}`})`;
  });
}

function codeRanges(markdown: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const open: Nodes[] = [parseMarkdown(markdown).root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if ((node.type === 'code' || node.type === 'inlineCode') && start !== undefined && end !== undefined) ranges.push({ start, end });
    if ('children' in node) open.push(...node.children);
  }
  return ranges.sort((one, other) => one.start - other.start);
}

/** Links to pages by name, and by the address at which the wiki was published. */
function resolveLinks(markdown: string, path: string, targetOf: TargetOf): string {
  return rewriteMarkdownAddresses(markdown, ({ address }) => {
    const published = /^https?:\/\/github\.com\/[^/]+\/[^/]+\/wiki(?:\/([^?#]*))?(#.*)?$/.exec(address);
    const relative = /^(?![a-z][a-z0-9+.-]*:|\/\/|#)([^?#]+)(#.*)?$/i.exec(address);
    const name = published === null ? relative?.[1] : published[1] || 'Home';
    if (name === undefined || (published === null && resolvesAsIs(path, name, targetOf))) return undefined;
    const target = targetOf(path, decode(name));
    return target === undefined ? undefined : relativeAddress(path, target) + ((published ?? relative)?.[2] ?? '');
  });
}

function resolvesAsIs(path: string, name: string, targetOf: TargetOf): boolean {
  const resolved = resolveInFolder(path, name)?.path;
  return resolved !== undefined && targetOf(path, decode(name)) === resolved;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function treeOf(pages: ReadonlyMap<string, ImportedPage>, sidebar: [string, ImportedPage] | undefined, run: ImportRun): ImportedPage[] {
  const home = [...pages.keys()].find((path) => /^home$/i.test(posix.parse(path).name));
  const rest = [...pages].sort(([one], [other]) => Number(other === home) - Number(one === home) || compareNames(one, other));
  if (sidebar === undefined) return rest.map(([, page]) => page);
  const [summary, { markdown = '' }] = sidebar;
  const titles = new Map([...pages].map(([path, { title }]) => [path, title]));
  const parts = parseSummary(markdown);
  const tree = buildSummaryTree({ parts, summary, readme: home, pages, hasFile: () => true, run });
  // A sidebar is no full list: what it leaves out is no less a page.
  for (const page of tree) if (page.hidden === true && page.path !== undefined && titles.get(page.path) === page.title) delete page.hidden;
  return tree;
}
