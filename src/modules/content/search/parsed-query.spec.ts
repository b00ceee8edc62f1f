import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { excerpts } from './search-excerpt.js';
import { ParsedQuery } from './parsed-query.js';

const parse = (text: string): ParsedQuery => {
  const query = ParsedQuery.parse(text);
  if (query === undefined) throw new Error(`nothing to look for in ${text}`);
  return query;
};

describe('ParsedQuery', () => {
  it.each(['', '   ', '%', '&|!:*', '"\\\'', '🙂👍🏽', '\u0301', '…'])('is nothing without a letter or digit: %j', (text) => {
    expect(ParsedQuery.parse(text)).toBeUndefined();
  });

  it('leaves out what other pieces imply', () => {
    expect(parse('a auto scaling auto').pieces.map((piece) => piece.text)).toEqual(['auto', 'scaling']);
    expect(parse('計 設計書 計書').pieces.map((piece) => piece.text)).toEqual(['設計書']);
  });

  it('looks for starts of words, and for pairs of runs', () => {
    expect(parse('Node 設計書').all('k')).toBe("('k/node':*) & ('k/設計' & 'k/計書')");
    expect(parse('Node 設').any('')).toBe("('/node':*) | ('/設')");
    expect(parse('Node 設計書').each('')).toEqual(["'/node':*", "'/設計'", "'/計書'"]);
    expect(parse('node').all("a'b\\c")).toBe("('a''b\\\\c/node':*)");
  });

  it('verifies runs that are longer than a pair', () => {
    expect(parse('設 計書 概要書 node').runsToVerify).toEqual(['概要書']);
  });

  it('never lets lower points outweigh a higher kind', () => {
    const points = parse('b c d e f g h i j').scores('').map((score) => score.points);
    const kinds = [...new Set(points)].sort((a, b) => a - b);
    const frequencies = kinds.filter((kind) => kind <= 3);
    expect(frequencies).toEqual([1, 2, 3]);
    let below = 8 * 3;
    for (const kind of kinds.slice(3)) {
      expect(kind).toBeGreaterThan(below);
      below += 8 * kind;
    }
    expect(points.reduce((sum, one) => sum + one, 0)).toBeLessThan(2 ** 31);
  });
});

describe('excerpts', () => {
  const excerpt = (body: string, query: ParsedQuery): string => excerpts(query)(body);
  const filler = 'lorem ipsum dolor sit amet '.repeat(40);

  it('is the whole body when that is short, in one line', () => {
    expect(excerpt(' one\n\ntwo\tthree ', parse('zero'))).toBe('one two three');
  });

  it.each([
    ['the resume', 'Résumé'],
    ['scaling', 'auto-scaling'],
    ['name', 'userName'],
    ['server', 'SERVER'],
  ])('of a query %s is around %s', (query, word) => {
    const found = excerpt(`${filler}${word} ${filler}`, parse(query));
    expect(found).toContain(word);
    expect(found.length).toBeLessThanOrEqual(300);
    expect(found).toMatch(/^(lorem|ipsum|dolor|sit|amet) /);
    expect(found).toMatch(/ (lorem|ipsum|dolor|sit|amet)$/);
  });

  it('finds its place in scripts without spaces', () => {
    const found = excerpt(`${'前後'.repeat(1_000)}設計書${'左右'.repeat(1_000)}`, parse('設計書'));
    expect(found).toContain('設計書');
    expect(found).toContain('前後');
    expect(found.length).toBeLessThanOrEqual(300);
  });

  it('finds its place where folding changes lengths', () => {
    for (const odd of ['ﬁ ', 'e\u0301 ', '㎏ ', 'a\u00adb ']) {
      const found = excerpt(`${odd.repeat(400)}needle ${odd.repeat(400)}`, parse('needle'));
      expect(found).toContain('needle');
      expect(found.indexOf('needle')).toBeGreaterThan(20);
    }
  });

  it('starts at the start when the body has no match', () => {
    expect(excerpt(`first ${filler}`, parse('absent'))).toMatch(/^first lorem/);
  });

  it('is a part of the body, without halves of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000, minLength: 300 }), fc.string({ unit: 'grapheme' }), (body, query) => {
        const parsed = ParsedQuery.parse(query);
        if (parsed === undefined) return;
        const found = excerpt(body, parsed);
        expect(found.length).toBeLessThanOrEqual(300);
        expect(body.replace(/\s+/g, ' ')).toContain(found);
        expect(Buffer.from(found).toString()).toBe(found);
      }),
    );
  });
});
