import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import rehypeRaw from 'rehype-raw';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** A book of Markdown as it lies on disk, read by the simplest means, to compare with what the service makes of it. */
export interface Book {
  name: string;
  /** Folder that holds SUMMARY.md, or its parent. */
  folder: string;
  /** In the order of SUMMARY.md; parts have no path. */
  entries: BookEntry[];
  /** Every file that isn't Markdown, by path. */
  images: ReadonlyMap<string, Buffer>;
  /** Markdown by path. */
  chapters: ReadonlyMap<string, string>;
}

export interface BookEntry {
  depth: number;
  /** Plain text. */
  title: string;
  /** As it is written, with its Markdown. */
  written: string;
  path: string | undefined;
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const REAL_BOOK = join(PROJECT, '../shared/data/rust-book');

/** Our own small book, and a real large one where it lies beside the project. */
export function books(): Book[] {
  const sample = readBook('sample book', join(PROJECT, 'src/modules/content/sample'));
  if (existsSync(REAL_BOOK)) return [sample, readBook('large book', REAL_BOOK)];
  process.stderr.write('The large book is not beside the project: only the sample book is tested.\n');
  return [sample];
}

function readBook(name: string, folder: string): Book {
  const source = existsSync(join(folder, 'src')) ? join(folder, 'src') : folder;
  const files = filesBelow(source);
  const isMarkdown = ([path]: readonly [string, Buffer]): boolean => path.endsWith('.md');
  return {
    name,
    folder,
    entries: summaryEntries(readFileSync(join(source, 'SUMMARY.md'), 'utf8')),
    chapters: new Map(files.filter(isMarkdown).filter(([path]) => path !== 'SUMMARY.md').map(([path, content]) => [path, content.toString('utf8')])),
    images: new Map(files.filter((file) => !isMarkdown(file))),
  };
}

function filesBelow(folder: string, prefix = ''): [string, Buffer][] {
  return readdirSync(folder).flatMap((name): [string, Buffer][] => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path, `${prefix}${name}/`) : [[`${prefix}${name}`, readFileSync(path)]];
  });
}

/** Chapters below a part are one deeper than the part. */
function summaryEntries(summary: string): BookEntry[] {
  const entries: BookEntry[] = [];
  let inPart = 0;
  for (const line of summary.split('\n')) {
    const part = /^##+ +(.+)$/.exec(line)?.[1];
    if (part !== undefined) {
      inPart = 1;
      entries.push({ depth: 0, title: part, written: part, path: undefined });
      continue;
    }
    const chapter = /^( *)(?:[-*] +)?\[(.+)\]\((.*?)\)\s*$/.exec(line);
    if (chapter === null) continue;
    const [, indent = '', written = '', path] = chapter;
    entries.push({ depth: indent.length / 2 + inPart, title: written.replaceAll('`', ''), written, path });
  }
  return entries;
}

/** The book as a website, the way book generators render it: a page a chapter with the same navigation on each. */
export function renderSite(book: Book): Record<string, { body: string | Buffer; type: string }> {
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw).use(rehypeStringify);
  const address = (path: string): string => `/${path.replace(/\.md$/, '.html')}`;
  const navigation = navigationList(book.entries, address);
  const pages = [...book.chapters].map(([path, markdown]) => {
    const content = String(processor.processSync(markdown)).replace(/(<a [^>]*href="(?![a-z]+:)[^"#]*)\.md(["#])/g, '$1.html$2');
    const title = book.entries.find((entry) => entry.path === path)?.title ?? path;
    const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} - ${book.name}</title></head><body><nav id="sidebar" class="sidebar">${navigation}</nav><main>${content}</main></body></html>`;
    return [address(path), { body, type: 'text/html; charset=utf-8' }] as const;
  });
  const images = [...book.images].map(([path, body]) => [`/${path}`, { body, type: imageType(path) }] as const);
  const first = pages.find(([path]) => path === address(book.entries.find((entry) => entry.path !== undefined)?.path ?? ''));
  return Object.fromEntries([...pages, ...images, ...(first === undefined ? [] : [['/', first[1]] as const])]);
}

function navigationList(entries: readonly BookEntry[], address: (path: string) => string): string {
  let html = '<ol>';
  let depth = 0;
  for (const entry of entries) {
    for (; depth < entry.depth; depth += 1) html += '<li><ol>';
    for (; depth > entry.depth; depth -= 1) html += '</ol></li>';
    html += entry.path === undefined ? `<li class="part-title">${entry.title}</li>` : `<li><a href="${address(entry.path)}">${escapeHtml(entry.title)}</a></li>`;
  }
  return `${html}${'</ol></li>'.repeat(depth)}</ol>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function imageType(path: string): string {
  const types: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.gif': 'image/gif' };
  return types[posix.extname(path).toLowerCase()] ?? 'application/octet-stream';
}
