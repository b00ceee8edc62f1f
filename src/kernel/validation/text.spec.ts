import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codePointLength, shorten, unstorable } from './text.js';

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

describe('text', () => {
  it('counts code points as the language does', () => {
    fc.assert(fc.property(fc.oneof(anyText, fc.string({ unit: 'binary' })), (text) => codePointLength(text) === Array.from(text).length));
  });

  it('is storable exactly when it survives UTF-8 and holds no NUL', () => {
    fc.assert(
      fc.property(anyText, (text) => (unstorable(text) === undefined) === (Buffer.from(text).toString() === text && !text.includes('\0'))),
    );
  });

  it('is shortened without breaking a pair', () => {
    expect(shorten('a'.repeat(80))).toBe('a'.repeat(80));
    expect(shorten(`${'a'.repeat(79)}😀b`)).toBe(`${'a'.repeat(79)}…`);
  });
});
