import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasConflictMarkers } from './conflict-markers.js';
import { mergeMarkdown } from './merge-markdown.js';

const BASE = '# Title\n\nOne\n\nTwo\n\nThree\n';

/** Few different lines, so that they repeat; with and without a last line end, and with both kinds of line ends. */
const text = fc
  .record({ lines: fc.array(fc.constantFrom('', 'a', 'b', 'c', '  a', 'é', '---', '|x|'), { maxLength: 12 }), end: fc.constantFrom('\n', '\r\n'), isEnded: fc.boolean() })
  .map(({ lines, end, isEnded }) => lines.join(end) + (isEnded && lines.length > 0 ? end : ''));

function linesOf(markdown: string): string[] {
  return markdown.split(/\r?\n/);
}

function countOf(lines: readonly string[], line: string): number {
  return lines.filter((other) => other === line).length;
}

describe('mergeMarkdown', () => {
  it.each([
    ['different places', BASE.replace('One', 'One, changed'), BASE.replace('Three', 'Three, changed'), '# Title\n\nOne, changed\n\nTwo\n\nThree, changed\n'],
    ['the same edit on both sides', BASE.replace('Two', '2'), BASE.replace('Two', '2'), BASE.replace('Two', '2')],
    ['the same edit, and one more on each side', BASE.replace('Two', '2').replace('One', '1'), BASE.replace('Two', '2').replace('Three', '3'), '# Title\n\n1\n\n2\n\n3\n'],
    ['additions at the start and at the end', `Before\n\n${BASE}`, `${BASE}\nAfter\n`, `Before\n\n${BASE}\nAfter\n`],
    ['a deletion and an edit elsewhere', BASE.replace('One\n\n', ''), BASE.replace('Three', '3'), '# Title\n\nTwo\n\n3\n'],
    ['other line ends, and an edit', BASE.replaceAll('\n', '\r\n'), BASE.replace('Two', '2'), BASE.replace('Two', '2').replaceAll('\n', '\r\n')],
    ['a missing last line end, and an edit of the last line', BASE.trimEnd(), BASE.replace('Three', '3'), BASE.replace('Three', '3').trimEnd()],
    ['a last line end that both add', `${BASE}\n`, `${BASE.replace('One', '1')}\n`, `${BASE.replace('One', '1')}\n`],
    ['white space within and behind a line', BASE.replace('One', 'One  '), BASE.replace('Three', '  Three'), '# Title\n\nOne  \n\nTwo\n\n  Three\n'],
    ['an emptied text on one side', '', BASE, ''],
  ])('brings %s together', (_name, main, branch, merged) => {
    expect(mergeMarkdown(BASE, main, branch)).toEqual({ value: merged, conflict: false });
    expect(mergeMarkdown(BASE, branch, main)).toEqual({ value: merged, conflict: false });
  });

  it.each([
    ['a line', BASE.replace('Two', 'Two of main'), BASE.replace('Two', 'Two of branch'), '# Title\n\nOne\n\n<<<<<<< change request\nTwo of branch\n=======\nTwo of main\n>>>>>>> main content\n\nThree\n'],
    ['an edit against a deletion', BASE.replace('Two\n', ''), BASE.replace('Two', '2'), '# Title\n\nOne\n\n<<<<<<< change request\n2\n=======\n>>>>>>> main content\n\nThree\n'],
    ['an addition in one place', `${BASE}\nMain\n`, `${BASE}\nBranch\n`, `${BASE}\n<<<<<<< change request\nBranch\n=======\nMain\n>>>>>>> main content\n`],
    ['white space alone', BASE.replace('Two', ' Two'), BASE.replace('Two', 'Two '), '# Title\n\nOne\n\n<<<<<<< change request\nTwo \n=======\n Two\n>>>>>>> main content\n\nThree\n'],
    ['forms of one character', BASE.replace('Two', 'caf\u00E9'), BASE.replace('Two', 'cafe\u0301'), '# Title\n\nOne\n\n<<<<<<< change request\ncafe\u0301\n=======\ncaf\u00E9\n>>>>>>> main content\n\nThree\n'],
    ['the emptied text against an edit', '', BASE.replace('Two', '2'), `<<<<<<< change request\n${BASE.replace('Two', '2')}=======\n>>>>>>> main content\n`],
  ])('marks %s that both sides changed', (_name, main, branch, merged) => {
    expect(mergeMarkdown(BASE, main, branch)).toEqual({ value: merged, conflict: true });
  });

  it('takes lines side by side for one place, and lines with one between for two', () => {
    const base = 'a\nb\nc\nd\n';
    expect(mergeMarkdown(base, 'A\nb\nc\nd\n', 'a\nB\nc\nd\n')).toEqual({ value: '<<<<<<< change request\na\nB\n=======\nA\nb\n>>>>>>> main content\nc\nd\n', conflict: true });
    expect(mergeMarkdown(base, 'A\nb\nc\nd\n', 'a\nb\nC\nd\n')).toEqual({ value: 'A\nb\nC\nd\n', conflict: false });
  });

  it('keeps lines apart that look alike', () => {
    const base = 'x\n\nsame\n\ny\n\nsame\n\nz\n';
    expect(mergeMarkdown(base, 'x\n\nsame\n\nsame\n\ny\n\nsame\n\nz\n', 'x\n\nsame\n\ny\n\nsame!\n\nz\n').value).toBe('x\n\nsame\n\nsame\n\ny\n\nsame!\n\nz\n');
    expect(mergeMarkdown('constructor\n__proto__\n', 'constructor\n__proto__\ntoString\n', '__proto__ \nconstructor\n__proto__\n').value).toBe('__proto__ \nconstructor\n__proto__\ntoString\n');
  });

  it('merges front matter by lines', () => {
    const base = '---\ndescription: old\nicon: book\n---\n\nText\n';
    expect(mergeMarkdown(base, base.replace('old', 'new'), base.replace('Text', 'Words')).value).toBe('---\ndescription: new\nicon: book\n---\n\nWords\n');
  });

  it('marks whole what began on both sides', () => {
    expect(mergeMarkdown(null, 'Same\nmain\n', 'Same\nbranch\n')).toEqual({ value: 'Same\n<<<<<<< change request\nbranch\n=======\nmain\n>>>>>>> main content\n', conflict: true });
    expect(mergeMarkdown(null, 'Same\n', 'Same\n')).toEqual({ value: 'Same\n', conflict: false });
  });

  it('gives the other side where one is unchanged, to the character', () => {
    fc.assert(
      fc.property(text, text, (base, side) => {
        expect(mergeMarkdown(base, base, side)).toEqual({ value: side, conflict: false });
        expect(mergeMarkdown(base, side, base)).toEqual({ value: side, conflict: false });
        expect(mergeMarkdown(base, side, side)).toEqual({ value: side, conflict: false });
      }),
    );
  });

  it('is the same whichever way', () => {
    fc.assert(
      fc.property(text, text, text, (base, main, branch) => {
        const one = mergeMarkdown(base, main, branch);
        const other = mergeMarkdown(base, branch, main);
        expect(other.conflict).toBe(one.conflict);
        if (!one.conflict) expect(other.value).toBe(one.value);
      }),
      { numRuns: 500 },
    );
  });

  it('marks what it can’t decide, and nothing else', () => {
    fc.assert(
      fc.property(text, text, text, (base, main, branch) => {
        const { value, conflict } = mergeMarkdown(base, main, branch);
        expect(hasConflictMarkers(value, null)).toBe(conflict);
      }),
    );
  });

  it('loses no line that a side added', () => {
    fc.assert(
      fc.property(text, text, text, (base, main, branch) => {
        const merged = linesOf(mergeMarkdown(base, main, branch).value);
        for (const side of [linesOf(main), linesOf(branch)]) {
          for (const line of new Set(side)) {
            const added = line !== '' && countOf(side, line) > countOf(linesOf(base), line);
            if (added) expect(merged).toContain(line);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('brings edits of paragraphs of their own together', () => {
    const edits = fc.array(fc.constantFrom('keep', 'edit', 'delete'), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(edits, edits, fc.nat({ max: 29 }), (mainEdits, branchEdits, border) => {
        const write = (edit: (index: number) => string | undefined): string =>
          Array.from({ length: 30 }, (_, index) => ({ keep: `${String(index)}\n\n`, edit: `${String(index)} edited\n\n`, delete: '' })[edit(index) ?? 'keep']).join('');
        const main = (index: number): string | undefined => (index < border ? mainEdits[index] : 'keep');
        const branch = (index: number): string | undefined => (index > border ? branchEdits[index] : 'keep');
        expect(mergeMarkdown(write(() => 'keep'), write(main), write(branch))).toEqual({ value: write((index) => (index < border ? main(index) : branch(index))), conflict: false });
      }),
    );
  });

  it('takes in again what it has', () => {
    const paragraphs = fc.uniqueArray(fc.stringMatching(/^[a-z]{3}$/), { minLength: 5, maxLength: 20 });
    fc.assert(
      fc.property(paragraphs, fc.nat(), fc.nat(), (base, one, other) => {
        const write = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
        const edited = (index: number, mark: string): string => write(base.map((line, at) => (at === index % base.length ? `${line} ${mark}` : line)));
        const branch = edited(other, 'branch');
        const { value, conflict } = mergeMarkdown(write(base), edited(one, 'main'), branch);
        if (!conflict) expect(mergeMarkdown(write(base), value, branch)).toEqual({ value, conflict: false });
      }),
    );
  });
});

describe('the size of a text', () => {
  const LINES = 50_000;
  const write = (line: (index: number) => string): string => Array.from({ length: LINES }, (_, index) => `${line(index)}\n`).join('');

  it('may be large: blank lines and text in turn', () => {
    const base = write((index) => (index % 2 === 0 ? '' : `Line ${String(index)}`));
    const main = base.replaceAll(/Line (\d*01)\n/g, 'Main $1\n');
    const branch = base.replaceAll(/Line (\d*51)\n/g, 'Branch $1\n\nand more\n');
    const { value, conflict } = mergeMarkdown(base, main, branch);
    expect(conflict).toBe(false);
    expect(value).toBe(main.replaceAll(/Line (\d*51)\n/g, 'Branch $1\n\nand more\n'));
  });

  it('may be large: every line is another on each side', () => {
    const { conflict } = mergeMarkdown(write((index) => `o${String(index)}`), write((index) => `m${String(index)}`), write((index) => `b${String(index)}`));
    expect(conflict).toBe(true);
  });

  it('may be large: all lines are equal', () => {
    const base = write(() => 'x');
    expect(mergeMarkdown(base, `start\n${base}`, `${base}end\n`)).toEqual({ value: `start\n${base}end\n`, conflict: false });
    const turned = mergeMarkdown(`${base}${write(() => 'y')}`, `${write(() => 'y')}${base}`, `z\n${base}${write(() => 'y')}z\n`);
    expect(turned.conflict).toBe(true);
  });

  it('may be large: a few lines repeat without order', () => {
    const shuffled = (factor: number): string => write((index) => String((index * index * factor) % 7));
    expect(mergeMarkdown(shuffled(1), shuffled(3), shuffled(5)).conflict).toBe(true);
  });

  it('may be large: one line', () => {
    const line = 'word '.repeat(200_000);
    expect(mergeMarkdown(line, `${line}main`, `${line}branch`).conflict).toBe(true);
  });
});
