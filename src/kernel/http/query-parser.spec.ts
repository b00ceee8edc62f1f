import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BadInputError } from '../errors/errors.js';
import { parseQuery } from './query-parser.js';

describe('parseQuery', () => {
  it.each([
    ['', {}],
    [null, {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1+2%2B3', { a: '1 2+3' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=1', { '': '1' }],
    ['&&a=1&', { a: '1' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a[]=1', { a: ['1'] }],
    ['a%5B%5D=1&a=2', { a: ['1', '2'] }],
    ['a=1&a[]=2', { a: ['1', '2'] }],
    ['a[b]=1&a[0]=2&a.b=3', { 'a[b]': '1', 'a[0]': '2', 'a.b': '3' }],
    ['q=%E8%A8%AD%E8%A8%88', { q: '設計' }],
  ])('reads %j', (text, expected) => {
    expect({ ...parseQuery(text) }).toEqual(expected);
  });

  it('reads what URLSearchParams writes', () => {
    const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), { maxLength: 10 });
    fc.assert(
      fc.property(pairs, (entries) => {
        const search = new URLSearchParams(entries);
        const query = parseQuery(search.toString());
        for (const name of search.keys()) {
          if (!name.endsWith('[]') && !search.has(`${name}[]`)) expect([query[name]].flat()).toEqual(search.getAll(name));
        }
      }),
    );
  });

  it('has no prototype to reach', () => {
    const query = parseQuery('__proto__=1&constructor=2&hasOwnProperty=3');
    expect(Object.keys(query)).toEqual(['__proto__', 'constructor', 'hasOwnProperty']);
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.getPrototypeOf(parseQuery(''))).toBeNull();
  });

  it.each(['a=%', 'a=%zz', 'a=%E0%A4%A', 'a=%ff', 'a=%ED%A0%80', 'a=%C0%80'])('refuses %s, naming the parameter', (text) => {
    expect(() => parseQuery(text)).toThrow('a: is not percent-encoded UTF-8');
    expect(() => parseQuery(text)).toThrow(BadInputError);
  });

  it('takes 2,000 parameters and no more', () => {
    expect(parseQuery(Array(2_000).fill('a=1').join('&'))['a']).toHaveLength(2_000);
    expect(() => parseQuery(Array(2_001).fill('a=1').join('&'))).toThrow('at most 2000 parameters');
  });
});
