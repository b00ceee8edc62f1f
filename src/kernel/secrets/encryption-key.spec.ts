import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EncryptionKey } from './encryption-key.js';

const key = new EncryptionKey('a secret of thirty-two characters');

describe('EncryptionKey', () => {
  it('opens what it sealed, in its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        expect(key.open(key.seal(text, place), place)).toBe(text);
      }),
    );
  });

  it('seals a text each time into something else, that holds none of it', () => {
    const [one, other] = [key.seal('a password', 'here'), key.seal('a password', 'here')];
    expect(one.sealed.equals(other.sealed)).toBe(false);
    expect(one.sealed.includes('password')).toBe(false);
  });

  it('opens nothing that was changed by a bit, cut, or moved elsewhere', () => {
    const { keyId, sealed } = key.seal('a password', 'here');
    expect(() => key.open({ keyId, sealed }, 'there')).toThrow();
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => key.open({ keyId, sealed: changed }, 'here')).toThrow();
    }
    for (let length = 0; length < sealed.length; length += 1) expect(() => key.open({ keyId, sealed: sealed.subarray(0, length) }, 'here')).toThrow();
  });

  it('is known by its id: the same for the same secret, another for another', () => {
    expect(new EncryptionKey('a secret of thirty-two characters').id).toBe(key.id);
    const other = new EncryptionKey('another one of thirty-two letters');
    expect(other.id).not.toBe(key.id);
    expect(() => other.open(key.seal('a password', 'here'), 'here')).toThrow();
  });
});
