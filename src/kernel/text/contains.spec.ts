import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { containsCondition, fold, grams } from './contains.js';

const COLUMNS = { grams: 'm.grams', folded: 'm.folded' };
const text = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('fold', () => {
  it.each([
    ['Résumé für MÜLLER', 'resume fur muller'],
    ['Ёлка й', 'елка и'],
    ['Άλφα ΟΔΟΣ', 'αλφα οδοσ'],
    ['Straße STRASSE', 'strasse strasse'],
    ['İstanbul ısı', 'istanbul isi'],
    ['Ａ①ﬁ', 'a1fi'],
    ['Łódź Ørsted', 'lodz orsted'],
    ['co\u00adop\u200b', 'coop'],
    ['がガ 한국어', 'がガ 한국어'],
    ['ไทย हिन्दी', 'ไทย हिन्दी'],
    ['50%_\\\'"', '50%_\\\'"'],
  ])('compares %j as %j', (one, folded) => {
    expect(fold(one)).toBe(folded);
  });

  it('settles: folding again changes nothing, nor do case and normal form', () => {
    fc.assert(
      fc.property(text, (any) => {
        const folded = fold(any);
        expect(fold(folded)).toBe(folded);
        expect(fold(any.normalize('NFD'))).toBe(folded);
        expect(fold(any.normalize('NFC'))).toBe(folded);
      }),
    );
  });
});

describe('grams', () => {
  it('are the pairs and triples of the folded text, each once, under the scope', () => {
    expect(grams('o1', 'Anana')).toEqual(['o1an', 'o1na', 'o1ana', 'o1nan']);
    expect(grams('o1', '日本😀')).toEqual(['o1日本', 'o1本😀', 'o1日本😀']);
    expect(grams('o1', 'x')).toEqual([]);
  });
});

describe('containsCondition', () => {
  it('asks the index for the pieces of the needle, and the text for the needle itself', () => {
    expect(containsCondition('o1', 'MÜL', COLUMNS, 3)).toEqual({
      sql: '(m.grams @> $3::text[] AND strpos(m.folded, $4) > 0)',
      values: [['o1mul'], 'mul'],
    });
    expect(containsCondition('o1', '%_', COLUMNS, 1)?.values).toEqual([['o1%_'], '%_']);
  });

  it('leaves a needle of one character to the text, and takes an empty one for none', () => {
    expect(containsCondition('o1', 'É', COLUMNS, 2)).toEqual({ sql: 'strpos(m.folded, $2) > 0', values: ['e'] });
    expect(containsCondition('o1', '', COLUMNS, 2)).toBeUndefined();
    expect(containsCondition('o1', '\u0301\u00ad', COLUMNS, 2)).toBeUndefined();
  });

  it('never asks for a piece that a text with the needle lacks', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (any, from, length) => {
        const characters = Array.from(fold(any));
        const start = from % (characters.length + 1);
        const needle = characters.slice(start, start + 2 + (length % 8)).join('');
        const values = containsCondition('o1', needle, COLUMNS, 1)?.values ?? [];
        // What is cut out of a text can fold anew at its ends; then it is another text.
        if (values.length < 2 || fold(needle) !== needle) return;
        expect(new Set(grams('o1', any))).toEqual(new Set([...grams('o1', any), ...(values[0] as string[])]));
      }),
    );
  });

  it.each([
    ['abcdef', ['abc', 'bcd', 'cde', 'def']],
    ['abcdefghi', ['abc', 'cde', 'efg', 'ghi']],
    ['aaaaaaaa', ['aaa']],
  ])('asks for few pieces from all over the needle: %s', (needle, pieces) => {
    expect(containsCondition('', needle, COLUMNS, 1)?.values[0]).toEqual(pieces);
  });

  it('stays small for a needle of any length', () => {
    const [asked] = containsCondition('o1', '\ufdfa'.repeat(1_000), COLUMNS, 1)?.values ?? [];
    expect((asked as string[]).length).toBeLessThanOrEqual(4);
  });
});
