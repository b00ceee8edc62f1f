import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { WrittenAnswer } from '../http/answer.js';
import { type CacheCounts, CacheMetrics } from '../metrics/cache-metrics.js';
import { fillPlacedSlots } from '../permissions/slots.js';
import type { Page } from './page.js';

/** Most characters of rows and of what is written of them: two bytes each in the worst case. */
const CAPACITY = 16_000_000;

/** A row as JSON tells it: times are text. */
export type Told<Row> = { readonly [Field in keyof Row]: [Extract<Row[Field], Date>] extends [never] ? Row[Field] : Exclude<Row[Field], Date> | string };

/** An item that depends on more than its row and the facts. */
export class PassingItem {
  constructor(readonly item: object) {}
}

/**
 * What lists tell of their rows, as JSON text. It is written once, and looked up by all that it depends on: the row as
 * PostgreSQL told it, and a few facts. So nothing has to be forgotten when something changes.
 */
@Injectable()
export class WrittenItems {
  private readonly written = new LRUCache<string, string>({ maxSize: CAPACITY, sizeCalculation: (item, key) => item.length + key.length });
  private readonly counts: CacheCounts;

  constructor(metrics: CacheMetrics) {
    this.counts = metrics.watch('items', () => this.written.size);
  }

  /**
   * The answer of a list.
   * @param rows of the page: texts that tell everything of what they are rows of
   * @param facts the kind of the items, and everything else that they depend on beside their rows: first of all what gives
   *   the caller rights
   * @param present the items of those rows that aren't known, in their order; their slots are filled here
   */
  async answer({ items: rows, ...page }: Page<string>, facts: readonly unknown[], present: (rows: readonly string[]) => Promise<readonly object[]> | readonly object[]): Promise<WrittenAnswer> {
    const prefix = JSON.stringify(facts);
    const items = rows.map((row) => this.written.get(prefix + row));
    const unknown = rows.filter((_, index) => items[index] === undefined);
    this.counts.hits += rows.length - unknown.length;
    this.counts.misses += unknown.length;
    if (unknown.length === 0) return writtenPage(page, items);
    const presented = await present(unknown);
    await fillPlacedSlots();
    const texts = unknown.map((row, index) => this.write(prefix + row, presented[index])).values();
    return writtenPage(page, items.map((item) => item ?? texts.next().value));
  }

  private write(key: string, presented: object | undefined): string {
    if (presented === undefined) throw new Error('Each row has an item.');
    if (presented instanceof PassingItem) return JSON.stringify(presented.item);
    const item = JSON.stringify(presented);
    this.written.set(key, item);
    return item;
  }
}

function writtenPage({ next, count }: Omit<Page<never>, 'items'>, items: readonly (string | undefined)[]): WrittenAnswer {
  return new WrittenAnswer(`{${next === undefined ? '' : `"next":${JSON.stringify(next)},`}"count":${String(count)},"items":[${items.join(',')}]}`);
}
