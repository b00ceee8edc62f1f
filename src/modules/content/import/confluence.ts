import PostalMime from 'postal-mime';
import type { Root } from 'hast';
import { posix } from 'node:path';
import { readableContent } from './html-article.js';
import { readHtmlPages } from './html-folder.js';
import { headingOf, type HtmlPage, readHtmlPage } from './html-page.js';
import { copyDataImages, referencesOf, rewriteReferences } from './html-references.js';
import { attribute, byTag, elementsOf, findAll, findElement, HtmlError, parseHtml, rootOf, textContent } from './html-tree.js';
import { cleanPath, decodePercent, relativeAddress, resolveInFolder } from './folder-path.js';
import type { ImportedContent, ImportedPage } from './imported-content.js';
import { refusal, type ImportRun } from './import-run.js';
import { titleOfPath } from './markdown-title.js';
import { readNavigation } from './site-navigation.js';
import { SiteTree } from './site-tree.js';
import { decodeHtml } from './text-decoding.js';
import type { VirtualFolder } from './virtual-folder.js';

/** Whether an unpacked archive is the HTML export of a Confluence space. */
function isConfluenceExport(folder: VirtualFolder): boolean {
  return folder.has('index.html') && folder.paths().some((path) => /^[^/]+\.html$/.test(path) && path !== 'index.html');
}

/**
 * The HTML export of a Confluence space: `index.html` holds the tree of pages, each page its breadcrumbs,
 * and the list of its attachments their names, since their paths are made of ids.
 */
export async function readConfluenceExport(folder: VirtualFolder, run: ImportRun): Promise<ImportedContent> {
  if (!isConfluenceExport(folder)) throw refusal('the archive is no HTML export of a Confluence space: it has no index.html with pages beside it');
  run.expect(folder.size);
  const names = new Map<string, string>();
  const parents = new Map<string, string>();
  const referred = new Set<string>();
  const { pages } = await readHtmlPages(folder, run, {
    isSkipped: (path) => path === 'index.html' || path.startsWith('attachments/'),
    titleOf: spaceFreeTitle,
    contentOf: (page) => mainContent(page),
  });
  for (const path of pages.keys()) noteSurroundings(path, folder, names, parents, referred);
  for (const [path, content] of folder.entries()) {
    if (pages.has(path) || path === 'index.html' || !(path.startsWith('attachments/') || referred.has(path))) continue;
    await run.files.addAt(path, content, names.get(path));
    run.finish(path);
  }
  return run.content(treeOf(folder, pages, parents));
}

function mainContent(page: HtmlPage): Root {
  const main = findElement(page.root, (each) => attribute(each, 'id') === 'main-content');
  return main === undefined ? readableContent(page) : rootOf(main);
}

/** `Space : Page` → `Page` */
function spaceFreeTitle(page: HtmlPage): string | undefined {
  const heading = findElement(page.root, (each) => attribute(each, 'id') === 'title-text');
  const title = (heading === undefined ? undefined : textContent(heading)) ?? page.title;
  const parts = title?.split(/\s:\s/);
  return parts === undefined ? undefined : parts.length > 1 ? parts.slice(1).join(' : ') : title;
}

/** Names of attachments, the parent page of the breadcrumbs, and the files that the page shows. */
function noteSurroundings(path: string, folder: VirtualFolder, names: Map<string, string>, parents: Map<string, string>, referred: Set<string>): void {
  const root = parseHtml(decodeHtml(folder.get(path) ?? Buffer.alloc(0)));
  const crumbs = findElement(root, (each) => attribute(each, 'id') === 'breadcrumbs');
  const last = crumbs === undefined ? undefined : findAll(crumbs, byTag('a')).at(-1);
  const parent = last === undefined ? undefined : resolveInFolder(path, attribute(last, 'href') ?? '')?.path;
  if (parent !== undefined) parents.set(path, parent);
  const main = findElement(root, (each) => attribute(each, 'id') === 'main-content');
  for (const { address } of main === undefined ? [] : referencesOf(main)) {
    const target = resolveInFolder(path, address)?.path;
    if (target !== undefined) referred.add(target);
  }
  const inContent = new Set(main === undefined ? [] : elementsOf(main));
  for (const link of findAll(root, byTag('a'))) {
    const target = resolveInFolder(path, attribute(link, 'href') ?? '')?.path;
    const name = textContent(link);
    // Within the text a link may say anything; in the list of attachments it is the name.
    if (target?.startsWith('attachments/') === true && !inContent.has(link) && name !== '') names.set(target, name);
  }
}

function treeOf(folder: VirtualFolder, pages: ReadonlyMap<string, ImportedPage>, parents: ReadonlyMap<string, string>): ImportedPage[] {
  const tree = new SiteTree([...pages].map(([key, page]) => ({ key, page })));
  const index = parseHtml(decodeHtml(folder.get('index.html') ?? Buffer.alloc(0)));
  const keyOf = (address: string): string | undefined => {
    const path = resolveInFolder('index.html', address)?.path;
    return path !== undefined && pages.has(path) ? path : undefined;
  };
  for (const list of [...elementsOf(index, (each) => each.tagName !== 'ul')].filter(byTag('ul'))) tree.placeNavigation(readNavigation({ type: 'root', children: [list] }, keyOf));
  for (const [path, page] of pages) {
    if (tree.placed.has(page)) continue;
    tree.placed.add(page);
    const parent = pages.get(parents.get(path) ?? '');
    (parent === undefined || parent === page || isBelow(page, parent) ? tree.root : parent.pages).push(page);
  }
  return tree.root;
}

/** Whether a page is somewhere below another: breadcrumbs that contradict each other must not make a circle. */
function isBelow(top: ImportedPage, page: ImportedPage): boolean {
  const open = [...top.pages];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === page) return true;
    open.push(...next.pages);
  }
  return false;
}

/** One page, exported "to Word": a MIME message of HTML and its pictures. */
export async function readMimeDocument(bytes: Buffer, name: string, run: ImportRun): Promise<ImportedContent> {
  const message = await PostalMime.parse(withContentIds(bytes)).catch((error: unknown) => {
    throw refusal(`the document is damaged: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (message.html === undefined) throw refusal('the document holds no HTML page');
  run.countPage();
  const page = parsePage(message.html);
  const content = readableContent(page);
  const title = headingOf(content) ?? page.title ?? message.subject ?? titleOfPath(name);
  const path = cleanPath(`${title.replaceAll('/', '-')}.md`) ?? 'page.md';
  const pictures = new Map(
    message.attachments.map(({ contentId, content: data, mimeType }) => [lastSegment(contentId ?? ''), { data: Buffer.from(typeof data === 'string' ? data : new Uint8Array(data)), mimeType }]),
  );
  const copies = new Map<string, string>();
  for (const { address, kind } of [...referencesOf(content)]) {
    const picture = kind === 'image' ? pictures.get(lastSegment(address)) : undefined;
    if (picture === undefined) continue;
    run.countBytes(picture.data.length);
    copies.set(address, relativeAddress(path, await run.files.addByContent(`images/${lastSegment(address)}`, picture.data, picture.mimeType)));
  }
  rewriteReferences(content, ({ address }) => copies.get(address));
  await copyDataImages(content, path, run);
  return run.content([{ type: 'document', title, path, markdown: await run.markdownOf(content), pages: [] }]);
}

function parsePage(html: string): HtmlPage {
  try {
    return readHtmlPage(html);
  } catch (error) {
    if (error instanceof HtmlError) throw refusal(`the document ${error.message}`);
    throw error;
  }
}

/** The parser tells parts by `Content-ID` only; these messages name them by `Content-Location`. */
function withContentIds(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1').replace(/^Content-Location:[ \t]*(\S+)[ \t]*$/gim, (line, location: string) => `${line}\r\nContent-ID: <${location}>`);
  return Buffer.from(text, 'latin1');
}

function lastSegment(address: string): string {
  return decodePercent(posix.basename(address.replace(/^<|>$/g, '').replace(/^cid:/i, ''))) || 'picture';
}
