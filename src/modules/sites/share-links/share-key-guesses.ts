import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../kernel/auth/actor.js';
import { RateLimits } from '../../../kernel/limits/rate-limits.js';

/** Keys that are remembered as right. */
const MOST_KEYS = 10_000;

/**
 * Ends the guessing of share keys: a user or installation with too many wrong ones is told nothing about further keys for
 * a while, whatever tokens they make. Keys that were right here before are told all the same, so that a front end goes
 * on for its readers while one of them guesses.
 */
@Injectable()
export class ShareKeyGuesses {
  private readonly right = new LRUCache<string, true>({ max: MOST_KEYS });

  constructor(private readonly limits: RateLimits) {}

  /** Once a key of a site that is read by keys was looked up, and before anything is told of it. @throws TooManyRequestsError */
  weigh(actor: Actor, siteId: string, key: string, isRight: boolean): void {
    const guesser = actor.installationId ?? actor.userId;
    if (!this.right.has(siteId + key)) this.limits.requireFewWrongKeys(guesser);
    if (isRight) this.right.set(siteId + key, true);
    else this.limits.countWrongKey(guesser);
  }
}
