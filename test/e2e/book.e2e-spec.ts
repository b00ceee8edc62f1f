import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ImportService } from '../../src/modules/content/import.service.js';
import { TestSite, zipOf } from '../../src/modules/content/import/testing/site.js';
import { type Book, type BookEntry, books, renderSite } from '../support/book.js';
import type { Client, Json } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Outline {
  depth: number;
  title: string;
}

function outline(pages: Json[], depth = 0): (Outline & { page: Json })[] {
  return pages.flatMap((page) => [{ depth, title: page.title, page }, ...outline(page.pages, depth + 1)]);
}

/** Some words in a row from the middle of a chapter, as a person would copy them. */
function phraseOf(markdown: string): string {
  const paragraphs = markdown.split(/\n{2,}/).filter((paragraph) => /^[A-Z][a-z]+ [a-z]/.test(paragraph) && !/[`[\]<>{}*_|]/.test(paragraph));
  return (paragraphs[Math.floor(paragraphs.length / 2)] ?? '').split(/\s+/).slice(0, 8).join(' ');
}

describe.each(books().map((book) => [book.name, book] as const))('%s', (_, book) => {
  describe('as a folder', () => {
    checkMarkdownImport(book, async (spaceId) => {
      const { importedResources, totalResources } = await service.app.get(ImportService).importLocal(spaceId, book.folder);
      return { importedResources, totalResources };
    });
  });

  describe('as a zip archive over HTTP', () => {
    checkMarkdownImport(book, async (spaceId, client) => {
      const files = [...[...book.chapters].map(([path, text]) => [path, Buffer.from(text)] as const), ...book.images];
      const archive = await zipOf(Object.fromEntries([...files.map(([path, content]) => [`book/src/${path}`, content] as const), ['book/src/SUMMARY.md', summaryOf(book)]]));
      return importFrom(client, spaceId, 'zip', { '/book.zip': { body: archive, type: 'application/zip' } }, '/book.zip');
    });
  });

  describe('as a website', () => {
    let client: Client;
    let spaceId: string;

    beforeAll(async () => {
      const { space, member } = await service.make.spaceWithMember('edit');
      [client, spaceId] = [service.as(member.token), space.id];
      await importFrom(client, spaceId, 'website', renderSite(book), '/');
      // Rendering and reading a large book back share one process here.
    }, 300_000);

    it('has every chapter as a page once, in the order of its navigation', async () => {
      const { body } = await client.get(`/v1/spaces/${spaceId}/content/pages`);
      const chapters = outline(body.pages).filter(({ page }) => page.type === 'document');
      expect(chapters.map(({ title }) => title)).toEqual(book.entries.filter(({ path }) => path !== undefined).map((entry) => titleOf(book, entry)));
    });

    it('has the code and tables of every chapter whole', async () => {
      const { body } = await client.get(`/v1/spaces/${spaceId}/content/pages`);
      const pages = outline(body.pages).filter(({ page }) => page.type === 'document');
      for (const [index, { path }] of book.entries.filter((entry) => entry.path !== undefined).entries()) {
        const source = book.chapters.get(path ?? '') ?? '';
        const { body: page } = await client.get(`/v1/spaces/${spaceId}/content/page/${String(pages[index]?.page.id)}`);
        expect([path, codeOf(page.markdown)]).toEqual([path, codeOf(source)]);
        expect([path, cellsOf(page.markdown)]).toEqual([path, cellsOf(source)]);
      }
    });

    it('has every image once, and search finds a phrase from each chapter', async () => {
      await checkImages(client, spaceId, book);
      await checkSearch(client, spaceId, book, (entry) => titleOf(book, entry));
    });
  });
});

function checkMarkdownImport(book: Book, run: (spaceId: string, client: Client) => Promise<{ importedResources: number; totalResources: number }>): void {
  let client: Client;
  let spaceId: string;
  let result: { importedResources: number; totalResources: number };

  beforeAll(async () => {
    const { space, member } = await service.make.spaceWithMember('edit');
    [client, spaceId] = [service.as(member.token), space.id];
    result = await run(spaceId, client);
  });

  it('takes everything', () => {
    const total = book.entries.length + book.images.size;
    expect(result.totalResources).toBeGreaterThanOrEqual(book.chapters.size + book.images.size);
    expect(result.totalResources).toBeLessThanOrEqual(total + book.chapters.size);
    expect(result.importedResources).toBe(result.totalResources);
  });

  it('has the tree of SUMMARY.md, and every page reads back to the byte', async () => {
    const { body } = await client.get(`/v1/spaces/${spaceId}/content/pages`);
    const shown = outline(body.pages).filter(({ page }) => page.hidden === false);
    expect(shown.map(({ depth, title }) => ({ depth, title }))).toEqual(book.entries.map(({ depth, title }) => ({ depth, title })));
    for (const [index, entry] of book.entries.entries()) {
      const page = shown[index]?.page;
      if (entry.path === undefined) {
        expect(page.type).toBe('group');
        continue;
      }
      const read = await client.get(`/v1/spaces/${spaceId}/content/page/${String(page.id)}`);
      expect(read.body.markdown).toBe(book.chapters.get(entry.path));
    }
  });

  it('has every image once, with its size and the pages that show it', async () => {
    await checkImages(client, spaceId, book);
  });

  it('judges the links of every page rightly', async () => {
    const { body } = await client.get(`/v1/spaces/${spaceId}/content/pages`);
    const there = new Set([...book.chapters.keys(), ...book.images.keys(), ...[...book.chapters.keys()].map((path) => path.replace(/\.md$/, '.html'))]);
    for (const { page } of outline(body.pages)) {
      const links = await client.all(`/v1/spaces/${spaceId}/content/page/${String(page.id)}/links?limit=1000`);
      for (const { address, status } of links) {
        const [path = ''] = decodeURI(address).split('#');
        const isInside = !/^[a-z][a-z0-9+.-]*:/i.test(address);
        // What an anchor names is judged by the pure tests; here a known document is never called missing.
        if (!isInside) expect([address, status]).toEqual([address, 'ok']);
        else if (!there.has(path) && path !== '') expect([address, status]).toEqual([address, 'broken']);
        else if (!address.includes('#')) expect([address, status]).toEqual([address, 'ok']);
      }
      const broken = links.filter(({ address, status }: Json) => status === 'broken' && there.has(address.split('#')[0]) && !hasLostAnchor(book, address));
      expect(broken.map(({ address }: Json) => address)).toEqual([]);
    }
  });

  it('is found by a phrase from each chapter', async () => {
    await checkSearch(client, spaceId, book);
  });
}

/** Whether the fragment is that of a heading which its document doesn't have. */
function hasLostAnchor(book: Book, address: string): boolean {
  const [path = '', anchor = ''] = address.split('#');
  const words = anchor.replaceAll('-', '').toLowerCase();
  const headings = book.chapters.get(path.replace(/\.html$/, '.md'))?.match(/^#+ .*$|id="[^"]*"/gm) ?? [];
  return !headings.some((heading) => heading.replace(/^id=/, '').replace(/[^\p{L}\p{N}_]/gu, '').toLowerCase() === words);
}

async function checkImages(client: Client, spaceId: string, book: Book): Promise<void> {
  const files: Json[] = await client.all(`/v1/spaces/${spaceId}/content/files?limit=1000`);
  const shown = [...book.images].filter(([path]) => [...book.chapters.values()].some((text) => text.includes(path)));
  for (const [path, content] of shown) {
    const matches = files.filter((file) => file.name === path.split('/').at(-1) && file.size === content.length);
    expect([path, matches.length]).toEqual([path, 1]);
    const users = [...book.chapters.values()].filter((text) => text.includes(path)).length;
    const backlinks = await client.get(`/v1/spaces/${spaceId}/content/files/${String(matches[0]?.id)}/backlinks`);
    expect([path, backlinks.body.count]).toEqual([path, users]);
  }
}

async function checkSearch(client: Client, spaceId: string, book: Book, titleOfEntry = ({ title }: BookEntry): string => title): Promise<void> {
  for (const entry of book.entries) {
    const { path } = entry;
    const phrase = path === undefined ? '' : phraseOf(book.chapters.get(path) ?? '');
    if (phrase === '') continue;
    const { body } = await client.get(`/v1/spaces/${spaceId}/search?query=${encodeURIComponent(phrase)}&limit=1000`);
    expect([phrase, body.items.map((item: Json) => item.title)]).toEqual([phrase, expect.arrayContaining([titleOfEntry(entry)])]);
  }
}

async function importFrom(client: Client, spaceId: string, source: string, resources: Parameters<typeof TestSite.serve>[0], path: string): Promise<{ importedResources: number; totalResources: number }> {
  const site = await TestSite.serve(resources);
  try {
    const answer = await client.post(`/v1/spaces/${spaceId}/content/import`, { source, url: site.origin + path });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${service.config.publicUrl}/v1/spaces/${spaceId}/content`);
    return answer.body;
  } finally {
    await site.close();
  }
}

function summaryOf(book: Book): string {
  return book.entries
    .map(({ depth, written, path }) => (path === undefined ? `\n## ${written}\n` : `${'  '.repeat(Math.max(0, depth - (partsOf(book) ? 1 : 0)))}- [${written}](${path})`))
    .join('\n');
}

function partsOf(book: Book): boolean {
  return book.entries.some(({ path }) => path === undefined);
}

/** What a chapter calls itself: a website's titles come from its documents, which may differ from the table of contents. */
function titleOf(book: Book, { path, title }: BookEntry): string {
  const text = (book.chapters.get(path ?? '') ?? '').replace(CODE, '').replace(/<!--[\s\S]*?-->/g, '');
  const heading = /^# +(.+)$/m.exec(text)?.[1];
  return heading === undefined ? title : heading.replaceAll('`', '');
}

/** Fenced code, and code that is written as HTML. */
const CODE = /^( *)(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1\2 *$|<pre>\s*<code[^>]*>([\s\S]*?)<\/code>\s*<\/pre>/gm;

/** The lines of code, without fences, tags and indentation. */
function codeOf(markdown: string): string[] {
  const codes = [...markdown.matchAll(CODE)].map(([, , , fenced, html = '']) => fenced ?? unescapeHtml(html.replace(/<[^>]*>/g, '')));
  return codes.flatMap((code) => code.split('\n').map((line) => line.trim()).filter((line) => line !== ''));
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** The words of table cells; a picture may be written as HTML or as Markdown. */
function cellsOf(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => /^\s*\|.*\|\s*$/.test(line) && !/^[\s|:-]+$/.test(line))
    .flatMap((line) => line.replace(/&\w+;|<[^>]*>|!\[[^\]]*\]\([^)]*\)/g, ' ').match(/[A-Za-z]{3,}/g) ?? []);
}
