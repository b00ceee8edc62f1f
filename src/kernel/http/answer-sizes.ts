import { LRUCache } from 'lru-cache';
import type { RoutedOperation } from './routed-operations.js';

/** A smaller answer is nothing to wait for. */
export const LARGE = 65_536;
/** What is expected where no answer was seen yet. */
const UNKNOWN = 1_048_576;
/** Most characters of the addresses that are remembered, each with something for its size. */
const CAPACITY = 4_000_000;
const ENTRY = 64;

/** How large answers are expected to be: as that of the same address was; or, for an address that is new, as those of its kind. */
export class AnswerSizes {
  private readonly known = new LRUCache<string, number>({ maxSize: CAPACITY, sizeCalculation: (_, { length }) => length + ENTRY });

  /** Of the paths of operations; all else names one thing among many of a kind. */
  private readonly words: ReadonlySet<string>;

  constructor(operations: readonly Pick<RoutedOperation, 'path'>[]) {
    this.words = new Set(operations.flatMap(({ path }) => path.split('/')));
  }

  /** @param address path and query */
  expected(address: string): number {
    return this.known.get(address) ?? this.known.get(this.kindOf(address)) ?? UNKNOWN;
  }

  learn(address: string, bytes: number): void {
    const known = this.known.get(address);
    if (known === bytes || (known !== undefined && known < LARGE && bytes < LARGE)) return;
    if (known === undefined) this.remember(this.kindOf(address), bytes, UNKNOWN);
    this.remember(address, bytes, 0);
  }

  /** An answer that isn't made as a whole. */
  learnOfParts(address: string): void {
    if (!this.known.has(address)) this.learn(address, 0);
  }

  /** Answers differ by who asks, so large ones are not forgotten at the first small one. */
  private remember(key: string, bytes: number, unknown: number): void {
    this.known.set(key, Math.max(bytes, Math.floor((this.known.get(key) ?? unknown) / 2)));
  }

  /** No address is like it: a path has its slash first. */
  private kindOf(address: string): string {
    const query = address.indexOf('?');
    const path = query < 0 ? address : address.slice(0, query);
    return `of ${path.split('/').map((segment) => (this.words.has(segment) ? segment : '')).join('/')}`;
  }
}
