import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BadInputError } from '../errors/errors.js';
import { Cursors, cursorScope } from './cursors.js';
import type { CursorValue, KeysetColumn } from './keyset.js';

const cursors = new Cursors('key');
const scope = cursorScope('comments', { status: 'open', authors: ['a', 'b'] });
const columns: KeysetColumn[] = [
  { sql: 'posted_at', direction: 'desc' },
  { sql: 'id', direction: 'asc' },
];
const values = ['2026-01-01T00:00:00.000Z', 'c1'];
const page = cursors.encode(scope, values);

describe('cursors', () => {
  it('hold nothing for the first page', () => {
    expect(cursors.decode(scope, undefined, columns)).toEqual([]);
  });

  it('are opaque, URL-safe, and give back their values', () => {
    const anyValue = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(anyValue, { maxLength: 5 }), fc.string(), (some: CursorValue[], where) => {
        const token = cursors.encode(where, some);
        expect(token).toMatch(/^[\w-]+$/);
        const kinds = some.map((value): KeysetColumn => ({ sql: 'x', direction: 'asc', kind: typeof value === 'number' ? 'number' : 'string', nullable: value === null }));
        expect(cursors.decode(where, token, kinds)).toEqual(some);
      }),
    );
  });

  it('count for one list with its filters only', () => {
    for (const other of [cursorScope('replies', { status: 'open', authors: ['a', 'b'] }), cursorScope('comments', { status: 'open', authors: ['a'] }), '']) {
      expect(() => cursors.decode(other, page, columns)).toThrow(BadInputError);
    }
    expect(() => new Cursors('another key').decode(scope, page, columns)).toThrow('page: is not a page of this list with these filters');
  });

  it('keep absent filters apart from empty ones', () => {
    expect(cursorScope('a', { title: undefined })).not.toBe(cursorScope('a', { title: '' }));
  });

  it('cannot be changed or made up', () => {
    const position = fc.nat(page.length - 1);
    const letter = fc.constantFrom(...'abcXYZ019-_=+/. ');
    fc.assert(
      fc.property(position, letter, (at, changed) => {
        const forged = page.slice(0, at) + changed + page.slice(at + 1);
        if (forged !== page) expect(() => cursors.decode(scope, forged, columns)).toThrow(BadInputError);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => cursors.decode(scope, text, columns)).toThrow(BadInputError);
      }),
    );
    for (const text of [`${page}=`, `${page}A`, ` ${page}`, page.slice(0, 10), `https://docs.example.com/?page=${page}`]) {
      expect(() => cursors.decode(scope, text, columns)).toThrow(BadInputError);
    }
  });

  it.each([[['a']], [['a', 'b', 'c']], [['a', 1]], [[null, 'b']]])('are refused where the columns have changed since: %j', (old) => {
    expect(() => cursors.decode(scope, cursors.encode(scope, old), columns)).toThrow(BadInputError);
  });
});
