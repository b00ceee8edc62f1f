import type { Cursors } from './cursors.js';
import type { CursorValue, KeysetColumn, Stretch } from './keyset.js';
import { type Page, toPage } from './page.js';
import type { PageQuery } from './page-query.js';

/** A list of rows in one order. */
export interface List<Row, Item> {
  /** What its cursors belong to, as `cursorScope` tells it. */
  readonly scope: string;
  readonly order: readonly KeysetColumn[];
  readonly find: (stretch: Stretch) => Promise<readonly Row[]>;
  /** The number of all matches. */
  readonly count: () => number | Promise<number>;
  /** What a row has for the columns of the order. */
  readonly positionOf: (row: Row) => readonly CursorValue[];
  readonly present: (row: Row) => Item;
}

/** The page of a list that a query asks for. @throws BadInputError for a `page` of another list */
export async function readPage<Row, Item>(cursors: Cursors, { page, limit }: PageQuery, list: List<Row, Item>): Promise<Page<Item>> {
  const { scope, order, find, count, positionOf, present } = list;
  const after = cursors.decode(scope, page, order);
  // One row more than the page shows tells whether another page follows.
  const [rows, matches] = await Promise.all([find({ after, limit: limit + 1 }), count()]);
  return toPage({ rows, limit, count: matches, cursorOf: (row) => cursors.encode(scope, positionOf(row)), present });
}
