import { describe, expect, it } from '@jest/globals';
import { parseSummary, type SummaryEntry, type SummaryPart } from './summary.js';

const lines = (parts: readonly SummaryPart[]): string[] => {
  const below = (entries: readonly SummaryEntry[], depth: number): string[] =>
    entries.flatMap(({ title, address, entries: inner }) => [`${'  '.repeat(depth)}${title} ${address ?? '-'}`, ...below(inner, depth + 1)]);
  return parts.flatMap(({ title, entries }) => [...(title === undefined ? [] : [`# ${title}`]), ...below(entries, title === undefined ? 0 : 1)]);
};

describe('parseSummary', () => {
  it('reads mdBook', () => {
    expect(lines(parseSummary('# Summary\n\n[Preface](pre.md)\n\n# Part `one`\n\n1. [A](a.md)\n    - [B \\[b\\]](b.md)\n- [C]()\n\n---\n\n# Part two\n\n- [D](<d e.md>)\n\n[Suffix](s.md)\n[Other](o.md)\n'))).toEqual([
      'Preface pre.md', '# Part one', '  A a.md', '    B [b] b.md', '  C -', '# Part two', '  D d e.md', 'Suffix s.md', 'Other o.md',
    ]);
  });

  it('reads GitBook', () => {
    expect(lines(parseSummary('# Table of contents\r\n\r\n* [Intro](README.md)\r\n* Plain\r\n  * [X](x.md#y)\r\n\r\n## Group\r\n\r\n* [L](https://h/a "t")\r\n'))).toEqual(['Intro README.md', 'Plain -', '  X x.md#y', '# Group', '  L https://h/a']);
  });

  it('reads addresses with blanks and brackets as people write them', () => {
    expect(lines(parseSummary('* [A](a b.md)\n* [B (c)](Today (2014).md)\n* [D]\n* e [F](g h.md)\n'))).toEqual(['A a b.md', 'B (c) Today (2014).md', '[D] -', 'e [F](g h.md) -']);
  });

  it('finds links in emphasis', () => {
    expect(lines(parseSummary('* **[A](a.md)**\n  * *[B](b.md)* ~~[C](c.md)~~\n* **_D_**\n'))).toEqual(['A a.md', '  B b.md', '  C c.md', 'D -']);
  });

  it('survives absurd nesting, and what is no table of contents', () => {
    expect(parseSummary('')).toEqual([]);
    expect(parseSummary('text\n\n| a |\n| - |\n')).toEqual([]);
    const deep = Array.from({ length: 300 }, (_unused, depth) => `${'  '.repeat(depth)}- [p${depth}](p${depth}.md)`).join('\n');
    const all: string[] = [];
    const open = parseSummary(deep).flatMap(({ entries }) => entries);
    for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
      all.push(entry.title);
      open.push(...entry.entries);
    }
    expect(all).toHaveLength(300);
    expect(() => parseSummary(`${'- '.repeat(2_000)}[a](b.md)`)).not.toThrow();
    expect(() => parseSummary(`- ${'['.repeat(2_000)}a`)).not.toThrow();
  });
});
