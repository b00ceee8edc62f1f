import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MinuteCounter } from './minute-counter.js';

describe('MinuteCounter', () => {
  it('counts each name by itself, and from zero in each minute', () => {
    const counter = new MinuteCounter(2);
    expect([counter.take('a', 59_000), counter.take('a', 59_500), counter.take('b', 59_900), counter.take('a', 59_999)]).toEqual([1, 0, 1, -1]);
    expect([counter.isFull('a', 59_999), counter.isFull('b', 59_999), counter.isFull('c', 59_999)]).toEqual([true, false, false]);
    expect([counter.isFull('a', 60_000), counter.take('a', 60_000)]).toEqual([false, 1]);
  });

  it('tells when the next minute begins', () => {
    const counter = new MinuteCounter(1);
    expect([0, 1, 59_000, 59_999].map((now) => counter.secondsLeft(now))).toEqual([60, 60, 1, 1]);
    expect([0, 59_999, 60_000].map((now) => counter.resetAt(now))).toEqual([60, 60, 120]);
  });

  it('is never full without a limit', () => {
    const counter = new MinuteCounter(0);
    counter.take('a', 0);
    expect(counter.isFull('a', 0)).toBe(false);
  });

  it('lets names that come too late share one count, so that its memory is bounded', () => {
    const counter = new MinuteCounter(2);
    for (let name = 0; name < 100_000; name += 1) counter.take(String(name), 0);
    expect([counter.take('late', 0), counter.take('later', 0), counter.take('latest', 0), counter.take('5', 0)]).toEqual([1, 0, -1, 0]);
  });

  it('lets through exactly as many as its limit in a minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.integer({ min: 0, max: 299_999 }), { maxLength: 200 }), (most, times) => {
        const counter = new MinuteCounter(most);
        const passed = [...times].sort((one, other) => one - other).filter((now) => counter.take('a', now) >= 0);
        for (let minute = 0; minute < 5; minute += 1) {
          const of = (list: readonly number[]): number => list.filter((now) => Math.floor(now / 60_000) === minute).length;
          expect(of(passed)).toBe(Math.min(most, of(times)));
        }
      }),
    );
  });
});
