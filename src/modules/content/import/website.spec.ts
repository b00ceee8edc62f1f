import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BadInputError } from '../../../kernel/errors/errors.js';
import type { ImportedContent, ImportedPage } from './imported-content.js';
import { DEFAULT_IMPORT_LIMITS, type ImportLimits } from './import-limits.js';
import { ImportRun } from './import-run.js';
import { SourceFetcher } from './source-fetcher.js';
import { PlainFetcher, PNG, type Resource, TestSite } from './testing/site.js';
import { readWebsite } from './website.js';

let site: TestSite | undefined;

async function importSite(resources: Record<string, Resource | string>, start = '/', limits: Partial<ImportLimits> = {}): Promise<ImportedContent> {
  await site?.close();
  site = await TestSite.serve(resources);
  const run = new ImportRun({ ...DEFAULT_IMPORT_LIMITS, ...limits });
  return readWebsite(site.origin + start, new SourceFetcher(new PlainFetcher(), run), run);
}

function outline(pages: readonly ImportedPage[], depth = 0): string[] {
  return pages.flatMap((page) => [`${'  '.repeat(depth)}${page.type === 'group' ? 'group:' : ''}${page.title}${page.path === undefined ? '' : ` (${page.path})`}`, ...outline(page.pages, depth + 1)]);
}

function flat(pages: readonly ImportedPage[]): ImportedPage[] {
  return pages.flatMap((page) => [page, ...flat(page.pages)]);
}

const doc = (title: string, body = '', head = ''): string => `<!doctype html><html><head><title>${title} | Site</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;

afterEach(async () => {
  await site?.close();
  site = undefined;
});

describe('readWebsite', () => {
  it('makes one page of each canonical address and rewrites links', async () => {
    const content = await importSite({
      '/': doc('Home', '<a href="/a">1</a><a href="/a/">2</a><a href="/a#x">3</a><a href="a?utm_source=q">4</a><a href="/index.html">home</a><a href="/b?z=1&a=2">b</a><a href="https://elsewhere.example/">e</a><a href="/gone">gone</a>'),
      '/a': doc('Intro', '<h2 id="x">Ex</h2><a href="#x">s</a><a href="../">up</a>'),
      '/b?z=1&a=2': doc('Intro'),
    });
    expect(outline(content.pages)).toEqual(['Home (index.md)', 'Intro (a.md)', 'Intro (b-z-1-a-2.md)'].map((line) => line.replace('b-z-1-a-2', 'b-a-2-z-1')));
    const home = content.pages[0]?.markdown ?? '';
    expect(home).toContain('[1](a.md)[2](a.md)[3](a.md#x)[4](a.md)[home](index.md)[b](b-a-2-z-1.md)[e](https://elsewhere.example/)');
    expect(home).toContain(`[gone](${site?.origin}/gone)`);
    expect(content.pages[1]?.markdown).toContain('<a id="x"></a>\n\n## Ex\n\n[s](#x)[up](index.md)');
    expect(content.origins).toEqual([site?.origin]);
    expect(content.failures).toEqual([{ resource: `${site?.origin}/gone`, reason: 'answered with status 404' }]);
    expect(content.totalResources).toBe(4);
  });

  it('follows redirects, refreshes and canonical links and imports none of them', async () => {
    const content = await importSite({
      '/': '<meta http-equiv="refresh" content="0; url=docs/start.html">',
      '/docs/start.html': doc('Start', '<a href="/old">o</a><a href="moved.html">m</a><a href="copy">c</a><a href="lost">l</a>'),
      '/old': { location: '/docs/new' },
      '/docs/new': doc('New'),
      '/docs/moved.html': '<meta http-equiv="refresh" content="0;URL=\'new\'">',
      '/docs/copy': doc('Copy', '', '<link rel="canonical" href="/docs/new">'),
      '/docs/lost': doc('Lost', '', '<link rel="canonical" href="/nowhere">'),
    });
    expect(outline(content.pages)).toEqual(['Start (docs/start.md)', 'New (docs/new.md)', 'Lost (docs/lost.md)']);
    expect(content.pages[0]?.markdown).toContain('[o](new.md)[m](new.md)[c](new.md)[l](lost.md)');
    expect(content.failures).toEqual([]);
  });

  it('reads sitemaps, their indexes, relative and zipped ones, and honours robots.txt', async () => {
    const content = await importSite({
      '/docs/': doc('Docs'),
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private\nSitemap: {origin}/index.xml' },
      '/index.xml': { type: 'application/xml', body: '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>one.xml</loc></sitemap><sitemap><loc>{origin}/two.xml.gz</loc></sitemap></sitemapindex>' },
      '/one.xml': { type: 'text/xml', body: '<urlset><url><loc>/docs/b</loc></url><url><loc>docs/a?x=1&amp;y=2</loc></url><url><loc>{origin}/private/x</loc></url></urlset>' },
      '/two.xml.gz': { type: 'application/gzip', body: gzipSync('<urlset><url><loc>/docs/c</loc></url></urlset>') },
      '/docs/b': doc('B', '<a href="/private/y">p</a>'),
      '/docs/a?x=1&y=2': doc('A'),
      '/docs/c': doc('C'),
      '/private/x': doc('X'),
      '/private/y': doc('Y'),
    }, '/docs/');
    expect(outline(content.pages)).toEqual(['Docs (docs.md)', 'B (docs/b.md)', 'A (docs/a-x-1-y-2.md)', 'C (docs/c.md)']);
    expect(site?.requests.filter((path) => path.startsWith('/private'))).toEqual([]);
    expect(content.failures).toEqual([]);
  });

  it('copies pictures and linked files once by content', async () => {
    const content = await importSite({
      '/': doc('Home', '<img src="/i/one.png" alt="1"><img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==" alt="d"><a href="/sub/a">a</a><a href="/x.pdf">pdf</a><img src="missing.png" alt="m">'),
      '/sub/a': doc('A', '<img src="../i/two.png" alt="2">'),
      '/i/one.png': { type: 'image/png', body: PNG },
      '/i/two.png': { type: 'image/png', body: PNG },
      '/x.pdf': { type: 'application/pdf', body: Buffer.from('%PDF-1.4\n%âãÏÓ\n') },
    });
    expect(content.files.map(({ path, contentType }) => [path, contentType])).toEqual([['i/one.png', 'image/png'], ['x.pdf', 'application/pdf']]);
    const [home, a] = flat(content.pages).filter(({ path }) => path !== undefined);
    expect(home?.markdown).toContain('![1](i/one.png)![d](i/one.png)[a](sub/a.md)[pdf](x.pdf)');
    expect(home?.markdown).toContain(`![m](${site?.origin}/missing.png)`);
    expect(a?.markdown).toContain('![2](../i/one.png)');
    expect(content.failures).toHaveLength(1);
    expect(content.totalResources).toBe(5);
  });

  it('takes the tree of the navigation: parts, nesting, order; leaves out what asks not to be indexed', async () => {
    const nav = `<nav id="mdbook-sidebar"><ol class="chapter">
      <li class="chapter-item affix"><a href="{origin}/intro.html">Intro</a></li>
      <li class="part-title">Part</li>
      <li class="chapter-item"><a href="b.html"><strong>1.</strong> B</a><a class="toggle"><div>❱</div></a></li>
      <li><ol class="section"><li class="chapter-item"><a href="c.html">1.1. C</a></li></ol></li>
      <li class="chapter-item"><a href="a.html">2. A</a></li>
      <li class="spacer"></li>
      <li class="chapter-item affix"><a href="end.html">End</a></li>
      </ol></nav>`;
    const content = await importSite({
      '/': doc('Intro', '', '<link rel="canonical" href="{origin}/intro.html">').replace('<main>', `${nav}<main>`),
      '/intro.html': doc('Intro').replace('<main>', `${nav}<main>`),
      '/a.html': doc('A', '<a href="print.html">p</a><a href="b/extra.html">x</a>'),
      '/b.html': doc('B'),
      '/c.html': doc('C'),
      '/end.html': doc('End'),
      '/b/extra.html': doc('Extra'),
      '/print.html': doc('All', '', '<meta name="robots" content="noindex">'),
    });
    expect(outline(content.pages)).toEqual(['Intro (intro.md)', 'group:Part', '  B (b.md)', '    C (c.md)', '    Extra (b/extra.md)', '  A (a.md)', 'End (end.md)']);
  });

  it('takes addresses as the tree where there is no navigation, and titles without the site', async () => {
    const content = await importSite({
      '/': '<title>Home | Site</title><p>x <a href="/guide/one">1</a><a href="/guide/deep/two">2</a><a href="/api">a</a><a href="/api/get">g</a>',
      '/guide/one': '<title>One | Site</title><p>x',
      '/guide/deep/two': { type: 'text/html; charset=windows-1251', body: Buffer.concat([Buffer.from('<title>'), Buffer.from([0xd2, 0xe5, 0xf1, 0xf2]), Buffer.from(' | Site</title><p>x')]) },
      '/api': '<title>API | Site</title>',
      '/api/get': '<meta property="og:title" content="Get"><title>G | Site</title>',
    });
    expect(outline(content.pages)).toEqual(['Home (index.md)', 'group:Guide', '  One (guide/one.md)', '  Deep', '    Тест (guide/deep/two.md)', 'API (api.md)', '  Get (api/get.md)']);
  });

  it('counts failures and tries once more when a host stumbles', async () => {
    const pages = Object.fromEntries(Array.from({ length: 10 }, (_unused, index) => [`/p${index}`, index < 3 ? { status: 500, body: 'x' } : doc(`P${index}`)]));
    const content = await importSite({ '/': doc('Home', Object.keys(pages).map((path) => `<a href="${path}">x</a>`).join('')), ...pages });
    expect(content.totalResources).toBe(11);
    expect(content.failures.map(({ reason }) => reason)).toEqual(Array(3).fill('answered with status 500'));
    expect(site?.requests.filter((path) => path === '/p1')).toHaveLength(2);
    expect(site?.requests.filter((path) => path === '/p5')).toHaveLength(1);
  });

  it('says why a start address is refused, and names limits', async () => {
    await expect(importSite({ '/': { status: 500 } })).rejects.toThrow(/url: .*answered with status 500/);
    await expect(importSite({ '/': { type: 'application/pdf', body: '%PDF-1.4\n' } })).rejects.toThrow('is a PDF, not a web page');
    await expect(importSite({ '/': doc('H'), '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /' } })).rejects.toThrow('robots.txt');
    await expect(importSite({ '/': '<meta http-equiv=refresh content="0;url=/b">', '/b': '<meta http-equiv=refresh content="0;url=/c">', '/c': '<meta http-equiv=refresh content="0;url=/d">' })).rejects.toBeInstanceOf(BadInputError);
    await expect(importSite({ '/': doc('H', '<a href=a>a</a>'), '/a': doc('A') }, '/', { pages: 1 })).rejects.toThrow('IMPORT_MAX_PAGES');
    await expect(importSite({ '/': doc('H') }, '/', { bytes: 10 })).rejects.toThrow('IMPORT_MAX_BYTES');
    await expect(importSite({ '/': doc('H') }, '/', { fileBytes: 10 })).rejects.toThrow('IMPORT_MAX_FILE_BYTES');
    await expect(importSite({ '/': doc('H') }, '/', { milliseconds: -5 })).rejects.toThrow('IMPORT_TIMEOUT_SECONDS');
  });

  it('folds a start page that repeats the first chapter, and reads the navigation of a frame', async () => {
    const frame = '<nav id="sidebar"><noscript><iframe src="toc.html"></iframe></noscript></nav><main>';
    const content = await importSite({
      '/book/': doc('Title page', '<a href="two.html">2</a>').replace('<main>', frame),
      '/book/title-page.html': doc('Title page', '<a href="two.html">2</a>').replace('<main>', frame),
      '/book/two.html': doc('Two', '<a href="./">home</a>'),
      '/book/toc.html': '<head><meta name="robots" content="noindex"></head><body><ol class="chapter"><li><a href="title-page.html">Title page</a></li><li><a href="two.html">Two</a></li><li><ol class="section"><li><a href="three.html">Three</a></li></ol></li></ol></body>',
      '/book/three.html': doc('Three'),
    }, '/book/');
    expect(outline(content.pages)).toEqual(['Title page (book/title-page.md)', 'Two (book/two.md)', '  Three (book/three.md)']);
    expect(content.pages[1]?.markdown).toContain('[home](title-page.md)');
  });

  it('imports many pages', async () => {
    const resources: Record<string, string> = { '/': doc('Home', Array.from({ length: 100 }, (_unused, index) => `<a href="/p/${index}">x</a>`).join(' ')) };
    for (let index = 0; index < 100; index++) resources[`/p/${index}`] = doc(`Page ${index}`, `<p>${'text '.repeat(500)}</p><pre><code class="language-js">x</code></pre>`.repeat(5));
    const content = await importSite(resources);
    expect([content.totalResources, content.failures]).toEqual([101, []]);
  });
});
