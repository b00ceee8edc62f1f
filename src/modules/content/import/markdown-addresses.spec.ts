import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstHeading } from './markdown-title.js';
import { readFrontMatter } from './front-matter.js';
import { markdownAddresses, rewriteMarkdownAddresses } from './markdown-addresses.js';
import { markdownTable, parseCommaSeparated } from './comma-separated.js';

describe('rewriteMarkdownAddresses', () => {
  it('changes addresses and nothing else', () => {
    const markdown = '---\na: b\n---\n* [x](a.md "t") ![y](<b c.png>)\n> [z][r] `[no](a.md)`\n\n\t[no](a.md)\n\n[r]: a.md#f\n\n<img alt="" src="a.md">\r\n\r\n[![i](a.md)](a.md)\n\n{% file src="a.md" %}\n\n{% file  src=\'a.md\' %}\n';
    expect(rewriteMarkdownAddresses(markdown, ({ address }) => (address.startsWith('a.md') ? address.replace('a.md', 'Z') : undefined))).toBe(
      '---\na: b\n---\n* [x](Z "t") ![y](<b c.png>)\n> [z][r] `[no](a.md)`\n\n\t[no](a.md)\n\n[r]: Z#f\n\n<img alt="" src="Z">\r\n\r\n[![i](Z)](Z)\n\n{% file src="Z" %}\n\n{% file  src=\'Z\' %}\n',
    );
  });

  it('survives deep nesting and long runs', () => {
    for (const text of ['> '.repeat(1_000), '['.repeat(1_000), '![['.repeat(500), '*a_'.repeat(500), '- '.repeat(500)]) {
      expect(rewriteMarkdownAddresses(`${text}[a](b)`, () => undefined)).toBe(`${text}[a](b)`);
    }
    expect(firstHeading(`# ${'['.repeat(100_000)}`)).toBeDefined();
  });

  it('keeps every text to the byte when nothing is changed', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom('[a](b)', '![', '](', ')', '<', '>', '\n', '    ', '\t', '`', '[x]: y', '> ', '- ', '\r\n', 'é', '<a href="x">'), { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      expect(rewriteMarkdownAddresses(text, ({ start, end }) => text.slice(start, end))).toBe(text);
    }));
  });

  it('takes the addresses that were found before', () => {
    const markdown = '[a](a.md) ![b](<b c.png>) <img src="d.png">';
    const [a, ...others] = markdownAddresses(markdown);
    expect(a).toMatchObject({ kind: 'link', address: 'a.md' });
    expect(rewriteMarkdownAddresses(markdown, () => 'Z', others)).toBe('[a](a.md) ![b](<Z>) <img src="Z">');
  });
});

describe('titles and front matter', () => {
  it.each([
    ['# A *b* `c` [d](e) #\n', 'A b c d'],
    ['x\n\nTitle\n===\n', 'Title'],
    ['```\n# no\n```\n# Yes', 'Yes'],
    ['---\ntitle: x\n# no\n---\n# Yes', 'Yes'],
    ['<h1 align="center">Logo &amp; co</h1>', 'Logo & co'],
    ['## Two', undefined],
  ])('finds the heading of %j', (markdown, title) => {
    expect(firstHeading(markdown)).toBe(title);
  });

  it('takes what the front matter tells, and no more', () => {
    expect(readFrontMatter('---\ndescription: >-\n  a\n  b\nicon: x\nemoji: 1f600\nhidden: true\nnoIndex: "yes"\nlayout:\n  width: wide\n  title:\n    visible: false\nvars:\n  a: 1\n  b: {}\ncover: ../i/c.png\ncoverDark: https://h/d.png\ncoverY: 2.5\n---\nbody', 'p/a.md')).toEqual({
      description: 'a b', icon: 'x', emoji: '😀', hidden: true, layout: { width: 'wide', title: false }, variables: { a: '1' }, cover: { ref: 'i/c.png', refDark: 'https://h/d.png', yPos: 2.5 },
    });
    expect(readFrontMatter('---\n- a\n---\n', 'a.md')).toEqual({});
    expect(readFrontMatter('---\na: [\n---\n', 'a.md')).toEqual({});
    expect(readFrontMatter('---\ntitle: a\ntitle: b\n---\n', 'a.md')).toEqual({ title: 'b' });
    expect(readFrontMatter(`---\ntitle: a\n${'# long\n'.repeat(10_000)}---\n`, 'a.md')).toEqual({});
    // Reading it would end the process.
    expect(readFrontMatter(`---\ntitle: a\nvars: ${'['.repeat(8_000)}\n---\n`, 'a.md')).toEqual({});
    expect(readFrontMatter('---\n---\n', 'a.md')).toEqual({});
  });
});

describe('comma-separated files', () => {
  it('reads back what was written', () => {
    const field = fc.string().filter((text) => !/[\0]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        expect(parseCommaSeparated(text)).toEqual(rows);
      }),
    );
    expect(parseCommaSeparated('a,b\n,\n"x"')).toEqual([['a', 'b'], ['', ''], ['x']]);
    expect(parseCommaSeparated('a,\n')).toEqual([['a', '']]);
    expect(markdownTable([['a', 'b'], ['1|2']])).toBe('| a | b |\n| --- | --- |\n| 1\\|2 |  |\n');
  });
});
