import { afterEach, describe, expect, it } from '@jest/globals';
import { BadInputError } from '../../../kernel/errors/errors.js';
import type { ImportedContent, ImportedPage } from './imported-content.js';
import { DEFAULT_IMPORT_LIMITS, type ImportLimits } from './import-limits.js';
import { ImportReader } from './import-reader.js';
import type { ImportSource } from './import-source.js';
import { markdownAddresses } from './markdown-addresses.js';
import { docxOf } from './testing/docx.js';
import { PlainFetcher, PNG, type Resource, TestSite, zipOf } from './testing/site.js';

let site: TestSite | undefined;

const addressesOf: ConstructorParameters<typeof ImportReader>[2] = (markdown) => Promise.resolve(markdownAddresses(markdown));

async function read(source: ImportSource, resources: Record<string, Resource | string>, path = '/x', limits: Partial<ImportLimits> = {}): Promise<ImportedContent> {
  await site?.close();
  site = await TestSite.serve(resources);
  return new ImportReader(new PlainFetcher(), { ...DEFAULT_IMPORT_LIMITS, ...limits }, addressesOf).read(source, site.origin + path);
}

async function readZip(source: ImportSource, files: Record<string, string | Buffer>, limits: Partial<ImportLimits> = {}): Promise<ImportedContent> {
  return read(source, { '/x': { type: 'application/octet-stream', body: await zipOf(files) } }, '/x', limits);
}

function outline(pages: readonly ImportedPage[], depth = 0): string[] {
  return pages.flatMap((page) => [`${'  '.repeat(depth)}${page.type === 'document' ? '' : `${page.type}:`}${page.hidden === true ? 'hidden:' : ''}${page.title}`, ...outline(page.pages, depth + 1)]);
}

function flat(pages: readonly ImportedPage[]): ImportedPage[] {
  return pages.flatMap((page) => [page, ...flat(page.pages)]);
}

afterEach(async () => {
  await site?.close();
  site = undefined;
});

describe('markdown and html', () => {
  it('reads one Markdown document with its pictures and files, to the byte', async () => {
    const markdown = '# Guide\r\n\r\n![a](../img/a.png) ![b](/img/b%20c.png "t") [pdf](files/x.pdf) [other](other.md) <img src="../img/a.png"> ![gone](gone.png)\r\n\r\n```\n![no](no.png)\n```\n';
    const content = await read('markdown', {
      '/docs/guide.md': { type: 'text/plain', body: markdown },
      '/img/a.png': { type: 'image/png', body: PNG },
      '/img/b%20c.png': { type: 'image/png', body: PNG },
      '/docs/files/x.pdf': { type: 'application/pdf', body: '%PDF-1.4\n' },
      '/docs/other.md': { type: 'text/plain', body: '# Other' },
    }, '/docs/guide.md');
    expect(content.pages).toMatchObject([{ title: 'Guide', path: 'docs/guide.md', markdown }]);
    expect(content.files.map(({ path }) => path).sort()).toEqual(['docs/files/x.pdf', 'img/a.png', 'img/b c.png']);
    expect(content.failures).toEqual([{ resource: `${site?.origin}/docs/gone.png`, reason: 'answered with status 404' }]);
  });

  it('reads one HTML document and links to the rest absolutely', async () => {
    const content = await read('html', {
      '/a/page': '<title>T</title><main><h1>Page</h1><img src="i.png" alt="i"><a href="b">b</a><a href="c.zip">c</a><a href="#x">x</a><a href="dead">d</a></main>',
      '/a/i.png': { type: 'image/png', body: PNG },
      '/a/b': '<h1>B</h1>',
      '/a/c.zip': { type: 'application/zip', body: await zipOf({ 'a.txt': 'a' }) },
    }, '/a/page');
    expect(outline(content.pages)).toEqual(['Page']);
    expect(content.pages[0]?.markdown).toContain(`![i](i.png)[b](${site?.origin}/a/b)[c](c.zip)[x](#x)[d](${site?.origin}/a/dead)`);
    expect(content).toMatchObject({ failures: [], origins: [], totalResources: 3 });
  });
});

describe('kinds of content', () => {
  const pdf = { '/x': { type: 'application/zip', body: Buffer.from('%PDF-1.7\n%âãÏÓ\n') } };
  it.each<ImportSource>(['website', 'html', 'markdown', 'docx', 'zip', 'confluence', 'github-wiki', 'notion', 'google-docs'])('says what is at the address instead: %s', async (source) => {
    await expect(read(source, pdf)).rejects.toThrow(/^url: .*is a PDF, not /);
    await expect(read(source, { '/x': { status: 404 } })).rejects.toThrow('answered with status 404');
    await expect(read(source, { '/x': { body: Buffer.alloc(0), type: 'application/x' } })).rejects.toThrow('an empty file');
  });

  it('refuses HTML as Markdown, Markdown as a zip archive, and what is no address', async () => {
    await expect(read('markdown', { '/x': '<!doctype html><p>x' })).rejects.toThrow('is an HTML page, not Markdown');
    await expect(read('zip', { '/x': { type: 'application/zip', body: '# x' } })).rejects.toThrow('this is a text file, not a zip archive');
    await expect(read('zip', { '/x': { type: 'application/zip', body: await docxOf([{ text: 'x' }]) } })).rejects.toThrow('this is a Word document (docx), not a zip archive');
    const reader = new ImportReader(new PlainFetcher(), DEFAULT_IMPORT_LIMITS, addressesOf);
    await expect(reader.read('zip', 'file:///etc/passwd')).rejects.toBeInstanceOf(BadInputError);
    await expect(reader.read('zip', 'http://127.0.0.1:1/x')).rejects.toThrow(/^url: /);
  });

  it('refuses an archive of which nothing can be read, and says why', async () => {
    await expect(readZip('zip', { [`${'folder/'.repeat(70)}page.md`]: '# Page' })).rejects.toMatchObject({ details: [{ field: 'url', message: expect.stringContaining('holds nothing that could be read: ') }] });
  });
});

describe('zip', () => {
  it('unwraps the top folder and follows the table of contents', async () => {
    const content = await readZip('zip', { 'book-main/book.toml': '[book]\nsrc = "text"', 'book-main/text/SUMMARY.md': '- [One](a.md)\n  - [Two](b.md)', 'book-main/text/a.md': '![x](i.svg)', 'book-main/text/b.md': 'b', 'book-main/text/i.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    expect(outline(content.pages)).toEqual(['One', '  Two']);
    expect(content.files).toMatchObject([{ path: 'i.svg', contentType: 'image/svg+xml' }]);
  });

  it('reads a folder of HTML and leads links over redirects', async () => {
    const content = await readZip('zip', {
      'index.html': '<h1>Home</h1><a href="old.html#x">o</a><a href="b/c.html">c</a>',
      'old.html': '<meta http-equiv="refresh" content="0; url=b/c.html">',
      'b/c.html': '<h1>C</h1><script>x</script>',
    });
    expect(outline(content.pages)).toEqual(['Home', 'group:B', '  C']);
    expect(content.pages[0]?.markdown).toContain('[o](b/c.html#x)[c](b/c.html)');
  });

  it('refuses bombs and passes limits by name', async () => {
    const bomb = { 'a.md': Buffer.alloc(20_000_000) };
    await expect(readZip('zip', bomb)).rejects.toThrow('taken for an attack');
    await expect(readZip('zip', { 'a.md': Buffer.alloc(1000), 'b.md': 'x' }, { bytes: 5000, fileBytes: 999 })).rejects.toThrow('IMPORT_MAX_FILE_BYTES');
    await expect(readZip('zip', { 'a.md': 'x'.repeat(1000), 'b.md': 'x'.repeat(1000) }, { bytes: 1999 })).rejects.toThrow('IMPORT_MAX_BYTES');
    await expect(readZip('zip', {})).rejects.toThrow('the zip archive is empty');
    await expect(readZip('zip', { 'a.txt': 'x' })).rejects.toThrow('holds no Markdown and no HTML');
  });
});

describe('docx', () => {
  it('splits at headings of level 1, keeps tables, pictures, and links between the pages', async () => {
    const body = await docxOf([
      { text: 'My manual', style: 'Title' },
      { text: 'Preface text' },
      { text: 'First', style: 'Heading1', bookmark: 'first' },
      { text: 'to second', link: 'second' },
      { table: [['A', 'B'], ['1', '2']] },
      { picture: PNG },
      { text: 'Second', style: 'Heading1', bookmark: 'second' },
      { text: 'Sub', style: 'Heading2' },
    ]);
    const content = await read('docx', { '/x': { type: 'application/octet-stream', body } });
    expect(content.pages.map(({ title, path }) => [title, path])).toEqual([['My manual', 'my-manual.md'], ['First', 'first.md'], ['Second', 'second.md']]);
    const first = content.pages[1]?.markdown ?? '';
    expect(first).toContain('[to second](second.md#second)');
    expect(first).toMatch(/\| A +\| B +\|\n\| - +\| - +\|\n\| 1 +\| 2 +\|/);
    expect(first).toMatch(/!\[.*\]\(images\/picture\.png\)/);
    expect(content.files).toMatchObject([{ path: 'images/picture.png', contentType: 'image/png' }]);
  });

  it('makes one page of a document without headings and refuses damaged ones', async () => {
    expect(outline((await read('docx', { '/files/My%20letter.docx': { body: await docxOf([{ text: 'Dear' }]) } }, '/files/My%20letter.docx')).pages)).toEqual(['My letter']);
    const empty = await read('docx', { '/x': { body: await docxOf([]) } });
    expect([empty.pages.length, empty.totalResources]).toEqual([1, 1]);
    await expect(readZip('docx', { 'a.txt': 'x' })).rejects.toThrow('not a Word document');
    await expect(readZip('docx', { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<broken' })).rejects.toThrow('damaged');
  });
});

describe('confluence', () => {
  const page = (title: string, body: string, crumbs = ''): string => `<html><head><title>Space : ${title}</title></head><body><div id="main-header"><div id="breadcrumb-section"><ol id="breadcrumbs">${crumbs}</ol></div><h1 id="title-heading"><span id="title-text"> Space : ${title} </span></h1></div><div id="content"><div id="main-content" class="wiki-content group">${body}</div><div class="pageSection group"><h2 id="attachments">Attachments:</h2><div class="greybox"><img src="images/icons/bullet_blue.gif"><a href="attachments/1/2.pdf">Manual.pdf</a> (application/pdf)</div></div></div></body></html>`;

  it('reads the export of a space with its tree, attachments and links', async () => {
    const content = await readZip('confluence', {
      'SP/index.html': '<body><h1>Space</h1><p>x</p><div class="pageSection"><h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a><ul><li><a href="Guide_2.html">Guide</a><ul><li><a href="3.html">Deep</a></li></ul></li></ul></li></ul></div></body>',
      'SP/Home_1.html': page('Home', '<p>Go <a href="Guide_2.html">guide</a> <a href="attachments/1/2.pdf">this</a></p><div class="code panel"><div class="codeContent panelContent"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java">x</pre></div></div>'),
      'SP/Guide_2.html': page('Guide : more', '<div class="confluence-information-macro confluence-information-macro-note"><span class="aui-icon confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>Careful</p></div></div>'),
      'SP/3.html': page('Deep', 'd'),
      'SP/4.html': page('Lost', 'l', '<li><a href="index.html">Space</a></li><li><a href="Guide_2.html">Guide</a></li>'),
      'SP/attachments/1/2.pdf': '%PDF-1.4\n',
      'SP/images/icons/bullet_blue.gif': 'GIF89a',
      'SP/styles/site.css': 'x',
    });
    expect(outline(content.pages)).toEqual(['Home', '  Guide : more', '    Deep', '    Lost']);
    expect(content.pages[0]?.markdown).toContain('Go [guide](Guide_2.html) [this](attachments/1/2.pdf)\n\n```java\nx\n```');
    expect(content.pages[0]?.pages[0]?.markdown).toContain('{% hint style="warning" %}\n\nCareful\n\n{% endhint %}');
    expect(content.files).toMatchObject([{ path: 'attachments/1/2.pdf', name: 'Manual.pdf', contentType: 'application/pdf' }]);
  });

  it('reads a page exported to Word', async () => {
    const message = ['Date: Thu, 1 Jan 2026 00:00:00 +0000', 'MIME-Version: 1.0', 'Content-Type: multipart/related; boundary="b"', '', '--b', 'Content-Type: text/html; charset=UTF-8', 'Content-Transfer-Encoding: quoted-printable', 'Content-Location: file:///C:/exported.html', '', '<html><head><title>T</title></head><body><h1>Seite =C3=9C</h1><p>Text <img src=3D"abc123" alt=3D"i"></p></body></html>', '--b', 'Content-Type: application/octet-stream', 'Content-Transfer-Encoding: base64', 'Content-Location: file:///C:/abc123', '', PNG.toString('base64'), '--b--', ''].join('\r\n');
    const content = await read('confluence', { '/x': { type: 'application/vnd.ms-word', body: message } });
    expect(content.pages).toMatchObject([{ title: 'Seite Ü', markdown: '# Seite Ü\n\nText ![i](images/abc123.png)\n' }]);
    expect(content.files).toMatchObject([{ path: 'images/abc123.png', contentType: 'image/png' }]);
  });
});

describe('notion', () => {
  const id = (digit: string): string => digit.repeat(32);

  it('reads exports of Markdown and CSV, in parts, and resolves ids', async () => {
    const part = await zipOf({
      [`Home ${id('a')}.md`]: `# Home\n\n[Sub](Home/Sub%20${id('b')}.md) [web](https://www.notion.so/Sub-${id('b')}?pvs=4)\n`,
      [`Home/Sub ${id('b')}.md`]: '# Sub page with a long name\n\n![x](Sub/x.png)\n',
      'Home/Sub/x.png': PNG,
      [`Home/Tasks ${id('c')}.csv`]: 'Name,Done\nOne,Yes\n',
      [`Home/Tasks ${id('c')}_all.csv`]: '\uFEFFName,Done,Notes\nOne,Yes,"a, ""b""\nc | d"\n',
      [`Home/Tasks/One ${id('d')}.md`]: '# One\n',
    });
    const content = await readZip('notion', { 'Export-1-Part-1.zip': part });
    expect(outline(content.pages)).toEqual(['Home', '  Sub page with a long name', '  Tasks', '    One']);
    expect(content.pages[0]?.markdown).toBe(`# Home\n\n[Sub](Home/Sub%20${id('b')}.md) [web](Home/Sub%20${id('b')}.md)\n`);
    expect(content.pages[0]?.pages[1]?.markdown).toBe('# Tasks\n\n| Name | Done | Notes |\n| --- | --- | --- |\n| One | Yes | a, "b"<br>c \\| d |\n');
    expect(content.files.map(({ path }) => path)).toEqual(['Home/Sub/x.png']);
    expect(content.failures).toEqual([]);
  });

  it('reads exports of HTML', async () => {
    const content = await readZip('notion', {
      'index.html': '<ul><li><a href="x">x</a></li></ul>',
      [`Home ${id('a')}.html`]: `<html><head><title>Home</title></head><body><article class="page sans"><header><h1 class="page-title">Home!</h1></header><div class="page-body"><p><a href="Home%20${id('a')}/Sub%20${id('b')}.html">Sub</a></p></div></article></body></html>`,
      [`Home ${id('a')}/Sub ${id('b')}.html`]: '<article class="page"><header><h1 class="page-title">Sub</h1></header><div class="page-body"><pre class="code"><code>x</code></pre></div></article>',
    });
    expect(outline(content.pages)).toEqual(['Home!', '  Sub']);
  });

  it('reads what HTML of Notion takes apart: icons, lists of one, toggles and callouts', async () => {
    const body = [
      `<figure class="link-to-page"><a href="Sub%20${id('b')}.html"><span class="icon">📄</span>Sub</a></figure>`,
      '<ol class="numbered-list" start="1"><li>one</li></ol>\n<ol class="numbered-list" start="2"><li>two</li></ol><ol class="numbered-list" start="1"><li>new</li></ol>',
      '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div><span>a</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div><span>b</span></li></ul>',
      '<ul class="toggle"><li><details open=""><summary>More</summary><ul class="bulleted-list"><li>c</li></ul><ul class="bulleted-list"><li>d</li></ul></details></li></ul>',
      '<figure class="callout"><div><span class="icon">💡</span></div><div>Mind</div></figure>',
    ].join('');
    const content = await readZip('notion', {
      [`Home ${id('a')}.html`]: `<article class="page"><header><div class="page-header-icon"><span class="icon">🏠</span></div><h1 class="page-title">Home</h1></header><div class="page-body">${body}</div></article>`,
      [`Sub ${id('b')}.html`]: '<article class="page"><header><h1 class="page-title">Sub</h1></header><div class="page-body">s</div></article>',
    });
    expect(content.pages[0]).toMatchObject({ title: 'Home', emoji: '🏠' });
    expect(content.pages[0]?.markdown).toBe(
      `# Home\n\n[Sub](Sub%20${id('b')}.html)\n\n1. one\n2. two\n\n1) new\n\n- [x] a\n- [ ] b\n\n<details open>\n<summary>More</summary>\n\n- c\n- d\n\n</details>\n\n{% hint style="info" %}\n\nMind\n\n{% endhint %}\n`,
    );
  });

  it('puts parts together by their paths, whatever each holds alone', async () => {
    const home = `Home ${id('a')}`;
    const content = await readZip('notion', {
      'Export-1-Part-1.zip': await zipOf({ [`${home}.md`]: `# Home\n\n[Sub](Home%20${id('a')}/Sub%20${id('b')}.md)\n` }),
      'Export-1-Part-2.zip': await zipOf({ [`${home}/Sub ${id('b')}.md`]: '# Sub\n' }),
      'Export-1-Part-3.zip': await zipOf({ [`Export-1-Part-3/${home}/x.png`]: PNG }),
    });
    expect(outline(content.pages)).toEqual(['Home', '  Sub']);
    expect(content.files.map(({ path }) => path)).toEqual([`${home}/x.png`]);
  });
});

describe('github-wiki', () => {
  it('reads an archive of the Markdown and resolves wiki links', async () => {
    const content = await readZip('github-wiki', {
      'repo.wiki/Home.md': 'See [[Getting Started]], [[the api|API Reference#Call it]], [install](Getting-Started#x), [gone](Nowhere), ![[x]] `[[code]]` [[img/a.png]]',
      'repo.wiki/Getting-Started.md': 'text',
      'repo.wiki/sub/API-Reference.md': '[home](https://github.com/o/r/wiki) ',
      'repo.wiki/Other.md': '# Heading',
      'repo.wiki/_Sidebar.md': '* [[Home]]\n* [[Getting Started]]\n  * [[API Reference]]\n',
      'repo.wiki/_Footer.md': 'foot',
      'repo.wiki/img/a.png': PNG,
    });
    expect(outline(content.pages)).toEqual(['Home', 'Getting Started', '  API Reference', 'Other']);
    expect(content.pages[0]?.markdown).toBe('See [Getting Started](Getting-Started.md), [the api](sub/API-Reference.md#call-it), [install](Getting-Started.md#x), [gone](Nowhere), ![x](x) `[[code]]` ![](img/a.png)');
    expect(flat(content.pages).find(({ title }) => title === 'API Reference')?.markdown).toBe('[home](../Home.md) ');
    expect(content.totalResources).toBe(5);
  });

  it('reads published pages below the wiki only', async () => {
    const page = (title: string, body: string): string => `<html><head><title>${title} · o/r Wiki · GitHub</title></head><body><nav><a href="/o/r/issues">Issues</a></nav><h1 class="gh-header-title">${title}</h1><div id="wiki-content"><div id="wiki-body"><div class="markdown-body">${body}</div></div><div id="wiki-pages-box"><ul><li><a href="/o/r/wiki">Home</a></li><li><a href="/o/r/wiki/B">B</a></li><li><a href="/o/r/wiki/A">A</a></li></ul></div></div></body></html>`;
    const content = await read('github-wiki', {
      '/o/r/wiki': page('Home', '<p><a href="/o/r/wiki/A">a</a> <a href="/o/r/issues">i</a> <a href="/o/r/wiki/Home/_history">h</a></p>'),
      '/o/r/wiki/A': page('A', '<p>x</p>'),
      '/o/r/wiki/B': page('B', '<p>x</p>'),
      '/o/r/issues': '<h1>Issues</h1>',
      '/o/r/wiki/Home/_history': '<h1>History</h1>',
    }, '/o/r/wiki');
    expect(outline(content.pages)).toEqual(['Home', 'B', 'A']);
    expect(content.pages[0]?.markdown).toBe(`# Home\n\n[a](wiki/A.md) [i](${site?.origin}/o/r/issues) [h](${site?.origin}/o/r/wiki/Home/_history)\n`);
    expect(content).toMatchObject({ failures: [], origins: [] });
  });
});

describe('google-docs', () => {
  const html = `<html><head><title>Doc</title><style>.c1{font-weight:700}.c2{font-style:italic}.c3{font-family:"Courier New"}</style></head><body><div id="header">Published</div><div id="contents"><p class="title"><span>Doc title</span></p><p><span class="c1">bold</span> <span class="c2 c1">both</span> <span class="c3">code</span> <a href="https://www.google.com/url?q=https://example.com/%3Fa%3D1&amp;sa=D">l</a></p><ul class="lst-kix_a-0 start"><li><span>one</span></li></ul><ul class="lst-kix_a-1 start"><li><span>deep</span></li></ul><ul class="lst-kix_a-0"><li><span>two</span></li></ul></div></body></html>`;
  const expected = '# Doc title\n\n**bold** **_both_** `code` [l](https://example.com/?a=1)\n\n- one\n  - deep\n\n* two\n';

  it.each([
    ['/document/d/e/abc/pub', '/document/d/e/abc/pub'],
    ['/document/d/abc/edit?usp=sharing', '/document/d/abc/export?format=html'],
  ])('reads a document: %s', async (start, served) => {
    const content = await read('google-docs', { [served]: html }, start);
    expect(outline(content.pages)).toEqual(['Doc title']);
    expect((content.pages[0]?.markdown ?? '').replace(/\n\n[*-] two/, '\n\n* two')).toBe(expected);
  });

  it('reads an export in an archive', async () => {
    const content = await readZip('google-docs', { 'Doc.html': html.replace('<p>', '<p><img src="images/image1.png" alt="">'), 'images/image1.png': PNG });
    expect(outline(content.pages)).toEqual(['Doc title']);
    expect(content.pages[0]?.markdown).toContain('![](images/image1.png)**bold**');
    expect(content.files).toHaveLength(1);
  });
});
