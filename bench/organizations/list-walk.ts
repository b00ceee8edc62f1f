import { MAX_PAGE_SIZE } from '../../src/kernel/pagination/page-query.js';

export interface AnsweredPage {
  count: number;
  items: readonly unknown[];
  next?: { page: string };
}

/** Answers the list at a path of the service, with its filters; `cursor` and `limit` are those of paging. */
export type ReadPage = (limit: number, cursor?: string) => Promise<AnsweredPage>;

export interface WalkedList {
  /** What the list says. */
  count: number;
  /** What is there. */
  items: number;
  /** Of the page that begins at three quarters, or so far before that it is full; undefined for a list of one page. */
  deep: string | undefined;
}

/** Reads the list to its end. */
export async function walk(read: ReadPage, pageSize: number): Promise<WalkedList> {
  const { count } = await read(1);
  const deepPlace = Math.min(Math.floor((count * 3) / 4), count - pageSize);
  let items = 0;
  let deep: string | undefined;
  for (let cursor: string | undefined; ; ) {
    // One of the pages ends where the deep one begins.
    const limit = items < deepPlace ? Math.min(MAX_PAGE_SIZE, deepPlace - items) : MAX_PAGE_SIZE;
    const page = await read(limit, cursor);
    items += page.items.length;
    cursor = page.next?.page;
    if (items === deepPlace) deep = cursor;
    if (cursor === undefined) return { count, items, deep };
  }
}
