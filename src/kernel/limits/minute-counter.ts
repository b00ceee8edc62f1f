const MINUTE = 60_000;
/** Most names of a minute that are counted apart; those that come later share one count. */
const MOST_NAMES = 100_000;
const REST = '';

/** Counts by name, from zero in each minute. Knows no clock: every call tells the time, in milliseconds. */
export class MinuteCounter {
  private counts = new Map<string, number>();
  private minute = 0;

  /** @param most that a name may have in one minute; 0: any number */
  constructor(readonly most: number) {}

  /** Counts one; how many are left after it, less than none when it is one too many. */
  take(name: string, now: number): number {
    this.turn(now);
    const known = this.counts.has(name) || this.counts.size < MOST_NAMES ? name : REST;
    const count = (this.counts.get(known) ?? 0) + 1;
    this.counts.set(known, count);
    return this.most - count;
  }

  /** Whether one more would be too many. */
  isFull(name: string, now: number): boolean {
    this.turn(now);
    const known = this.counts.has(name) || this.counts.size < MOST_NAMES ? name : REST;
    return this.most > 0 && (this.counts.get(known) ?? 0) >= this.most;
  }

  /** Whole seconds until it begins anew, at least one. */
  secondsLeft(now: number): number {
    return Math.ceil((MINUTE - (now % MINUTE)) / 1000);
  }

  /** When it begins anew, in seconds since 1970. */
  resetAt(now: number): number {
    return ((Math.floor(now / MINUTE) + 1) * MINUTE) / 1000;
  }

  private turn(now: number): void {
    const minute = Math.floor(now / MINUTE);
    if (minute === this.minute) return;
    this.minute = minute;
    this.counts = new Map();
  }
}
