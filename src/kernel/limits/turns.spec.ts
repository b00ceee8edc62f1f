import { describe, expect, it } from '@jest/globals';
import { TooManyRequestsError } from '../errors/errors.js';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('begins so many at once, the others in their order, and goes on after failures', async () => {
    const turns = new Turns(2);
    const begun: number[] = [];
    let underWay = 0;
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, place) =>
        turns.run(async () => {
          begun.push(place);
          most = Math.max(most, (underWay += 1));
          await new Promise((resolve) => setImmediate(resolve));
          underWay -= 1;
          if (place % 3 === 0) throw new Error('failed');
        }),
      ),
    );
    expect([begun, most]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 2]);
    expect(results.map(({ status }) => status === 'rejected')).toEqual(begun.map((place) => place % 3 === 0));
  });

  it('refuses where too many wait, and takes more when they are done', async () => {
    const turns = new Turns(1, 1);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const both = [turns.run(() => held), turns.run(() => held)];
    await expect(turns.run(() => held, 'Too many.')).rejects.toEqual(new TooManyRequestsError('Too many.', 10));
    release();
    await Promise.all(both);
    expect(await turns.run(() => Promise.resolve('again'))).toBe('again');
  });
});
