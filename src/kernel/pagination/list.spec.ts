import { describe, expect, it } from '@jest/globals';
import { BadInputError } from '../errors/errors.js';
import { Cursors, cursorScope } from './cursors.js';
import { type List, readPage } from './list.js';

const cursors = new Cursors('key');

/** Numbers from 1 on. */
const numbers = (most: number, scope = cursorScope('numbers', {})): List<number, { id: number }> => ({
  scope,
  order: [{ sql: 'number', direction: 'asc', kind: 'number' }],
  find: ({ after: [last = 0], limit }) => Promise.resolve(Array.from({ length: most }, (_, index) => index + 1).filter((row) => row > Number(last)).slice(0, limit)),
  count: () => most,
  positionOf: (row) => [row],
  present: (id) => ({ id }),
});

describe('readPage', () => {
  it('goes on behind the page before, to the end', async () => {
    const first = await readPage(cursors, { limit: 2 }, numbers(3));
    expect(first).toEqual({ next: { page: expect.any(String) }, count: 3, items: [{ id: 1 }, { id: 2 }] });
    expect(await readPage(cursors, { page: first.next?.page, limit: 2 }, numbers(3))).toEqual({ count: 3, items: [{ id: 3 }] });
  });

  it('takes no page of another list', async () => {
    const { next } = await readPage(cursors, { limit: 1 }, numbers(2));
    await expect(readPage(cursors, { page: next?.page, limit: 1 }, numbers(2, cursorScope('others', {})))).rejects.toThrow(BadInputError);
  });
});
