import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BadInputError } from '../errors/errors.js';
import { jsonFaultOffset } from './json-fault.js';
import { parseJson } from './json-text.js';

const parse = (text: string): unknown => parseJson(Buffer.from(text));

describe('parseJson', () => {
  it('reads any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5, stringUnit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\\u0000'));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('skips a byte-order mark', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it.each([[[0x22, 0xff, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]], [[0x22, 0xc0, 0x80, 0x22]], [[0xff, 0xfe, 0x31, 0x00]]])('refuses bytes that are not UTF-8: %j', (bytes) => {
    expect(() => parseJson(Uint8Array.from(bytes))).toThrow('body: must be UTF-8');
  });

  it.each([
    ['{"a":}', 'unexpected "}" at line 1, column 6'],
    ['{\n  "a": 1,\n}', 'unexpected "}" at line 3, column 1'],
    ['[1 2]', 'unexpected "2" at line 1, column 4'],
    ['hello', 'unexpected "h" at line 1, column 1'],
    ['{"a":1}}', 'unexpected "}" at line 1, column 8'],
    ['["a\nb"]', 'unexpected "\\n" at line 1, column 4'],
    ["{'a':1}", 'unexpected "\'" at line 1, column 2'],
    ['["\\x"]', 'unexpected "\\\\" at line 1, column 3'],
    ['[01]', 'unexpected "1" at line 1, column 3'],
    ['[😀]', 'unexpected "😀" at line 1, column 2'],
    ['{"a":"b', 'it ends too early, at line 1, column 8'],
    ['   ', 'it ends too early, at line 1, column 4'],
  ])('tells the place of the fault in %j', (text, fault) => {
    expect(() => parse(text)).toThrow(`body: must be valid JSON; ${fault}`);
    expect(() => parse(text)).toThrow(BadInputError);
  });

  it('takes 64 levels and refuses more, however many', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parse(nested(64))).not.toThrow();
    expect(() => parse(`{"a":[${'[{}],'.repeat(100)}1]}`)).not.toThrow();
    expect(() => parse(nested(65))).toThrow('body: must be nested at most 64 deep');
    expect(() => parse('{"a":'.repeat(65) + '1' + '}'.repeat(65))).toThrow('at most 64 deep');
    expect(() => parse(nested(500_000))).toThrow('at most 64 deep');
    expect(() => parse('['.repeat(1_000_000))).toThrow('at most 64 deep');
    expect(() => parse(JSON.stringify({ a: `\\"${'['.repeat(100)}`, ['{'.repeat(100)]: '' }))).not.toThrow();
  });

  it('tells how many values there are before it makes any, and takes a million', () => {
    const counts: number[] = [];
    const count = (text: string): unknown => parseJson(Buffer.from(text), (values) => counts.push(values));
    count('{"a,[":[1,{},"x,y"],"b":2}');
    count(`[0${',0'.repeat(999_998)}]`);
    expect(counts).toEqual([7, 1_000_000]);
    expect(() => count(`[0${',0'.repeat(999_999)}]`)).toThrow('body: must have at most 1000000 values');
    expect(() => parseJson(Buffer.from('not JSON'), () => { throw new Error('no room'); })).toThrow('no room');
  });

  it.each([
    ['{"a":{"b":["x","y\\u0000"]}}', 'a.b.1: must not contain the NUL character'],
    ['{"a":{"b\\u0000":1}}', 'a: must not contain the NUL character'],
    ['{"\\u0000":1}', 'body: must not contain the NUL character'],
    ['"\\ud800"', 'body: must not contain half of a surrogate pair'],
    ['{"a":"\\uDC00\\uD800"}', 'a: must not contain half of a surrogate pair'],
  ])('refuses text that cannot be stored: %s', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('takes escaped pairs', () => {
    expect(parse('{"a":"\\ud83d\\ude00","b":"\\\\u0000"}')).toEqual({ a: '😀', b: '\\u0000' });
  });
});

describe('jsonFaultOffset', () => {
  const nearlyJson = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ \n1e-0.tfnu') }),
    fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[]:,"\\x1 ')).map(([text, at, character]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + character + text.slice(place + 1);
    }),
  );

  function isJson(text: string): boolean {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  }

  it('agrees with the engine on what is JSON', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        if (isJson(text)) expect(jsonFaultOffset(text)).toBe(text.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the very first character that no continuation can save', () => {
    fc.assert(
      fc.property(nearlyJson, fc.json(), (text, tail) => {
        const offset = jsonFaultOffset(text);
        // Half a number, word or escape is told at its start, and could be saved.
        const isHalf = /[-+.\\\w]/.test(text.charAt(offset));
        if (offset < text.length && !isHalf) expect(isJson(text.slice(0, offset + 1) + tail)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is quick on long texts', () => {
    const long = `["${'a\\n'.repeat(500_000)}", ${'1'.repeat(500_000)} x]`;
    expect(jsonFaultOffset(long)).toBe(long.length - 2);
  });
});
