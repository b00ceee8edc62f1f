import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { TooManyRequestsError } from '../errors/errors.js';
import { MinuteCounter } from './minute-counter.js';

/** How much one caller may ask in a minute. Counted by each node for itself. */
@Injectable()
export class RateLimits {
  private readonly requests: MinuteCounter;
  private readonly refusals: MinuteCounter;
  private readonly signIns: MinuteCounter;
  private readonly guesses: MinuteCounter;

  constructor(
    { rateLimits }: Config,
    private readonly clock: Clock,
  ) {
    this.requests = new MinuteCounter(rateLimits.requests);
    this.refusals = new MinuteCounter(rateLimits.refusals);
    this.signIns = new MinuteCounter(rateLimits.guesses);
    this.guesses = new MinuteCounter(rateLimits.guesses);
  }

  /** Counts a request with a valid token, and tells in the answer's headers what is left. @throws TooManyRequestsError */
  countRequest(tokenId: string, response: Response): void {
    if (this.requests.most === 0) return;
    const now = this.clock.now().getTime();
    const left = this.requests.take(tokenId, now);
    response.setHeader('X-RateLimit-Limit', this.requests.most);
    response.setHeader('X-RateLimit-Remaining', Math.max(left, 0));
    response.setHeader('X-RateLimit-Reset', this.requests.resetAt(now));
    if (left < 0) throw this.tooMany(this.requests, 'requests with this token', now);
  }

  /** Counts a request without a valid token. @throws TooManyRequestsError */
  countRefusal(request: Request): void {
    this.count(this.refusals, callerOf(request), 'requests without a valid token from this address');
  }

  /** Counts a step of a sign-in. @throws TooManyRequestsError */
  countSignIn(request: Request): void {
    this.count(this.signIns, callerOf(request), 'sign-ins from this address');
  }

  /** Counts a key that was wrong. */
  countWrongKey(who: string): void {
    if (this.guesses.most > 0) this.guesses.take(who, this.clock.now().getTime());
  }

  /** @throws TooManyRequestsError when too many keys were wrong */
  requireFewWrongKeys(who: string): void {
    const now = this.clock.now().getTime();
    if (this.guesses.isFull(who, now)) throw this.tooMany(this.guesses, 'wrong keys', now);
  }

  private count(counter: MinuteCounter, name: string, what: string): void {
    if (counter.most === 0) return;
    const now = this.clock.now().getTime();
    if (counter.take(name, now) < 0) throw this.tooMany(counter, what, now);
  }

  private tooMany(counter: MinuteCounter, what: string, now: number): TooManyRequestsError {
    return new TooManyRequestsError(`Too many ${what}: at most ${String(counter.most)} in a minute. Try again when the time in Retry-After is over.`, counter.secondsLeft(now));
  }
}

/** Whose address it is: of IPv6 the network, as one caller has all addresses in it. */
export function callerOf({ ip }: Pick<Request, 'ip'>): string {
  if (ip === undefined || !ip.includes(':') || !ipaddr.IPv6.isValid(ip)) return ip ?? 'unknown';
  const address = ipaddr.IPv6.parse(ip);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.parts.slice(0, 4).join(':');
}
