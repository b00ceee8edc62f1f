import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holds } from './condition.js';
import { parseCondition } from './condition-parser.js';
import { usedClaims } from './used-claims.js';

describe('the claims that conditions use', () => {
  it.each([
    [{ a: true, b: true }, [['a']], { a: true }],
    [{ unsigned: { c: 1, d: 2 } }, [['unsigned', 'c']], { unsigned: { c: 1 } }],
    [{ a: { b: { c: 1 }, d: 2 } }, [['a', 'b'], ['a', 'b', 'c']], { a: { b: { c: 1 } } }],
    [{ a: true }, [['b'], ['constructor'], ['a', 'b']], { a: true }],
    [{}, [], {}],
  ])('of %j at %j are %j', (claims, paths, expected) => {
    expect(usedClaims(claims, paths)).toEqual(expected);
  });

  it('decide the same as all claims', () => {
    const names = fc.constantFrom('a', 'b', 'unsigned', '__proto__', 'constructor');
    const claims = fc.dictionary(names, fc.oneof(fc.boolean(), fc.dictionary(names, fc.boolean())));
    fc.assert(
      fc.property(claims, fc.array(names, { minLength: 1, maxLength: 2 }), (all, path) => {
        const condition = parseCondition(`visitor.claims${path.map((name) => `[${JSON.stringify(name)}]`).join('')}`);
        expect(holds(condition, usedClaims(all, [path]))).toBe(holds(condition, all));
      }),
    );
  });
});
