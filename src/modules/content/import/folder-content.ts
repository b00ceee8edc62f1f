import { readBookSettings } from './book-settings.js';
import { isMarkdownPath, readMarkdownPages } from './folder-documents.js';
import { buildFolderTree, type FolderTreeOptions } from './folder-tree.js';
import type { HtmlFolderOptions } from './html-folder.js';
import type { ImportedContent, ImportedPage } from './imported-content.js';
import { refusal, type ImportRun } from './import-run.js';
import { parseSummary, type SummaryPart } from './summary.js';
import { buildSummaryTree } from './summary-tree.js';
import { decodeText, TextDecodingError } from './text-decoding.js';
import { isIgnoredPath, isSettingsPath, type VirtualFolder } from './virtual-folder.js';

export interface SummaryOptions {
  /** Reads a table of contents; default: right here, which for one of thousands of pages takes seconds. */
  summaryOf?: (markdown: string) => Promise<SummaryPart[]>;
}

/**
 * A folder of Markdown or HTML as content. With a table of contents, the folder in which it stands is all
 * of the content, paths count from there, and only Markdown is pages; without one, the folders are the tree.
 */
export async function readFolderContent(whole: VirtualFolder, run: ImportRun, options: FolderTreeOptions & HtmlFolderOptions & SummaryOptions = {}): Promise<ImportedContent> {
  const settings = readBookSettings(whole);
  const folder = whole.below(settings.root);
  // What tells of the others is no resource itself.
  const isGuide = (path: string): boolean => path === settings.summary || isIgnoredPath(path) || isSettingsPath(path);
  run.expect([...folder.entries()].filter(([path]) => !isGuide(path)).length);
  const summary = settings.summary === undefined ? undefined : readSummary(folder, settings.summary);
  const pages = await readMarkdownPages(folder, run, settings.summary);
  const roots: ImportedPage[] = [];
  if (settings.summary !== undefined && summary !== undefined) {
    await addFiles(folder, run, (path) => isMarkdownPath(path));
    const hasFile = (path: string): boolean => folder.has(path) && !isMarkdownPath(path);
    const input = { parts: options.summaryOf === undefined ? parseSummary(summary) : await options.summaryOf(summary), summary: settings.summary, readme: settings.readme, pages, hasFile, run };
    roots.push(...buildSummaryTree(input));
  } else {
    const { readHtmlPages } = await import('./html-folder.js');
    const html = await readHtmlPages(folder, run, options);
    await addFiles(folder, run, (path) => isMarkdownPath(path) || html.read.has(path));
    roots.push(...buildFolderTree(new Map([...pages, ...html.pages]), options));
  }
  if (roots.length === 0 && run.failures.length === 0) throw refusal('holds no Markdown and no HTML document');
  return run.content(roots, { variables: settings.variables });
}

function readSummary(folder: VirtualFolder, path: string): string {
  try {
    return decodeText(folder.get(path) ?? Buffer.alloc(0));
  } catch (error) {
    if (error instanceof TextDecodingError) throw refusal(`the table of contents ${path} ${error.message}`);
    throw error;
  }
}

/** Takes everything that is neither page nor settings. */
export async function addFiles(folder: VirtualFolder, run: ImportRun, isPage: (path: string) => boolean): Promise<void> {
  for (const [path, content] of folder.entries()) {
    if (isPage(path) || isIgnoredPath(path) || isSettingsPath(path)) continue;
    await run.files.addAt(path, content);
    run.finish(path);
  }
}
