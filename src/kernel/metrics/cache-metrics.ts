import { Injectable } from '@nestjs/common';
import { metricText, type Sample } from './metric-text.js';

/** What a cache has been asked so far. */
export interface CacheCounts {
  hits: number;
  misses: number;
}

interface WatchedCache extends CacheCounts {
  readonly name: string;
  readonly entries: () => number;
}

/** Tells of caches how much is in them, and how often what was asked for was there. */
@Injectable()
export class CacheMetrics {
  private readonly caches: WatchedCache[] = [];

  /** @returns what the cache counts as it is asked */
  watch(name: string, entries: () => number): CacheCounts {
    const cache = { name, entries, hits: 0, misses: 0 };
    this.caches.push(cache);
    return cache;
  }

  text(): string {
    const samples = (value: (cache: WatchedCache) => number): Sample[] => this.caches.map((cache) => ({ labels: { cache: cache.name }, value: value(cache) }));
    const asked = this.caches.flatMap(({ name, hits, misses }) => [
      { labels: { cache: name, result: 'hit' }, value: hits },
      { labels: { cache: name, result: 'miss' }, value: misses },
    ]);
    return metricText('docspine_cache_entries', 'gauge', 'Entries of caches.', samples(({ entries }) => entries())) + metricText('docspine_cache_requests_total', 'counter', 'What caches were asked for.', asked);
  }
}
