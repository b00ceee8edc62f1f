import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { readableContent } from './html-article.js';
import { markdownToDocument } from '../model/markdown/markdown-to-document.js';
import { headingOf, readHtmlPage } from './html-page.js';
import { htmlToMarkdown } from './html-to-markdown.js';
import { HtmlError, parseHtml } from './html-tree.js';

function convert(html: string, anchors: string[] = []): string {
  return htmlToMarkdown(parseHtml(html), { anchors: new Set(anchors) }).trim();
}

/** Addresses of links and pictures, and the HTML, in a Markdown text. */
function markupOf(markdown: string): { addresses: string[]; html: string[] } {
  const addresses: string[] = [];
  const html: string[] = [];
  const open: Nodes[] = [fromMarkdown(markdown)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'html') html.push(node.value);
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') addresses.push(node.url);
    if ('children' in node) open.push(...node.children);
  }
  return { addresses, html };
}

describe('htmlToMarkdown', () => {
  it('keeps what is ticked in a to-do list that draws its boxes', () => {
    const item = (state: string, words: string): string => `<li><div class="checkbox checkbox-${state}"></div><span>${words}</span></li>`;
    expect(convert(`<ul class="to-do-list">${item('on', 'done')}${item('off', 'open')}</ul>`)).toBe('- [x] done\n- [ ] open');
    expect(convert(`<ul><li><div class="checkbox checkbox-off"></div> <span>spaced</span></li></ul>`)).toBe('- [ ] spaced');
  });

  it('keeps what is ticked in tasks of Confluence', () => {
    expect(convert('<ul class="inline-task-list"><li class="checked" data-inline-task-id="1"><span>done</span></li><li><span>open</span></li></ul>')).toBe('- [x] done\n- [ ] open');
  });

  it('puts a list that stands right in a list below the item before it', () => {
    expect(convert('<ul><li>a</li><ul><li>b</li><ol><li>c</li></ol></ul><li>d</li></ul>')).toBe('- a\n  - b\n    1. c\n- d');
    expect(convert('<ol><ol><li>a</li></ol></ol>')).toBe('1. 1. a');
  });

  it('writes marks around the words alone', () => {
    expect(convert('<p><b>Note: </b>text<i> a</i> <b><em> b </em></b>c <b>d<br></b>e<b> </b>f <b></b>g</p>')).toBe('**Note:** text _a_ **_b_** c **d**\\\ne f g');
    expect(convert('<p><code></code>a <code>b</code> <code> </code>c</p>')).toBe('a `b` c');
  });

  it('keeps the TeX of formulas, and nothing in it that runs', () => {
    const katex = (tex: string): string => `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>e</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">e</span></span>`;
    expect(convert(`<p>a ${katex('e^{x_1}\n + |y|')} b</p>`)).toBe('a $$e^{x_1} + |y|$$ b');
    expect(convert(`<table><tr><th>A</th></tr><tr><td>${katex('|y|')}</td></tr></table>`)).toContain('| $$\\|y\\|$$ |');
    expect(convert(`<table><tr><td colspan="2">${katex('a')}</td></tr></table>`)).toContain('<span class="math">a</span>');
    expect(convert('<p>a <span class="math inline">\\(b_1\\)</span></p><div class="math">\\[c\\]</div>')).toBe('a $$b_1$$\n\n$$c$$');
    expect(convert('<p><span class="MathJax_Preview">d</span><script type="math/tex; mode=display">d^2</script></p>')).toBe('$$d^2$$');
    expect(convert('<span class="mwe-math-element"><math><semantics><mi>E</mi><annotation encoding="application/x-tex">{\\displaystyle E}</annotation></semantics></math><img src="e.svg" alt="E"></span>')).toBe('$$E$$');
    expect(markupOf(convert(`<p>${katex('&lt;img src=x onerror=alert(1)>[a](javascript:alert(1)) a&lt;b')}</p>`))).toEqual({ addresses: [], html: [] });
  });

  it('keeps words in cells apart', () => {
    expect(convert('<table><tr><th>H<div></div></th></tr><tr><td>a</td></tr></table>')).toBe('| H |\n| - |\n| a |');
    expect(convert('<table><tr><td>a <p>b</p></td></tr></table>')).toContain('<td>a<p>b</p></td>');
    expect(convert('<table><tr><td><div><p>a</p><p>b</p></div></td></tr></table>')).toContain('<p>a</p><p>b</p>');
  });

  it('keeps an anchor that stands in the sign of a heading', () => {
    expect(convert('<h2><a href="#own" id="own" class="anchor"></a>Title</h2><p><a href="#own">there</a></p>')).toBe('<a id="own"></a>\n\n## Title\n\n[there](#own)');
  });

  it('converts text, decodes entities and keeps line breaks', () => {
    expect(convert('<h2>A &amp; B</h2><p>&#35373;&#x8a08; <b>bold</b> <em>it</em><br>next <a href="../x/#y">l</a> H<sub>2</sub>O <kbd>Ctrl</kbd></p>')).toBe(
      '## A & B\n\n設計 **bold** _it_\\\nnext [l](../x/#y) H<sub>2</sub>O <kbd>Ctrl</kbd>',
    );
    expect(convert('<ol start="3"><li>c<ul><li><input type=checkbox checked disabled> d</li></ul></li></ol>')).toBe('3. c\n   - [x] d');
  });

  it('keeps text that would be a formula or a tag of our Markdown', () => {
    const words = ['$$', '$$m$$ costs $5', '{% hint style="info" %}', 'in', '{% endhint %}', '$', '{ % }', '{{ x }}'];
    const markdown = convert(words.map((each) => `<p>${each}</p>`).join(''));
    const texts = markdownToDocument(markdown).nodes.map(({ type, nodes = [] }) => [type, nodes.map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : node.type)).join('')]);
    expect(texts).toEqual(words.map((each) => ['paragraph', each]));
    expect(convert('<p><b>$$a$$</b> <a href="/x$$y">$$</a></p><pre>$$ {% x %}</pre>')).toBe('**\\$\\$a\\$\\$** [\\$\\$](/x\\$\\$y)\n\n```\n$$ {% x %}\n```');
  });

  it('drops all that runs', () => {
    const markdown = convert(
      [
        '<script>alert(1)</script><style>b{}</style><p onclick="x()">a<img src="x.png" onerror="alert(1)" alt="i"></p>',
        '<a href="javascript:alert(1)">j</a> <a href=" JaVa&#10;Script:alert(1)">k</a> <a href="vbscript:x">v</a> <a href="data:text/html,x">d</a>',
        '<iframe src="javascript:alert(1)"></iframe><object data="x"></object><svg onload="x()"><script>1</script></svg>',
        '<table><tr><td colspan="2" onmouseover="x()"><a href="javascript:1">t</a><ul><li>u</li></ul></td></tr></table>',
        '<details ontoggle="x()"><summary><img src=x onerror=y>s</summary>body</details>',
      ].join(''),
    );
    expect(markdown).not.toMatch(/script|onclick|onerror|onload|onmouse|ontoggle|alert|data:|<object|<svg|<iframe/i);
    expect(markdown).toContain('![i](x.png)');
    expect(markdown).toContain('j k v d');
    expect(markdown).not.toContain('[]');
    expect(markdown).not.toContain('()');
  });

  it.each([
    ['class on code', '<pre><code class="language-rust ignore hljs">fn main() {}\n</code></pre>', 'rust'],
    ['hljs', '<pre><code class="hljs rust"><span class="k">fn</span> main() {}</code></pre>', 'rust'],
    ['Prism', '<pre class="language-rust"><code class="language-rust">fn main() {}</code></pre>', 'rust'],
    ['Shiki', '<div class="language-rust"><button>Copy</button><span class="lang">rust</span><pre class="shiki"><code><span class="line"><span>fn main() {}</span></span></code></pre></div>', 'rust'],
    ['Pygments', '<div class="highlight-rust notranslate"><div class="highlight"><pre><span></span><span class="k">fn</span> main() {}\n</pre></div></div>', 'rust'],
    ['Rouge', '<div class="language-rust highlighter-rouge"><div class="highlight"><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n</pre></td><td class="rouge-code"><pre>fn main() {}\n</pre></td></tr></tbody></table></div></div>', 'rust'],
    ['GitHub', '<div class="highlight highlight-source-rust"><pre>fn main() {}</pre></div>', 'rust'],
    ['Confluence', '<div class="code panel"><div class="codeContent panelContent"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: rust; gutter: false">fn main() {}</pre></div></div>', 'rust'],
    ['plain', '<pre>fn main() {}</pre>', ''],
  ])('keeps code and its language: %s', (_name, html, language) => {
    expect(convert(html)).toBe(`\`\`\`${language}\nfn main() {}\n\`\`\``);
  });

  it('keeps every line of code, also where lines are elements', () => {
    expect(convert('<pre><code><div class="line">a</div><div class="line">  b</div></code></pre>')).toBe('```\na\n  b\n```');
    expect(convert('<pre>a<br>b\n\n  c\n</pre>')).toBe('```\na\nb\n\n  c\n```');
    expect(convert('<pre><code>208\n151</code></pre>')).toBe('```\n208\n151\n```');
    expect(convert('<div class="highlight"><pre>1\n2</pre></div>')).toBe('```\n1\n2\n```');
    expect(convert('<div class="highlight"><div class="filename">main.rs</div><pre>x</pre></div>')).toBe('main.rs\n\n```\nx\n```');
  });

  it('keeps tables whole', () => {
    expect(convert('<table><thead><tr><th>A</th><th align="right">B|C</th></tr></thead><tr><td><p>1</p></td><td>x<br><code>a|b</code></td></tr></table>')).toBe(
      '| A |        B\\|C |\n| - | ----------: |\n| 1 | x<br>`a\\|b` |',
    );
  });

  it('keeps complex tables as HTML without blank lines', () => {
    const markdown = convert('<table class="x" style="y"><tr><th colspan="2">A</th></tr><tr><td><pre>a\n\n\nb</pre></td><td><ul><li>c</li></ul></td></tr></table><p>after</p>');
    expect(markdown).toMatch(/^<table><tbody><tr><th colspan="2">A<\/th>/);
    expect(markdown.split('\n\n')).toHaveLength(2);
    expect(markdown.endsWith('\n\nafter')).toBe(true);
  });

  it('keeps details, figures with captions, notes and definition lists', () => {
    expect(convert('<details><summary>More <b>x</b></summary><p>In</p><pre>c</pre></details>')).toBe('<details>\n<summary>More <b>x</b></summary>\n\nIn\n\n```\nc\n```\n\n</details>');
    expect(convert('<figure><img src="a.png" alt="A"><figcaption>Cap</figcaption></figure>')).toBe('<figure><img src="a.png" alt="A"><figcaption>Cap</figcaption></figure>');
    expect(convert('<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot</p></div>')).toBe('{% hint style="warning" %}\n\nHot\n\n{% endhint %}');
    expect(convert('<dl><dt>T</dt><dd>D</dd></dl>')).toBe('- T\n\n  D');
  });

  it.each([
    ['GFM', '<p>x<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup></p><section data-footnotes class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1"><p>Note <a href="#user-content-fnref-1" data-footnote-backref>↩</a></p></li></ol></section>'],
    ['mdBook', '<p>x<sup class="footnote-reference" id="fr-1-1"><a href="#footnote-1">1</a></sup></p><hr><ol class="footnote-definition"><li id="footnote-1"><p>Note <a href="#fr-1-1">↩</a></p></li></ol>'],
    ['Word', '<p>x<sup><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup></p><ol><li id="footnote-1"><p> Note <a href="#footnote-ref-1">↑</a></p></li></ol>'],
    ['Google', '<p>x<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a> Note</p></div>'],
  ])('keeps footnotes: %s', (_name, html) => {
    const markdown = convert(html);
    expect(markdown).toContain('x[^1]');
    expect(markdown).toMatch(/\[\^1\]: Note\s*$/);
    expect(markdown).not.toMatch(/↩|↑|\(#/);
  });

  it('keeps ids of headings that are not derived, and ids that links name', () => {
    expect(convert('<h2 id="set-up"><a class="header" href="#set-up">Set up</a></h2>')).toBe('## Set up');
    expect(convert('<h2 id="x">Set up<a class="headerlink" href="#x">¶</a></h2>')).toBe('<a id="x"></a>\n\n## Set up');
    expect(convert('<h2>A</h2><h2 id="a-1">A</h2>')).toBe('## A\n\n## A');
    expect(convert('<p id="p">P</p><p id="q">Q <a href="#p">p</a></p>')).toBe('<a id="p"></a>P\n\nQ [p](#p)');
    expect(convert('<p id="p">P</p>', ['p'])).toBe('<a id="p"></a>P');
  });

  it('unwraps links around blocks', () => {
    expect(convert('<a href="x.html"><h3>Card</h3><p>Text</p></a>')).toBe('[Card Text](x.html)');
  });

  it('refuses absurdly deep nesting instead of overflowing', () => {
    expect(() => parseHtml('<div>'.repeat(100_000))).toThrow(HtmlError);
    expect(() => parseHtml('<ul><li>'.repeat(5_000))).toThrow(HtmlError);
  });

  it('never lets a scheme through that runs, and never throws', () => {
    const piece = fc.oneof(
      fc.constantFrom('<a href="', 'javascript:', '&#106;avascript:', '">', '</a>', '<img src=x onerror=', '<pre>', '</pre>', '<table><tr><td>', '<div>', '</table>', '<h1 id=a>', '<sup><a href=#a id=b>1</a></sup>', '\n\n', '<details>'),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        // Read as Markdown: as plain text, or escaped, such words are harmless.
        const { addresses, html } = markupOf(convert(pieces.join('')));
        for (const address of addresses) expect(address.replace(/[\s\p{Cc}]/gu, '')).not.toMatch(/^(?:javascript|vbscript|data):/i);
        for (const tag of html) expect(tag).not.toMatch(/<[a-z]+(?:\s+[\w-]+(?:="[^"]*")?)*\s+on\w+\s*=|(?:href|src)="\s*javascript:/i);
      }),
      { numRuns: 300 },
    );
  });
});

describe('readableContent', () => {
  const chrome = (content: string): string =>
    `<html><head><title>T</title></head><body><header><h1>Site</h1></header><nav><ul><li><a href="a">A</a></li></ul></nav>${content}<footer>Foot</footer></body></html>`;

  it.each(['<main>', '<article>', '<div role="main">', '<div id="content">'])('takes what the page marks: %s', (open) => {
    const page = readHtmlPage(chrome(`${open}<h1>Page</h1><p>Text</p><pre>c</pre></${open.slice(1).split(/[ >]/)[0] ?? ''}>`));
    const content = readableContent(page);
    expect(headingOf(content)).toBe('Page');
    expect(htmlToMarkdown(content)).toBe('# Page\n\nText\n\n```\nc\n```\n');
  });

  it('leaves the furniture out of unmarked pages and loses no structure', () => {
    const content = `<div><h2>One</h2><p>${'word '.repeat(200)}</p><pre>code</pre><table><tr><th>h</th></tr><tr><td>d</td></tr></table><h2>Two</h2><p>x</p></div>`;
    const markdown = htmlToMarkdown(readableContent(readHtmlPage(chrome(content))));
    expect(markdown).toMatch(/## One[^]*```\ncode\n```[^]*\| h[^]*## Two/);
    expect(markdown).not.toContain('Foot');
  });

  it('reads what a document says of itself', () => {
    const page = readHtmlPage('<meta http-equiv=refresh content="0; url=\'docs/\'"><meta name=robots content="noindex, follow"><link rel="canonical" href="/x"><meta property="og:title" content="O"><title>a\n b</title>');
    expect(page).toMatchObject({ refresh: 'docs/', noIndex: true, canonical: '/x', ogTitle: 'O', title: 'a b' });
    expect(readHtmlPage('<meta http-equiv=refresh content=300>').refresh).toBeUndefined();
  });
});
