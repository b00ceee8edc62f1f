import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Page, PLAIN_FIELDS } from './page.js';
import { type ContentDifference, semanticChanges } from './semantic-changes.js';

const page = (pageId: string, fields: Partial<Page> = {}): Page => ({
  pageId,
  parentId: null,
  position: 'a',
  slug: pageId,
  documentId: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...PLAIN_FIELDS,
  title: pageId,
  ...fields,
});

const NOTHING: ContentDifference = { pages: [], files: [], variables: { before: {}, after: {} } };

describe('semantic changes', () => {
  it('tell a move and an edit of one page apart, with the fields that changed', () => {
    const [before, after] = [page('a', { emoji: '1f600', variables: { x: '1' } }), page('a', { parentId: 'b', title: 'New', variables: { x: '2' } })];
    expect(semanticChanges({ ...NOTHING, pages: [{ pageId: 'a', before, after }] })).toEqual([
      { type: 'page_moved', before, after },
      { type: 'page_edited', after, attributes: { title: { before: 'a', after: 'New' }, emoji: { before: '1f600' }, variables: { before: { x: '1' }, after: { x: '2' } } } },
    ]);
  });

  it('tell each variable', () => {
    expect(semanticChanges({ ...NOTHING, variables: { before: { a: '1', b: '1', c: '1' }, after: { b: '2', c: '1', d: '1' } } })).toEqual([
      { type: 'variables_edited', variables: { a: { before: '1' }, b: { before: '1', after: '2' }, d: { after: '1' } } },
    ]);
  });

  it('are the same backwards, with before and after exchanged', () => {
    const fields = fc.record({ title: fc.constantFrom('x', 'y'), hidden: fc.boolean(), parentId: fc.constantFrom(null, 'p'), updatedAt: fc.constantFrom(new Date(0), new Date(1)) });
    fc.assert(
      fc.property(fc.option(fields), fc.option(fields), (one, other) => {
        const [before, after] = [one && page('a', one), other && page('a', other)];
        const there = semanticChanges({ ...NOTHING, pages: [{ pageId: 'a', before, after }] });
        const back = semanticChanges({ ...NOTHING, pages: [{ pageId: 'a', before: after, after: before }] });
        const turned: Readonly<Record<string, string>> = { page_created: 'page_deleted', page_deleted: 'page_created' };
        expect(back.map(({ type }) => type)).toEqual(there.map(({ type }) => turned[type] ?? type));
        const isSame = one?.title === other?.title && one?.hidden === other?.hidden && one?.parentId === other?.parentId && (one === null) === (other === null);
        expect(there.length === 0).toBe(isSame);
      }),
    );
  });
});
