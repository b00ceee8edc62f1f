import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Page } from '../page.js';
import { hasConflictMarkers } from './conflict-markers.js';
import { mergeContent } from './merge-content.js';
import { changesOf, EMPTY_LINE, type Line, merge, waysUp, withFields, withMove, withoutPage, withPage } from './merge-lines.testing.js';
import { areInPlace } from './page-states.js';

type Edit = (line: Line, side: string) => Line;

const PAGES = Array.from({ length: 12 }, (_, index) => `p${String(index)}`);
const page = fc.constantFrom(...PAGES);
const parent = fc.option(fc.constantFrom(...PAGES, 'n0', 'n1', 'n2'), { nil: null });
const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd'), { maxLength: 8 }).map((texts) => texts.map((text) => `${text}\n`).join(''));

/** One thing that a person does to a line. Ids of new pages differ from side to side. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.nat({ max: 2 }), parent, fc.constantFrom('new', 'p1', 'new-1')).map(([number, parentId, slug]): Edit => (line, side) => {
    const pageId = `${side}n${String(number)}`;
    const known = parentId?.startsWith('n') === true ? `${side}${parentId}` : parentId;
    return line.pages.has(pageId) || (known !== null && !line.pages.has(known)) ? line : withPage(line, pageId, { parentId: known, slug, documentId: `${pageId}\n` });
  }),
  page.map((pageId): Edit => (line) => withoutPage(line, pageId)),
  fc.tuple(page, parent, fc.option(page, { nil: undefined })).map(([pageId, parentId, before]): Edit => (line, side) => withMove(line, pageId, parentId?.startsWith('n') === true ? `${side}${parentId}` : parentId, before)),
  fc.tuple(page, fc.constantFrom('One', 'Other')).map(([pageId, title]): Edit => (line) => withFields(line, pageId, { title })),
  fc.tuple(page, lines).map(([pageId, documentId]): Edit => (line) => withFields(line, pageId, { documentId })),
  fc.tuple(page, fc.constantFrom('p1', 'new', 'x')).map(([pageId, slug]): Edit => (line) => (isFree(line, pageId, slug) ? withFields(line, pageId, { slug }) : line)),
);

const edits = fc.array(edit, { maxLength: 8 });
const base = fc.array(fc.tuple(fc.option(fc.nat()), lines), { minLength: PAGES.length, maxLength: PAGES.length }).map((places) =>
  places.reduce((line, [place, documentId], index) => {
    const parentId = place === null || index === 0 ? null : (PAGES[place % index] ?? null);
    return withPage(line, PAGES[index] ?? '', { parentId, documentId });
  }, EMPTY_LINE),
);
const situation = fc.tuple(base, edits, edits).map(([start, ofMain, ofBranch]) => ({ start, main: made(start, ofMain, 'm'), branch: made(start, ofBranch, 'b') }));

function made(line: Line, edits: readonly Edit[], side: string): Line {
  return edits.reduce((edited, apply) => apply(edited, side), line);
}

function isFree(line: Line, pageId: string, slug: string): boolean {
  const parentId = line.pages.get(pageId)?.parentId;
  return ![...line.pages.values()].some((other) => other.parentId === parentId && other.slug === slug);
}

function isWhole(line: Line): void {
  for (const { pageId, parentId } of line.pages.values()) {
    const way = waysUp(line, pageId);
    expect(line.pages.get(way.at(-1) ?? '')?.parentId).toBeNull();
    if (parentId !== null) expect(line.pages.has(parentId)).toBe(true);
  }
  const pages = [...line.pages.values()];
  expect(new Set(pages.map(({ parentId, slug }) => `${String(parentId)}/${slug}`)).size).toBe(pages.length);
  expect(new Set(pages.map(({ parentId, position }) => `${String(parentId)}/${position}`)).size).toBe(pages.length);
}

function sorted(line: Line): Page[] {
  return [...line.pages.values()].sort((one, other) => (one.pageId < other.pageId ? -1 : 1));
}

/** What somebody writes on a page, without moving it. */
const writing = fc.tuple(page, fc.constantFrom('One', 'Other'), lines);

const RUNS = { numRuns: 150 };

describe('merging content', () => {
  it('with an unchanged side gives the other side', () => {
    fc.assert(
      fc.property(situation, ({ start, main }) => {
        expect(merge('branch', start, main, start)).toMatchObject({ conflicts: [], merged: main });
        expect(merge('main', start, start, main)).toMatchObject({ conflicts: [], merged: main });
        expect(merge('main', start, main, start)).toMatchObject({ conflicts: [], changes: { pages: [], deletedPages: [] } });
        expect(merge('main', start, main, main)).toMatchObject({ conflicts: [], changes: { pages: [], deletedPages: [] } });
      }),
    );
  });

  it('gives a whole tree, the same on both lines', () => {
    fc.assert(
      fc.property(situation, ({ start, main, branch }) => {
        const intoMain = merge('main', start, main, branch);
        const intoBranch = merge('branch', start, main, branch);
        isWhole(intoMain.merged);
        expect(sorted(intoBranch.merged)).toEqual(sorted(intoMain.merged));
        expect(intoBranch.conflicts).toEqual(intoMain.conflicts);
      }),
      RUNS,
    );
  });

  it('of edits in place is the same whatever the main content changed of other pages', () => {
    fc.assert(
      fc.property(base, edits, fc.array(writing, { maxLength: 6 }), (start, ofMain, writings) => {
        const main = made(start, ofMain, 'm');
        const ofMainSide = changesOf(start, main);
        const taken = new Set(ofMainSide.pages.map(({ pageId }) => pageId));
        const branch = writings.filter(([pageId]) => !taken.has(pageId)).reduce((line, [pageId, title, documentId]) => withFields(line, pageId, { title, documentId }), start);
        const ofBranch = changesOf(start, branch);
        expect(areInPlace(ofBranch.pages)).toBe(true);
        const input = { branch: ofBranch, baseVariables: start.variables, surroundings: { markdowns: new Map(), unchanged: [] } };
        const { conflicts, changes } = merge('main', start, main, branch);
        expect(mergeContent('main', { ...input, main: { ...ofMainSide, pages: [] } })).toEqual({ conflicts, changes });
      }),
      RUNS,
    );
  });

  it('says the same whichever side is which', () => {
    const neutral = ({ pages }: Line): unknown => new Map([...pages].map(([id, state]) => [id, { ...state, slug: '', position: '' }]));
    fc.assert(
      fc.property(situation, ({ start, main, branch }) => {
        const one = merge('main', start, main, branch);
        const other = merge('main', start, branch, main);
        expect(other.conflicts.length === 0).toBe(one.conflicts.length === 0);
        if (one.conflicts.length === 0) expect(neutral(other.merged)).toEqual(neutral(one.merged));
      }),
      RUNS,
    );
  });

  it('loses no page that a side made or edited', () => {
    fc.assert(
      fc.property(situation, ({ start, main, branch }) => {
        const { merged } = merge('branch', start, main, branch);
        for (const side of [main, branch]) {
          for (const [pageId, { title, documentId }] of side.pages) {
            const before = start.pages.get(pageId);
            if (before === undefined || before.title !== title || before.documentId !== documentId) expect(merged.pages.has(pageId)).toBe(true);
          }
        }
      }),
      RUNS,
    );
  });

  it('loses no line that a side added', () => {
    fc.assert(
      fc.property(situation, ({ start, main, branch }) => {
        const { merged } = merge('branch', start, main, branch);
        for (const [pageId, { documentId }] of [...main.pages, ...branch.pages]) {
          const before = (start.pages.get(pageId)?.documentId ?? '').split('\n');
          const after = merged.pages.get(pageId)?.documentId?.split('\n');
          for (const line of documentId?.split('\n') ?? []) if (!before.includes(line)) expect(after).toContain(line);
        }
      }),
      RUNS,
    );
  });

  it('is clean after an update, and gives the branch', () => {
    fc.assert(
      fc.property(situation, ({ start, main, branch }) => {
        const updated = merge('branch', start, main, branch).merged;
        const mergedIn = merge('main', main, main, updated);
        expect(mergedIn.conflicts).toEqual([]);
        expect(sorted(mergedIn.merged)).toEqual(sorted(updated));
        expect(merge('branch', mergedIn.merged, mergedIn.merged, updated)).toMatchObject({ conflicts: [], changes: { pages: [], deletedPages: [] } });
      }),
      RUNS,
    );
  });

  it('leaves markers exactly where a person has to choose', () => {
    fc.assert(
      fc.property(situation, ({ start, main, branch }) => {
        const { merged, conflicts } = merge('branch', start, main, branch);
        const marked = [...merged.pages.values()].filter(({ documentId }) => hasConflictMarkers(documentId ?? '', null)).map(({ pageId }) => pageId);
        const told = new Set(conflicts.flatMap((conflict) => (conflict.kind === 'page' ? [conflict.pageId] : [])));
        expect(marked.filter((pageId) => !told.has(pageId))).toEqual([]);
        for (const conflict of conflicts) if (conflict.kind === 'page' && (conflict.field === 'markdown' || conflict.field === 'title')) expect(marked).toContain(conflict.pageId);
      }),
      RUNS,
    );
  });
});
