import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldForSearch, pieces, runTerms, terms } from './search-text.js';

const words = (text: string): string[] => pieces(text).map((piece) => piece.text);

describe('foldForSearch', () => {
  it.each([
    ['Résumé', 'resume'],
    ['RÉSUMÉ', 'resume'],
    ['re\u0301sume\u0301', 'resume'],
    ['Müller', 'muller'],
    ['STRASSE Straße STRAẞE', 'strasse strasse strasse'],
    ['Łódź', 'lodz'],
    ['smørrebrød', 'smorrebrod'],
    ['Ærø œuvre', 'aero oeuvre'],
    ['İstanbul ISTANBUL ıstanbul', 'istanbul istanbul istanbul'],
    ['Tiếng Việt', 'tieng viet'],
    ['Ὀδυσσεύς ΟΔΥΣΣΕΥΣ', 'οδυσσευσ οδυσσευσ'],
    ['Ёлка ЙОД', 'елка иод'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['مـحـمـد', 'محمد'],
    ['ﬁle Ａｐｉ ①', 'file api 1'],
    ['co\u00adop\u200berate', 'cooperate'],
    ['ｶﾞｲﾄﾞ', 'ガイド'],
  ])('%s becomes %s', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });

  it('keeps marks that make another letter', () => {
    expect(foldForSearch('ガ')).toBe('ガ');
    expect(foldForSearch('カ\u3099')).toBe('ガ');
    expect(foldForSearch('ガ')).not.toBe(foldForSearch('カ'));
    expect(foldForSearch('हिन्दी')).toBe('हिन्दी');
    expect(foldForSearch('हिन्दी')).not.toBe(foldForSearch('हन्द'));
    expect(foldForSearch('ที่')).not.toBe(foldForSearch('ท'));
    expect(foldForSearch('한국어'.normalize('NFD'))).toBe('한국어');
  });

  it('is idempotent and the same for every normal form', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aÉßŒØłıİςΣΆёйЙガ한設שָمُहि①ﬁ\u0301\u00ad -'.split('')) });
    fc.assert(
      fc.property(letters, (text) => {
        const folded = foldForSearch(text);
        expect(foldForSearch(folded)).toBe(folded);
        expect(foldForSearch(text.normalize('NFD'))).toBe(foldForSearch(text.normalize('NFC')));
      }),
    );
  });
});

describe('pieces', () => {
  it.each([
    ['the auto-scaling «node» (beta)', ['the', 'auto', 'scaling', 'node', 'beta']],
    ['snake_case, a.b/c\\d "e" ‘f’ „g“ h’s', ['snake', 'case', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 's']],
    ['v1.2.3 — 50%', ['v1', '2', '3', '50']],
    ['設計guide第3章', ['設計', 'guide', '第', '3', '章']],
    ['設計。概要', ['設計', '概要']],
    ['サーバー', ['サーバー']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['สวัสดีครับ', ['สวัสดีครับ']],
    ['naïve café', ['naive', 'cafe']],
    ["п'ять пʼять п’ять", ['п', 'ять', 'п', 'ять', 'п', 'ять']],
    ['🙂 &|!:* \\ %', []],
    ['', []],
  ])('of %j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('cuts a long word where a longer one is cut', () => {
    const [long] = words('a'.repeat(64));
    expect(words('a'.repeat(100_000))).toEqual([long]);
    const [pairs] = words('𐐷'.repeat(70));
    expect(pairs?.length).toBe(64);
    expect(words(`a${'𐐷'.repeat(70)}`)[0]?.length).toBe(63);
  });
});

describe('terms', () => {
  it('are words, and what follows their humps', () => {
    expect(terms('The Node')).toEqual(['the', 'node']);
    expect(terms('getUserName HTTPServer utf8Text')).toEqual(['getusername', 'username', 'name', 'httpserver', 'server', 'utf8text', 'text']);
  });

  it('are the characters and pairs of runs', () => {
    const runs: string[] = [];
    expect(terms('設計書 x', (run) => runs.push(run))).toEqual(['設', '計', '設計', '書', '計書', 'x']);
    expect(runs).toEqual(['設計書']);
    expect(terms('𠮷野')).toEqual(['𠮷', '野', '𠮷野']);
  });

  it('hold whatever is searched for any part of a run', () => {
    const run = fc.array(fc.constantFrom(...'設計書概要サーバガ한국어'.split('')), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(run, fc.nat(), fc.nat(), (characters, a, b) => {
        const from = a % characters.length;
        const part = characters.slice(from, from + 1 + (b % (characters.length - from)));
        const found = new Set(terms(characters.join('')));
        expect(runTerms(part.join('')).every((term) => found.has(term))).toBe(true);
      }),
    );
  });

  it('are found in a megabyte of anything', () => {
    const megabyte = 1_000_000;
    for (const unit of ['aB', 'é', '設', 'a ', '\u0301', 'aé設_', 'ก็']) {
      expect(terms(`${unit.repeat(megabyte / unit.length)} last`)).toContain('last');
    }
  });
});
