import { describe, expect, it } from '@jest/globals';
import { RightsCache } from './rights-caches.js';

interface Right {
  readonly role: string;
}

const right: Right = { role: 'read' };

describe('RightsCache', () => {
  it('asks once for those who ask together, and then answers at once', async () => {
    const cache = new RightsCache<Right>(10);
    let asked = 0;
    const load = (): Promise<Right> => {
      asked += 1;
      return Promise.resolve(right);
    };
    expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([right, right]);
    expect(cache.get('a', load)).toBe(right);
    expect(asked).toBe(1);
  });

  it('remembers neither failures nor that there is none', async () => {
    const cache = new RightsCache<Right>(10);
    await expect(Promise.resolve(cache.get('a', () => Promise.reject(new Error('away'))))).rejects.toThrow('away');
    expect(await cache.get('a', () => Promise.resolve(undefined))).toBeUndefined();
    expect(await cache.get('a', () => Promise.resolve(right))).toBe(right);
  });

  it('forgets what was known, and what was still coming, when rights change', async () => {
    const cache = new RightsCache<Right>(10);
    await cache.get('known', () => Promise.resolve(right));
    let arrive: (value: Right) => void = () => undefined;
    const coming = cache.get('coming', () => new Promise<Right>((resolve) => (arrive = resolve)));
    cache.clear();
    arrive(right);
    await coming;
    const other: Right = { role: 'admin' };
    expect(await cache.get('known', () => Promise.resolve(other))).toBe(other);
    expect(await cache.get('coming', () => Promise.resolve(other))).toBe(other);
  });

  it('has a transaction wait for nobody, and keeps nothing that it saw', async () => {
    let isInTransaction = false;
    const cache = new RightsCache<Right>(10, undefined, () => isInTransaction);
    void cache.get('a', () => new Promise<Right>(() => undefined));
    isInTransaction = true;
    expect(await cache.get('a', () => Promise.resolve(right))).toBe(right);
    expect(await cache.get('b', () => Promise.resolve(right))).toBe(right);
    isInTransaction = false;
    const other: Right = { role: 'admin' };
    expect(await cache.get('b', () => Promise.resolve(other))).toBe(other);
    isInTransaction = true;
    expect(cache.get('b', () => Promise.resolve(right))).toBe(other);
  });
});
