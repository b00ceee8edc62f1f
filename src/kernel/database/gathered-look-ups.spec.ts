import { describe, expect, it } from '@jest/globals';
import { GatheredLookUps, type LookUpKey } from './gathered-look-ups.js';

interface Question {
  keys: readonly LookUpKey[];
  answer: (rows: ReadonlyMap<number, string>) => void;
  fail: (error: Error) => void;
}

/** Look-ups whose questions wait to be answered by the test. */
function lookUps(): { asked: Question[]; gathered: GatheredLookUps<string>; turn: () => Promise<void> } {
  const asked: Question[] = [];
  const gathered = new GatheredLookUps<string>((keys) => new Promise((answer, fail) => asked.push({ keys, answer, fail })));
  return { asked, gathered, turn: () => new Promise((resolve) => setImmediate(resolve)) };
}

describe('GatheredLookUps', () => {
  it('asks once for all keys of a turn, each of them once, and answers each with its own', async () => {
    const { asked, gathered, turn } = lookUps();
    const answers = Promise.all([gathered.get(['a', 'x']), gathered.get(['b', 'x']), gathered.get(['a', 'x']), gathered.get(['c', null])]);
    await turn();
    expect(asked.map(({ keys }) => keys)).toEqual([[['a', 'x'], ['b', 'x'], ['c', null]]]);
    asked[0]?.answer(new Map([[1, 'of a'], [3, 'of c']]));
    expect(await answers).toEqual(['of a', undefined, 'of a', 'of c']);
  });

  it('tells keys apart whose parts only read alike', async () => {
    const { asked, gathered, turn } = lookUps();
    void Promise.all([['a', 'b,c'], ['a,b', 'c'], ['a', null], ['a', ''], ['a', 'null']].map((key) => gathered.get(key)));
    await turn();
    expect(asked[0]?.keys).toHaveLength(5);
  });

  it('asks anew for whoever comes once a question is put: what it finds may be old by then', async () => {
    const { asked, gathered, turn } = lookUps();
    const first = gathered.get(['a']);
    await turn();
    const second = gathered.get(['a']);
    await turn();
    asked[1]?.answer(new Map([[1, 'new']]));
    asked[0]?.answer(new Map([[1, 'old']]));
    expect([await first, await second]).toEqual(['old', 'new']);
  });

  it('fails for all whose question fails, and for nobody after them', async () => {
    const { asked, gathered, turn } = lookUps();
    const failing = Promise.allSettled([gathered.get(['a']), gathered.get(['b'])]);
    await turn();
    asked[0]?.fail(new Error('away'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const after = gathered.get(['a']);
    await turn();
    asked[1]?.answer(new Map([[1, 'there']]));
    expect(await after).toBe('there');
  });
});
