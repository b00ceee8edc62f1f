import { posix } from 'node:path';
import { readFrontMatter } from './front-matter.js';
import type { ImportedPage } from './imported-content.js';
import type { ImportRun } from './import-run.js';
import { firstHeading, titleOfPath } from './markdown-title.js';
import { decodeText, TextDecodingError } from './text-decoding.js';
import type { VirtualFolder } from './virtual-folder.js';

export function isMarkdownPath(path: string): boolean {
  return /\.(?:md|markdown|mdx|mdown)$/i.test(path);
}

export function isHtmlPath(path: string): boolean {
  return /\.x?html?$/i.test(path);
}

/** A document of Markdown as a page without children. */
export function markdownPage(path: string, markdown: string): ImportedPage {
  const { title, ...fields } = readFrontMatter(markdown, path);
  return { type: 'document', title: title ?? firstHeading(markdown) ?? titleOfPath(path), path, markdown, ...fields, pages: [] };
}

/** The pages of all Markdown in a folder by path, but for the table of contents; what is no text goes to the failures. */
export async function readMarkdownPages(
  folder: VirtualFolder,
  run: ImportRun,
  summary?: string,
): Promise<Map<string, ImportedPage>> {
  const pages = new Map<string, ImportedPage>();
  for (const [path, bytes] of folder.entries()) {
    if (!isMarkdownPath(path) || path === summary) continue;
    run.countPage();
    try {
      pages.set(path, markdownPage(path, decodeText(bytes)));
    } catch (error) {
      if (!(error instanceof TextDecodingError)) throw error;
      run.fail(path, `${posix.basename(path)} ${error.message}`);
    }
    run.finish(path);
    if (pages.size % 50 === 0) await run.pause();
  }
  return pages;
}
