import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NOTHING, type SeenPart, seenByAll, type Sight } from './sight.js';

/** A target as the conditions see it. */
interface Target {
  open: boolean;
  ancestors: readonly string[];
}

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 });
const sight: fc.Arbitrary<Sight> = fc.record({ sees: fc.constantFrom('all', 'open', 'granted'), granted: ids });
const target: fc.Arbitrary<Target> = fc.record({ open: fc.boolean(), ancestors: ids });

const meets = (list: readonly string[], { ancestors }: Target): boolean => list.some((id) => ancestors.includes(id));
const isIn = ({ open, inside }: SeenPart, each: Target): boolean => (open === undefined || open === each.open) && inside.every((list) => meets(list, each));
const isSeen = ({ sees, granted }: Sight, each: Target): boolean => sees === 'all' || (sees === 'open' && each.open) || meets(granted, each);

describe('seenByAll', () => {
  it('holds what each of the users sees exactly once, and nothing else', () => {
    fc.assert(
      fc.property(sight, fc.array(sight, { maxLength: 2 }), target, (first, others, each) => {
        const holding = seenByAll([first, ...others]).filter((part) => isIn(part, each));
        expect(holding.length).toBe([first, ...others].every((one) => isSeen(one, each)) ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('asks no table for what nobody can see', () => {
    expect(seenByAll([NOTHING])).toEqual([]);
    expect(seenByAll([{ sees: 'all', granted: [] }, NOTHING])).toEqual([]);
  });

  it('is counted ahead where both see by default', () => {
    const member: Sight = { sees: 'open', granted: [] };
    expect(seenByAll([member, member])).toEqual([{ open: true, inside: [] }]);
    expect(seenByAll([{ sees: 'all', granted: ['a'] }, member])).toEqual([{ open: true, inside: [] }]);
  });
});
