import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../kernel/auth/actor.js';
import { RateLimits } from '../../../kernel/limits/rate-limits.js';

/** Keys that are remembered as right. */
const MOST_KEYS = 10_000;

/**
 * Ends the guessing of share keys: a token with too many wrong ones is told nothing about further keys for a while. Keys
 * that were right here before are looked up all the same, so that a front end goes on for its readers while one of them guesses.
 */
@Injectable()
export class ShareKeyGuesses {
  private readonly right = new LRUCache<string, true>({ max: MOST_KEYS });

  constructor(private readonly limits: RateLimits) {}

  /** Before the key is looked up. @throws TooManyRequestsError */
  require({ tokenId }: Actor, siteId: string, key: string): void {
    if (!this.right.has(siteId + key)) this.limits.requireFewWrongKeys(tokenId);
  }

  /** Once it was looked up. */
  tell({ tokenId }: Actor, siteId: string, key: string, isRight: boolean): void {
    if (isRight) this.right.set(siteId + key, true);
    else this.limits.countWrongKey(tokenId);
  }
}
