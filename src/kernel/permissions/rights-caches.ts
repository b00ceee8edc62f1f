import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database.js';
import { type CacheCounts, CacheMetrics } from '../metrics/cache-metrics.js';

/** How long a cached right may outlive its change on another node: revoked tokens and changed roles count within a second everywhere. */
const LIFETIME = 1_000;

interface Answer<Value> {
  readonly coming: Promise<Value | undefined>;
  /** Once it has come. */
  value: Value | undefined;
}

/**
 * Remembers what can be revoked, for at most a second from the moment it was asked for. Concurrent
 * questions for one key share one answer.
 */
export class RightsCache<Value extends object> {
  private readonly answers: LRUCache<string, Answer<Value>>;

  constructor(
    capacity: number,
    private readonly counts: CacheCounts = { hits: 0, misses: 0 },
    private readonly isInTransaction: () => boolean = () => false,
  ) {
    this.answers = new LRUCache({ max: capacity, ttl: LIFETIME });
  }

  /**
   * The value itself where it is known, so that nobody has to wait for it. A transaction shares no question with others:
   * to wait for theirs could be to wait for a connection that only its own end sets free, and its answer may be of what
   * it has not committed.
   */
  get(key: string, load: () => Promise<Value | undefined>): Value | Promise<Value | undefined> {
    const known = this.answers.get(key);
    if (known?.value === undefined && this.isInTransaction()) {
      this.counts.misses += 1;
      return load();
    }
    if (known !== undefined) {
      this.counts.hits += 1;
      return known.value ?? known.coming;
    }
    this.counts.misses += 1;
    const answer: Answer<Value> = { coming: load(), value: undefined };
    this.answers.set(key, answer);
    // Neither failures nor "there is none" are remembered: what was just made counts at once.
    const forget = (): void => {
      if (this.answers.peek(key) === answer) this.answers.delete(key);
    };
    answer.coming.then((value) => {
      answer.value = value;
      if (value === undefined) forget();
    }, forget);
    return answer.coming;
  }

  get size(): number {
    return this.answers.size;
  }

  /** Forgets everything, answers under way included. */
  clear(): void {
    // It takes as long as the cache could be large, and each change of a right asks for it.
    if (this.answers.size > 0) this.answers.clear();
  }
}

/** All caches of rights on this node: whoever changes a right has them forget at once. */
@Injectable()
export class RightsCaches {
  private readonly caches: { readonly size: number; clear(): void }[] = [];
  private readonly counts: CacheCounts;

  constructor(
    private readonly db: Database,
    metrics: CacheMetrics,
  ) {
    this.counts = metrics.watch('rights', () => this.caches.reduce((sum, { size }) => sum + size, 0));
  }

  /** @param capacity most keys remembered */
  create<Value extends object>(capacity: number): RightsCache<Value> {
    const cache = new RightsCache<Value>(capacity, this.counts, () => this.db.isInTransaction);
    this.caches.push(cache);
    return cache;
  }

  /** To be called with every change of tokens, members, teams, grants, levels or the tree. */
  changed(): void {
    this.db.afterCommit(() => {
      for (const cache of this.caches) cache.clear();
    });
  }
}
