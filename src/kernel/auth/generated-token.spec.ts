import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { generateToken, isMistyped } from './generated-token.js';

describe('generated tokens', () => {
  it('are a prefix, random digits and the CRC-32 of these', () => {
    const token = generateToken('dsp_');
    expect(token).toMatch(/^dsp_[0-9A-Za-z]{36}$/);
    expect(generateToken('dsp_')).not.toBe(token);
    expect(generateToken('dsh_', 43)).toMatch(/^dsh_[0-9A-Za-z]{49}$/);
    // 0x77e5db82 is the CRC-32 of thirty zeros, as any other program counts it.
    expect(isMistyped(`dsp_${'0'.repeat(30)}${base62(0x77e5db82)}`)).toBe(false);
  });

  it('are told from every one with another digit', () => {
    const digit = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 39 }), digit, (place, other) => {
        const token = generateToken('dsp_');
        expect(isMistyped(token)).toBe(false);
        expect(isMistyped(token.slice(0, place) + other + token.slice(place + 1))).toBe(token.charAt(place) !== other);
      }),
    );
  });

  it('of other forms are nothing to doubt', () => {
    const former = `dsp_${'a'.repeat(32)}0badc0de`;
    for (const text of ['', 'given-by-the-operator', 'dsp_given', `xyz_${'a'.repeat(36)}`, former, `dsk_${'-'.repeat(32)}`]) expect(isMistyped(text)).toBe(false);
  });
});

function base62(number: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return number === 0 ? '' : base62(Math.floor(number / 62)) + digits.charAt(number % 62);
}
