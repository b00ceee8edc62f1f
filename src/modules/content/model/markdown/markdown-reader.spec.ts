import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { markdownFragments } from './markdown-fragments.testing.js';
import { readMarkdownFacts } from './markdown-reader.js';
import { plainText } from './plain-text.testing.js';

const addresses = (markdown: string) => readMarkdownFacts(markdown).links.map(({ kind, address }) => [kind, address]);
const text = (markdown: string) => readMarkdownFacts(markdown).sections.map(({ title, body }) => `${title}|${body}`);

describe('front matter', () => {
  it('is read as YAML and is no text', () => {
    const facts = readMarkdownFacts('---\ntitle: A\ndate: 2020-01-01\n__proto__: {x: 1}\n---\n\nBody');
    expect(Object.entries(facts.frontMatter)).toEqual([['title', 'A'], ['date', '2020-01-01'], ['__proto__', { x: 1 }]]);
    expect(facts.sections).toEqual([{ anchor: '', title: '', body: 'Body' }]);
  });

  it.each(['---\na: [\n---\nx', '---\n- a\n---\nx', ' ---\na: 1\n---\nx', 'x\n---\na: 1\n---\n', '---\na: 1\nx', `---\na: ${'['.repeat(9_000)}\n---\nx`, `---\na: ${'['.repeat(99)}${']'.repeat(99)}\n---\nx`])(
    'is body text when it is none: %#',
    (markdown) => {
      const facts = readMarkdownFacts(markdown);
      expect(facts.frontMatter).toEqual({});
      expect(plainText(markdown)).toContain('x');
    },
  );

  it('may be empty, follow a byte-order mark and end lines by CR LF', () => {
    expect(plainText('---\n---\nx')).toBe('x');
    expect(readMarkdownFacts('\uFEFF---\r\na: 1\r\n---\r\nx').frontMatter).toEqual({ a: 1 });
  });
});

describe('headings', () => {
  it('have the ids that GitHub gives', () => {
    const facts = readMarkdownFacts('# A b\n## A b\n## `C`, *d*!\n## 設計 Größe\nSet\n===\n');
    expect(facts.anchors).toEqual(['a-b', 'a-b-1', 'c-d', '設計-größe', 'set']);
    expect(facts.heading).toBe('A b');
  });

  it('may name their id themselves, and keep the derived one', () => {
    const facts = readMarkdownFacts('## Deploy it <a href="#deploy" id="deploy"></a>\ntext');
    expect(facts.sections).toEqual([{ anchor: 'deploy', title: 'Deploy it', body: 'text' }]);
    expect(facts.anchors).toEqual(['deploy', 'deploy-it']);
    expect(facts.links).toEqual([]);
  });

  it('may be HTML, and ids may stand anywhere', () => {
    const facts = readMarkdownFacts('<h2 id="x">Ti<b>t</b>le</h2>\n\na <span id=\'y\'></span> <a name="z">b</a>');
    expect(facts.anchors).toEqual(['x', 'title', 'y', 'z']);
    expect(facts.sections).toEqual([{ anchor: 'x', title: 'Title', body: 'a b' }]);
  });
});

describe('text', () => {
  it('is decoded and without markup', () => {
    expect(plainText('&#35373;&#x8a08; <b class="q">bold</b> **st*ro*ng** <!-- hidden --> a\\*b')).toBe('設計 bold strong a*b');
    expect(plainText('<div>&#35373;<script>hidden()</script></div>')).toBe('設');
  });

  it('includes the title of a code block', () => {
    expect(text('```js lineNumbers title="a name.js"\nx\n```')).toEqual(['|a name.js\nx']);
    expect(text('```js subtitle="no"\nx\n```')).toEqual(['|x']);
  });

  it('includes code, tables, pictures and titles, but no tags', () => {
    const body = '```js\nlet a\n```\n\n| a | b |\n|---|---|\n| c | `d` |\n\n![alt text](x.png "caption")\n\n{% hint style="info" title="Mind" %}\ntip\n{% endhint %}\n{% tabs %}\n{% tab title="One" %}\nin\n{% endtab %}\n{% endtabs %}\n$$\nx^2\n$$\n';
    expect(plainText(body)).toBe('let a\na\nb\nc\nd\nalt text caption\nMind\ntip\nOne\nin\nx^2');
  });

  it('is cut at headings', () => {
    expect(text('a\nb\n\nc\n\n# One\nd\n\n## Two\n')).toEqual(['|a b\nc', 'One|d', 'Two|']);
  });
});

describe('links', () => {
  it('are taken from every notation', () => {
    expect(
      addresses(
        '[a](../a_\\(b\\).md#x "t") ![p](<a b.png>) [r] ![r][] <https://e.org/?a=1&b> www.e.org\n\n[r]: ./r.md\n[unused]: u.md\n\n' +
          '<a href="h.md?a&amp;b">h</a> <img src="i.png" srcset="j.png 1x, k.png 2x"> <picture><source srcset="l.webp"></picture>\n\n' +
          '{% content-ref url="p.md" %}\n[p.md](p.md)\n{% endcontent-ref %}\n{% file src="f.pdf" %}\n{% embed url="https://e.org/v" %}\n',
      ),
    ).toEqual([
      ['link', '../a_(b).md#x'],
      ['image', 'a b.png'],
      ['link', './r.md'],
      ['image', './r.md'],
      ['link', 'https://e.org/?a=1&b'],
      ['link', 'http://www.e.org'],
      ['link', 'u.md'],
      ['link', 'h.md?a&b'],
      ['image', 'i.png'],
      ['image', 'j.png'],
      ['image', 'k.png'],
      ['image', 'l.webp'],
      ['link', 'p.md'],
      ['file', 'f.pdf'],
      ['embed', 'https://e.org/v'],
    ]);
  });

  it('are none inside code', () => {
    expect(addresses('`[a](b)`\n\n```\n<a href="b">\n{% file src="x" %}\n```\n\n    [a](b)\n')).toEqual([]);
  });

  it('have a text', () => {
    expect(readMarkdownFacts('[a **b** `c`](x) <a href="y">d <i>e</i></a> ![f](z)').links.map((link) => link.text)).toEqual(['a b c', 'd e', 'f']);
  });

  it('include covers', () => {
    expect(addresses('---\ncover: .gitbook/c.png\n---\n')).toEqual([['image', '.gitbook/c.png']]);
  });
});

describe('any text', () => {
  it('never makes it throw, and comes back in words', () => {
    fc.assert(
      fc.property(markdownFragments, (markdown) => {
        readMarkdownFacts(markdown);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['[', '_a*', '<', '{% a %}', '``a`', '> ', '- ', '- a\n', '> a\nb\n', '> a\n\n', 'a\nb\n---\n', '[a](', '](', '[^a]', '[^a]: ', '[a]: b\n', '~~a', 'a <!--', '|a|b|\n', '$$', '<b>'])(
    'is read to its end when %j is repeated over 100 KB',
    (repeated) => {
      expect(readMarkdownFacts(`${repeated.repeat(100_000 / repeated.length)}\n\n\n# The end\n`)).toBeDefined();
    },
  );

  it('is text where containers nest too deeply', () => {
    expect(plainText(`${'> '.repeat(1000)}word`)).toContain('word');
    expect(plainText(`${'> '.repeat(1000)}word`).match(/>/g)?.length).toBeGreaterThan(900);
  });
});
