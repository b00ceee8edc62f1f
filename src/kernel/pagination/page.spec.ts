import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toPage } from './page.js';

const parts = { count: 3, cursorOf: (row: number) => `after ${String(row)}`, present: (row: number) => ({ id: row }) };

describe('toPage', () => {
  it('has a next page while one row too many was found', () => {
    expect(toPage({ ...parts, rows: [1, 2, 3], limit: 2 })).toEqual({ next: { page: 'after 2' }, count: 3, items: [{ id: 1 }, { id: 2 }] });
  });

  it('has none at the end, also of a full page', () => {
    expect(toPage({ ...parts, rows: [1, 2], limit: 2 })).toEqual({ count: 3, items: [{ id: 1 }, { id: 2 }] });
    expect(toPage({ ...parts, rows: [], limit: 2 })).toEqual({ count: 3, items: [] });
  });

  it('walks every row once, also when rows come and go', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(999), { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (ids, limit) => {
        const rows = new Set(ids);
        const seen: number[] = [];
        for (let after = -1; ; ) {
          const sorted = [...rows].sort((a, b) => a - b).filter((id) => id > after);
          const { items, next } = toPage({ rows: sorted.slice(0, limit + 1), limit, count: rows.size, cursorOf: String, present: (id) => id });
          seen.push(...items);
          if (next === undefined) break;
          after = Number(next.page);
          rows.delete(after); // the row that the cursor stands on
          rows.add(-after - 1); // one that sorts before it
        }
        expect(seen).toEqual([...ids].sort((a, b) => a - b));
      }),
    );
  });
});
