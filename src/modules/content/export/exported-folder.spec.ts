import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_IMPORT_LIMITS } from '../import/import-limits.js';
import { ImportRun } from '../import/import-run.js';
import type { ImportedPage } from '../import/imported-content.js';
import { readFolderContent } from '../import/folder-content.js';
import { VirtualFolder } from '../import/virtual-folder.js';
import { type Page, type PageNode, type PageType, pageTree } from '../model/page.js';
import type { StoredFile } from '../store/file-rows.js';
import { exportedFolder } from './exported-folder.js';

interface Sketch {
  title: string;
  type: PageType;
  body: string;
  gitPath: string | null;
  target: string | null;
  pages: Sketch[];
}

const sketch = (title: string, rest: Partial<Sketch> = {}): Sketch => ({ title, type: 'document', body: `# ${title}\n`, gitPath: null, target: null, pages: [], ...rest });

/** The tree, with bodies by document id. */
function treeOf(sketches: readonly Sketch[]): { tree: PageNode[]; bodies: Map<string, string> } {
  const bodies = new Map<string, string>();
  const pages: Page[] = [];
  const add = (of: readonly Sketch[], parentId: string | null): void => {
    of.forEach(({ title, type, body, gitPath, target, pages: below }, index) => {
      const pageId = `p${String(pages.length)}`;
      bodies.set(pageId, body);
      const rest = { description: null, emoji: null, icon: null, hidden: false, noIndex: false, noRobotsIndex: false, layout: null, cover: null, variables: null, computed: null, gitOid: null };
      const times = { createdAt: new Date(0), updatedAt: new Date(0) };
      const documentId = type === 'document' ? pageId : null;
      pages.push({ ...rest, ...times, pageId, parentId, position: String(index).padStart(3, '0'), slug: `s${String(index)}`, documentId, type, title, gitPath, target });
      add(below, pageId);
    });
  };
  add(sketches, null);
  return { tree: pageTree(pages), bodies };
}

const file = (fileId: string, fields: Partial<StoredFile> = {}): StoredFile => ({ fileId, name: 'a.png', contentType: 'image/png', size: 1, width: null, height: null, hash: fileId, gitPath: null, gitOid: null, createdAt: new Date(0), ...fields });

/** Exported, and read again as an import does. */
async function roundTrip(sketches: readonly Sketch[], files: readonly StoredFile[] = []): Promise<{ pages: readonly ImportedPage[]; files: string[]; failures: readonly object[] }> {
  const { tree, bodies } = treeOf(sketches);
  const exported = exportedFolder(tree, files, (path) => `https://app.example.com/${path}`);
  const folder = new VirtualFolder();
  expect(folder.put(exported.summary.path, Buffer.from(exported.summary.text))).toBe(true);
  for (const { path, page } of exported.pages) expect(folder.put(path, Buffer.from(bodies.get(page.pageId) ?? ''))).toBe(true);
  for (const { path } of exported.files) expect(folder.put(path, Buffer.from([1]))).toBe(true);
  const content = await readFolderContent(folder, new ImportRun(DEFAULT_IMPORT_LIMITS));
  return { pages: content.pages, files: content.files.map(({ path }) => path), failures: content.failures };
}

interface Outline {
  title: string;
  type: string;
  body: string | undefined;
  pages: Outline[];
}

const outlineOf = (pages: readonly ImportedPage[]): Outline[] => pages.map(({ title, type, markdown, pages: below }) => ({ title, type, body: markdown, pages: outlineOf(below) }));
const expected = (sketches: readonly Sketch[]): Outline[] => sketches.map(({ title, type, body, pages }) => ({ title, type, body: type === 'document' ? body : undefined, pages: expected(pages) }));

describe('an exported folder', () => {
  it('reads back as the same tree with the same bodies, whatever titles and bodies are', async () => {
    const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => text.replace(/[\s\p{Cc}\u200b-\u200f\u2028-\u202f\ufeff]+/gu, ' ').trim()).filter((text) => text !== '');
    const body = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replaceAll('\0', '')).filter((text) => !text.startsWith('\ufeff'));
    const gitPath = fc.constantFrom(null, 'a.md', 'SUMMARY.md', 'b/README.md', 'über/c d.md', '../out.md', '.hidden/x.md', 'book.toml', 'node_modules/x.md', 's0.md');
    const { page } = fc.letrec<{ page: Sketch }>((tie) => ({
      page: fc.record({ title, body, gitPath, type: fc.constant('document' as const), target: fc.constant(null), pages: fc.oneof({ maxDepth: 3, depthIdentifier: 'page' }, fc.constant<Sketch[]>([]), fc.array(tie('page'), { maxLength: 3 })) }),
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 4 }), async (sketches) => {
        const { pages, failures } = await roundTrip(sketches);
        expect(failures).toEqual([]);
        expect(outlineOf(pages)).toEqual(expected(sketches));
      }),
      { numRuns: 100 },
    );
  });

  it('has groups as parts, and pages behind them outside', async () => {
    const sketches = [sketch('Start', { pages: [sketch('Below')] }), sketch('Part', { type: 'group', pages: [sketch('In it', { pages: [sketch('Deep')] })] }), sketch('End'), sketch('Empty', { type: 'group' })];
    expect(outlineOf((await roundTrip(sketches)).pages)).toEqual(expected(sketches));
  });

  it('keeps the tree where a group cannot be a part', async () => {
    const sketches = [sketch('Part', { type: 'group', pages: [sketch('In it')] }), sketch('End', { pages: [sketch('Below')] })];
    const asPages = expected(sketches).map((page) => ({ ...page, type: 'document' }));
    expect(outlineOf((await roundTrip(sketches)).pages)).toEqual(asPages);
  });

  it('has link pages with where they lead', async () => {
    const link = (target: string): Sketch => sketch('Link', { type: 'link', target });
    const sketches = [link('/pages/p1'), sketch('Guide'), link('/pages/p1#top'), link('https://example.com/?a=1&copy=2<(b)\\'), link('a b.pdf'), link('/pages/gone')];
    const { pages } = await roundTrip(sketches, [file('f1', { gitPath: 'a b.pdf' })]);
    expect(pages.map(({ type, target }) => [type, target])).toEqual([
      ['link', 'https://app.example.com/s1'],
      ['document', undefined],
      ['link', 's1.md#top'],
      ['link', 'https://example.com/?a=1&copy=2<(b)\\'],
      ['link', 'a b.pdf'],
      ['document', undefined],
    ]);
  });

  it('names pages and files by their paths in it where addresses had their ids', () => {
    const { tree } = treeOf([sketch('One', { gitPath: 'a/b c.md', pages: [sketch('Two')] }), sketch('Part', { type: 'group' })]);
    const { addressFrom } = exportedFolder(tree, [file('f1', { name: "it's (1)&.png" })], (path, anchor) => `https://app.example.com/${path}#${anchor ?? ''}`);
    const from = (path: string, ...addresses: string[]): (string | undefined)[] => addresses.map((address) => addressFrom(path, address));
    expect(from('s0/s0.md', '/pages/p0', '/pages/p0#Über%20(1)', '/pages/p1/?x=1#a b', '/files/f1')).toEqual(['../a/b%20c.md', '../a/b%20c.md#Über%20%281%29', 's0.md#a%20b', '../.gitbook/assets/it%27s%20%281%29%26.png']);
    expect(from('x.md', '/pages/p2#top', '/pages/p2#a(')).toEqual(['https://app.example.com/s1#top', 'https://app.example.com/s1#a%28']);
    expect(from('x.md', '/pages/none', '/files/none', '/files/p0', 'pages/p0', '/pages/p0/more', 's0.md', '#top', 'https://h/pages/p0')).toEqual(Array(8).fill(undefined));
  });

  it('has every file once, none of them as a page', async () => {
    const files = [file('f1', { gitPath: 'img/a.png' }), file('f2', { gitPath: 'img/a.png' }), file('f3'), file('f4'), file('f5', { name: 'notes.md' }), file('f6', { gitPath: '../a.png', name: '..' }), file('f7', { gitPath: 'book.toml' })];
    const { files: read, pages } = await roundTrip([sketch('Page')], files);
    expect(read.sort()).toEqual(['.gitbook/assets/a-2.png', '.gitbook/assets/a-3.png', '.gitbook/assets/a.png', '.gitbook/assets/f6', '.gitbook/assets/notes.md.txt', 'img/a-2.png', 'img/a.png'].sort());
    expect(pages).toHaveLength(1);
  });

  it('makes paths that every system can unpack, and none that differs from another one in case alone', () => {
    const { tree } = treeOf([sketch('One'), sketch('Two', { gitPath: 'S0.md' }), sketch('Three', { gitPath: 's0.MD' })]);
    const { pages, files } = exportedFolder(tree, [file('f1', { name: 'A:b?.png' }), file('f2', { name: 'a-B-.png' }), file('f3', { name: 'u\u0308.txt' }), file('f4', { gitPath: 'img/a:b.png' }), file('f5', { gitPath: 'img/A:B.png' })], (path) => path);
    expect(pages.map(({ path }) => path)).toEqual(['s0-2.md', 'S0.md', 's0.MD']);
    expect(files.map(({ path }) => path)).toEqual(['.gitbook/assets/A-b-.png', '.gitbook/assets/a-B--2.png', '.gitbook/assets/ü.txt', 'img/a:b.png', 'img/A:B.png']);
  });
});
