import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { BadInputError } from '../../../kernel/errors/errors.js';
import type { ImportedPage } from './imported-content.js';
import { DEFAULT_IMPORT_LIMITS } from './import-limits.js';
import { readFolder } from './local-folder.js';

const BOOK = '../shared/data/rust-book';
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const made: string[] = [];

async function folderOf(files: Record<string, string | Buffer>): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'docspine-import-'));
  made.push(top);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(top, path)), { recursive: true });
    await writeFile(join(top, path), content);
  }
  return top;
}

/** The tree as lines: type, indentation, title. */
function outline(pages: readonly ImportedPage[], depth = 0): string[] {
  return pages.flatMap((page) => [
    `${'  '.repeat(depth)}${page.type === 'document' ? '' : `${page.type}:`}${page.hidden === true ? 'hidden:' : ''}${page.title}`,
    ...outline(page.pages, depth + 1),
  ]);
}

function flat(pages: readonly ImportedPage[]): ImportedPage[] {
  return pages.flatMap((page) => [page, ...flat(page.pages)]);
}

afterAll(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true });
});

describe('readFolder', () => {
  it('takes folders as the tree when there is no table of contents', async () => {
    const content = await readFolder(
      await folderOf({
        'README.md': '# Welcome\n',
        '10-late.md': 'no heading',
        '2-early.md': '---\ntitle: Early\nicon: rocket\n---\n# Other\n',
        'guide/README.md': '# Guide\n',
        'guide/a.md': '# A\n![x](../img/x.png)',
        'guide/deep/b.md': 'Setext\n======\n',
        'reference/api.html': '<title>API</title><h1>The &#35373;&#35336; API</h1><p>Text</p>',
        'img/x.png': PNG,
        '.git/config': 'secret',
        'node_modules/x/README.md': '# no',
        'book.json': '{}',
      }),
    );
    expect(outline(content.pages)).toEqual([
      'Welcome',
      'Early',
      'Late',
      'Guide',
      '  A',
      '  Deep',
      '    Setext',
      'group:Reference',
      '  The 設計 API',
    ]);
    expect(content.pages[1]?.icon).toBe('rocket');
    expect(content.files.map(({ path, contentType, name }) => [path, contentType, name])).toEqual([['img/x.png', 'image/png', 'x.png']]);
    expect(content.totalResources).toBe(8);
    expect(content.failures).toEqual([]);
  });

  it('follows the table of contents, in the dialects of GitBook and mdBook', async () => {
    const summary = [
      '# Table of contents',
      '',
      '* [Intro \\[new\\]](README.md)',
      '',
      '## First *part*',
      '',
      '* [One](one.md "title")',
      '  * [Two & three](<dir/two three.md>)',
      '    * [Draft]()',
      '  * [Elsewhere](https://example.com/x)',
      '* [One again](one.md#there)',
      '---',
      '# Second part',
      '- [Missing](missing.md)',
      '- [Folder](dir/)',
      '',
      '[Epilogue](end.md)',
    ].join('\n');
    const content = await readFolder(
      await folderOf({
        'docs/SUMMARY.md': summary,
        '.gitbook.yaml': 'root: ./docs/\nstructure:\n  summary: SUMMARY.md\n',
        'docs/.gitbook/vars.yaml': 'product: Spine\nversion: 2\n',
        'docs/.gitbook/assets/x.png': PNG,
        'docs/README.md': '# No\n',
        'docs/one.md': '---\nhidden: true\ncover: .gitbook/assets/x.png\ncoverY: -3\nlayout:\n  cover:\n    visible: true\n    size: hero\n---\n',
        'docs/dir/two three.md': 'x',
        'docs/dir/README.md': 'y',
        'docs/end.md': 'z',
        'docs/unlisted.md': '# Unlisted\n',
        'CONTRIBUTING.md': 'outside of the content',
      }),
    );
    expect(outline(content.pages)).toEqual([
      'Intro [new]',
      'group:First part',
      '  hidden:One',
      '    Two & three',
      '      Draft',
      '    link:Elsewhere',
      '  link:One again',
      'group:Second part',
      '  Missing',
      '  Folder',
      'Epilogue',
      'hidden:Unlisted',
    ]);
    const pages = flat(content.pages);
    expect(pages.find(({ title }) => title === 'One again')?.target).toBe('one.md#there');
    expect(pages.find(({ title }) => title === 'One')).toMatchObject({
      cover: { ref: '.gitbook/assets/x.png', yPos: -3 },
      layout: { cover: true, coverSize: 'hero' },
    });
    expect(content.variables).toEqual({ product: 'Spine', version: '2' });
    expect(content.failures.map(({ resource }) => resource)).toEqual(['missing.md']);
    expect(content.files.map(({ path }) => path)).toEqual(['.gitbook/assets/x.png']);
  });

  it('keeps Markdown to the byte, decodes marks, and lists what is no text', async () => {
    const odd = '# T\r\n\r\ntrailing  \r\n\t\u00e9\u0301 \u{1f600}';
    const content = await readFolder(
      await folderOf({
        'a.md': odd,
        'b.md': `\uFEFF# B`,
        'c.md': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('# Ç', 'utf16le')]),
        'd.md': Buffer.from([0x23, 0x20, 0xff, 0xc0]),
      }),
    );
    expect(content.pages.map(({ markdown }) => markdown)).toEqual([odd, '# B', '# Ç']);
    expect(content.failures).toEqual([{ resource: 'd.md', reason: 'd.md is not valid UTF-8 text' }]);
    expect(content.totalResources).toBe(4);
  });

  it('names the limit that is passed', async () => {
    const folder = await folderOf({ 'a.md': 'aaaa', 'b.md': 'bbbb', 'c.txt': 'c', 'd.txt': 'd' });
    const read = async (limits: Partial<typeof DEFAULT_IMPORT_LIMITS>): Promise<unknown> => readFolder(folder, { ...DEFAULT_IMPORT_LIMITS, ...limits });
    await expect(read({ pages: 1 })).rejects.toThrow('IMPORT_MAX_PAGES');
    await expect(read({ files: 1 })).rejects.toThrow('IMPORT_MAX_FILES');
    await expect(read({ bytes: 5 })).rejects.toThrow('IMPORT_MAX_BYTES');
    await expect(read({ fileBytes: 3 })).rejects.toThrow('IMPORT_MAX_FILE_BYTES');
    await expect(read({ milliseconds: -1 })).rejects.toThrow('IMPORT_TIMEOUT_SECONDS');
    await expect(readFolder(join(folder, 'nothing'))).rejects.toBeInstanceOf(BadInputError);
  });

  it('takes single files and does not follow symbolic links', async () => {
    const folder = await folderOf({ 'a.md': '# A', 'page.html': '<h1>P</h1>', 'x.png': PNG });
    await symlink('/etc', join(folder, 'etc'));
    expect((await readFolder(join(folder, 'a.md'))).pages).toMatchObject([{ title: 'A', markdown: '# A' }]);
    expect((await readFolder(join(folder, 'page.html'))).pages).toMatchObject([{ title: 'P', markdown: '# P\n' }]);
    await expect(readFolder(join(folder, 'x.png'))).rejects.toThrow('a PNG image');
    expect((await readFolder(folder)).failures).toEqual([{ resource: 'etc', reason: 'is a symbolic link' }]);
  });
});

const describeBook = existsSync(BOOK) ? describe : describe.skip;

describeBook(`readFolder of ${BOOK} (skipped when it is not there)`, () => {
  it('has exactly the tree of its table of contents', async () => {
    const content = await readFolder(BOOK);
    const expected: string[] = [];
    for (const line of readFileSync(join(BOOK, 'src/SUMMARY.md'), 'utf8').split('\n')) {
      const [, indent, title, path] = /^(\s*)(?:- )?\[(.*)\]\((.*)\)$/.exec(line) ?? [];
      if (title !== undefined) expected.push(`${indent ?? ''}${title.replace(/`([^`]*)`/g, '$1')} ${path ?? ''}`);
    }
    const actual = (pages: readonly ImportedPage[], depth = 0): string[] =>
      pages.flatMap((page) => [`${'  '.repeat(depth)}${page.title} ${page.path ?? ''}`, ...actual(page.pages, depth + 1)]);
    expect(actual(content.pages)).toEqual(expected);
    for (const page of flat(content.pages)) {
      expect(page.markdown).toBe(readFileSync(join(BOOK, 'src', page.path ?? ''), 'utf8'));
    }
    const images = readdirSync(join(BOOK, 'src/img'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(content.files).toHaveLength(images.length);
    expect(new Set(content.files.map(({ path }) => path)).size).toBe(images.length);
    expect(content.files.every(({ contentType }) => contentType === 'image/svg+xml' || contentType === 'image/png')).toBe(true);
    expect(content.failures).toEqual([]);
    expect(content.totalResources).toBe(expected.length + images.length);
  });

  it.each(['/dev/zero', '/dev/null'])('refuses %s, which is no file', async (path) => {
    await expect(readFolder(path)).rejects.toThrow(`${path} is neither a file nor a folder`);
  });
});
