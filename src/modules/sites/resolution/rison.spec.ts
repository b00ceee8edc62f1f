import { describe, expect, it } from '@jest/globals';
import { readRison } from './rison.js';

describe('Rison', () => {
  it.each<[string, unknown]>([
    ['(isBeta:!t,unsigned:(isDark:!f,none:!n))', { isBeta: true, unsigned: { isDark: false, none: null } }],
    ["(plan:pro,'a b':'it!'s !!',n:-1.5,list:!(1,a,!()))", { plan: 'pro', 'a b': "it's !", n: -1.5, list: [1, 'a', []] }],
    ['()', {}],
    ['(__proto__:!t)', JSON.parse('{"__proto__":true}')],
  ])('%s is read', (text, value) => {
    expect(readRison(text)).toEqual(value);
  });

  it.each(['', '(', '(a)', '(a:)', '(a:!t', '(a:!t))', '(a:!t,)', '!x', "'a", "'a!b'", '{"a":1}', '('.repeat(1_000), `${'!('.repeat(30)}${')'.repeat(30)}`])('%s is not', (text) => {
    expect(readRison(text)).toBeUndefined();
  });
});
