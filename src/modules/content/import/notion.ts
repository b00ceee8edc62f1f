import type { Element, Root } from 'hast';
import { posix } from 'node:path';
import { markdownTable, parseCommaSeparated } from './comma-separated.js';
import { addFiles } from './folder-content.js';
import { isMarkdownPath, readMarkdownPages } from './folder-documents.js';
import { relativeAddress } from './folder-path.js';
import { buildFolderTree } from './folder-tree.js';
import { readableContent } from './html-article.js';
import { readHtmlPages } from './html-folder.js';
import type { HtmlPage } from './html-page.js';
import { byTag, childElements, findAll, findElement, hasClass, removeElements, textContent } from './html-tree.js';
import type { ImportedContent, ImportedPage } from './imported-content.js';
import { refusal, type ImportRun } from './import-run.js';
import { rewriteMarkdownAddresses } from './markdown-addresses.js';
import { decodeText, TextDecodingError } from './text-decoding.js';
import { isIgnoredPath, VirtualFolder } from './virtual-folder.js';
import { readZipArchive } from './zip-archive.js';

/** `Page title 0123456789abcdef0123456789abcdef` */
const ID_AT_END = /(?:^|\s|-)([0-9a-f]{32})(?:_all)?$/i;
const MOST_PARTS = 100;
/** An icon that is text, and longer, is no emoji. */
const LONGEST_EMOJI = 20;

/**
 * A Notion export, of Markdown and CSV or of HTML. Page `Title {id}` and folder `Title {id}` or `Title` belong
 * together; databases become pages with a table. Paths keep the ids, so that links between pages stay as they are.
 */
export async function readNotionExport(folder: VirtualFolder, run: ImportRun): Promise<ImportedContent> {
  const content = (await withParts(folder, run)).unwrapped();
  run.expect(content.size);
  const pages = await readMarkdownPages(content, run);
  for (const [path, page] of pages) page.title = titleOf(path, page.title);
  const html = await readHtmlPages(content, run, { titleOf: pageTitle, emojiOf: pageEmoji, contentOf: pageContent, isSkipped: (path) => path === 'index.html' });
  for (const [path, page] of html.pages) pages.set(path, { ...page, title: withoutId(page.title) });
  const databases = readDatabases(content, pages, run);
  await addFiles(content, run, (path) => isMarkdownPath(path) || html.read.has(path) || databases.has(path));
  if (pages.size === 0) throw refusal('the archive is no Notion export: it holds no Markdown, HTML or CSV page');
  resolveNotionLinks(pages);
  return run.content(buildFolderTree(pages, { stem: withoutId }));
}

/** Large exports are archives of archives (`Export-…-Part-1.zip`). */
async function withParts(folder: VirtualFolder, run: ImportRun): Promise<VirtualFolder> {
  const archives = [...folder.entries()].filter(([path, bytes]) => /\.zip$/i.test(path) && bytes.subarray(0, 2).toString('latin1') === 'PK');
  if (archives.length === 0 || [...folder.paths()].some((path) => isMarkdownPath(path) || /\.(?:html|csv)$/i.test(path))) return folder;
  if (archives.length > MOST_PARTS) throw refusal(`the archive holds ${archives.length} archives, more than ${MOST_PARTS}`);
  const whole = new VirtualFolder();
  for (const [name, bytes] of archives) {
    // A part may hold nothing but one folder of the whole: only a folder that is named as the part stands for it.
    const part = await readZipArchive(bytes, run);
    const below = part.below(posix.parse(name).name);
    for (const [path, content] of (below.size === part.size ? below : part).entries()) {
      // Every part repeats the overview of the whole.
      if (!whole.put(path, content) && path !== 'index.html') run.fail(path, 'is in more than one part of the export; the first one is taken');
    }
  }
  return whole;
}

function withoutId(name: string): string {
  return name.replace(ID_AT_END, '').trim() || name;
}

function idOf(name: string): string | undefined {
  return ID_AT_END.exec(name)?.[1]?.toLowerCase();
}

/** Notion cuts file names off, so the heading is better; where there is none, the name without its id. */
function titleOf(path: string, title: string): string {
  const name = posix.parse(path).name;
  return idOf(title) === undefined ? title : withoutId(name);
}

function pageTitle(page: HtmlPage): string | undefined {
  const heading = findElement(page.root, (each) => byTag('h1')(each) && hasClass(each, 'page-title'));
  return heading === undefined ? undefined : textContent(heading) || undefined;
}

const isPageIcon = (each: Element): boolean => hasClass(each, 'page-header-icon');

function pageEmoji(page: HtmlPage): string | undefined {
  const icon = findElement(page.root, isPageIcon);
  const emoji = icon === undefined ? '' : textContent(icon);
  return emoji === '' || emoji.length > LONGEST_EMOJI ? undefined : emoji;
}

/** Without the icons of the page, which is its property, and of pages that it links to, which are theirs. */
function pageContent(page: HtmlPage): Root {
  const content = readableContent(page);
  // A toggle is a list of one, too.
  for (const list of findAll(content, (each) => each.tagName === 'ul' && hasClass(each, 'toggle'))) {
    for (const item of [list, ...childElements(list)]) item.tagName = 'div';
  }
  const icons = new Set(findAll(content, byTag('a')).flatMap((link) => findAll(link, (each) => hasClass(each, 'icon'))));
  removeElements(content, (each) => icons.has(each) || (isPageIcon(each) && findElement(each, byTag('img')) === undefined));
  return content;
}

/**
 * Databases as pages with a table. `Name {id}_all.csv` holds all columns of `Name {id}.csv`, so it is taken when both are there.
 * @returns the paths of all comma-separated files that are not files for readers
 */
function readDatabases(folder: VirtualFolder, pages: Map<string, ImportedPage>, run: ImportRun): Set<string> {
  const databases = new Set<string>();
  for (const [path, bytes] of folder.entries()) {
    if (!/\.csv$/i.test(path) || isIgnoredPath(path) || idOf(posix.parse(path).name) === undefined) continue;
    databases.add(path);
    if (folder.has(path.replace(/\.csv$/i, '_all.csv'))) continue;
    run.countPage();
    const title = withoutId(posix.parse(path).name);
    try {
      const markdown = `# ${title}\n\n${markdownTable(parseCommaSeparated(decodeText(bytes)))}`;
      // Pages link to the file without "_all".
      const named = path.replace(/_all\.csv$/i, '.csv');
      pages.set(named, { type: 'document', title, path: named, markdown, pages: [] });
    } catch (error) {
      if (!(error instanceof TextDecodingError)) throw error;
      run.fail(path, `${posix.basename(path)} ${error.message}`);
    }
    run.finish(path);
  }
  return databases;
}

/** Links to pages on notion.so whose page is in the export lead to it. */
function resolveNotionLinks(pages: ReadonlyMap<string, ImportedPage>): void {
  const byId = new Map<string, string>();
  for (const path of pages.keys()) {
    const id = idOf(posix.parse(path).name);
    if (id !== undefined) byId.set(id, path);
  }
  for (const [path, page] of pages) {
    if (page.markdown === undefined || !/notion\.(?:so|site)\//.test(page.markdown)) continue;
    page.markdown = rewriteMarkdownAddresses(page.markdown, ({ address }) => {
      const id = /^https?:\/\/(?:[\w-]+\.)*notion\.(?:so|site)\/(?:[^?#]*[/-])?([0-9a-f]{32})(?:[?#]|$)/i.exec(address)?.[1]?.toLowerCase();
      const target = id === undefined ? undefined : byId.get(id);
      return target === undefined ? undefined : relativeAddress(path, target);
    });
  }
}
