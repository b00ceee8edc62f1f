import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchedLines } from '../merge/matched-lines.js';
import { documentToMarkdown } from './document-to-markdown.js';
import type { Block } from './json-document.js';
import { markdownFragments } from './markdown-fragments.testing.js';
import { markdownToDocument } from './markdown-to-document.js';
import { keepUnchanged } from './unchanged-markdown.js';

const BEFORE = `\uFEFF---
description: Of the page
---

Setext
======
A line,
its second<br>and *third*, see [here][ref]<!-- a comment -->.
* * *
<!-- Left alone. -->

<div class="own">

| A|B |
|--|:-:|
|x \\| y| z[^n]|
</div>

* loose

* list

    code

[ref]: a.md  "Title"
[^n]: A note.

##### Deep #####
The end, without a line's end`;

/** The Markdown after the blocks were changed. */
function rewritten(markdown: string, change: (blocks: Block[]) => void): string {
  const document = markdownToDocument(markdown);
  change(document.nodes);
  return keepUnchanged(documentToMarkdown(document), { markdown, references: {} });
}

const paragraph = (text: string): Block => ({ object: 'block', type: 'paragraph', data: {}, isVoid: false, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }] });
const nothing = (): void => undefined;

describe('keepUnchanged', () => {
  it('keeps to the byte what nothing changed', () => {
    expect(rewritten(BEFORE, nothing)).toBe(BEFORE);
    expect(rewritten('', nothing)).toBe('');
    expect(rewritten('---\nicon: x\n---\n', nothing)).toBe('---\nicon: x\n---\n');
  });

  it('writes only the blocks that are new', () => {
    expect(rewritten(BEFORE, (blocks) => (blocks[3] = paragraph('Instead.')))).toBe(BEFORE.replace('\n<!-- Left alone. -->', '\n\nInstead.'));
    expect(rewritten(BEFORE, (blocks) => blocks.push(paragraph('More.')))).toBe(`${BEFORE}\n\nMore.\n`);
    expect(rewritten(BEFORE, (blocks) => blocks.unshift(paragraph('First.')))).toBe(BEFORE.replace('Setext', 'First.\n\nSetext').replace('---\n\nF', '---\nF'));
    expect(rewritten(BEFORE, (blocks) => blocks.pop())).toBe(`${BEFORE.slice(0, BEFORE.indexOf('\nThe end'))}\n`);
  });

  it('keeps definitions only for what needs them', () => {
    const without = rewritten(BEFORE, (blocks) => blocks.splice(1, 1));
    expect(without).not.toContain('[ref]');
    expect(without).toContain('[^n]: A note.');
    expect(without).toContain('<!-- Left alone. -->');
  });

  it('knows addresses by what they lead to', () => {
    const markdown = 'See  [a](a.md) and [b](../b.png).\n';
    const written = 'See [a](/pages/p1) and [b](/files/f1).\n\nMore.\n';
    const references = { 'a.md': { kind: 'page', page: 'p1' }, '../b.png': { kind: 'file', file: 'f1' } } as const;
    expect(keepUnchanged(written, { markdown: markdown.replace('  ', ' '), references })).toBe('See [a](a.md) and [b](../b.png).\n\nMore.\n');
    expect(keepUnchanged(written, { markdown, references: { ...references, 'a.md': { kind: 'page', page: 'p2' } } })).toBe(written);
  });

  it('writes all but the front matter anew where it would be too long otherwise', () => {
    const markdown = `---\nicon: x\n---\nTitle\n${'='.repeat(1_000)}\n`;
    const written = '# Title\n\nMore.\n';
    const kept = `${markdown}\nMore.\n`;
    const of = (longest?: number): string => keepUnchanged(written, { markdown, references: {} }, longest);
    expect([of(), of(kept.length), of(kept.length - 1)]).toEqual([kept, kept, `---\nicon: x\n---\n${written}`]);
  });

  it('keeps a text of any kind, and always reads as what was written', () => {
    const blocksOf = (markdown: string): Block[] => markdownToDocument(markdown).nodes;
    fc.assert(
      fc.property(markdownFragments, markdownFragments, fc.nat(), fc.nat({ max: 3 }), (before, other, at, gone) => {
        expect(rewritten(before, nothing)).toBe(before);
        const document = markdownToDocument(before);
        document.nodes.splice(at % (document.nodes.length + 1), gone, ...blocksOf(other));
        const written = documentToMarkdown(document);
        expect(blocksOf(keepUnchanged(written, { markdown: before, references: {} }))).toEqual(blocksOf(written));
      }),
    );
  });

  it('takes a time in proportion where blocks repeat', () => {
    const many = 'same\n\n'.repeat(1_000);
    expect(rewritten(many, (blocks) => blocks.splice(400, 1, paragraph('other')))).toBe(`${'same\n\n'.repeat(400)}other\n\n${'same\n\n'.repeat(599)}`);
  });
});

describe('matchedLines', () => {
  it('finds lines in order', () => {
    expect(matchedLines(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([0, undefined, 2]);
    expect(matchedLines(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual([undefined, 0, 1]);
    expect(matchedLines(['-', 'b', '-'], ['-', 'x', '-', 'b', '-'])).toEqual([0, undefined, undefined, 1, 2]);
    expect(matchedLines([], ['a'])).toEqual([undefined]);
    expect(matchedLines(['a', 'a'], ['a', 'a', 'a'])).toEqual([0, 1, undefined]);
  });
});
