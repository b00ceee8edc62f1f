/** The envelope of every list. */
export interface Page<Item> {
  /** Only while more items follow. */
  next?: { page: string };
  /** The number of all matches, the same on every page. */
  count: number;
  items: Item[];
}

export interface PageParts<Row, Item> {
  /** In the list's order, from the cursor on: `limit + 1` of them were asked for, so that one too many tells of a next page. */
  rows: readonly Row[];
  limit: number;
  count: number;
  /** The cursor that stands on a row. */
  cursorOf: (row: Row) => string;
  present: (row: Row) => Item;
}

/** Cuts a page from its rows. */
export function toPage<Row, Item>({ rows, limit, count, cursorOf, present }: PageParts<Row, Item>): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? { next: { page: cursorOf(last) } } : {};
  return { ...next, count, items: shown.map(present) };
}
