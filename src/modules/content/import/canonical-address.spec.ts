import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalAddress, webAddress } from './canonical-address.js';

const canonical = (address: string): string => canonicalAddress(new URL(address));

describe('canonicalAddress', () => {
  it.each([
    ['https://h/a', 'https://h/a/', 'https://h/a#x', 'https://h/a?utm_source=q&gclid=1', 'https://H:443/a/index.html', 'https://u:p@h/a?ref=x'],
    ['https://h/', 'https://h', 'https://h/index.html', 'https://h/?fbclid=2#'],
    ['https://h/s?a=1&b=2', 'https://h/s?b=2&a=1', 'https://h/s/?b=2&utm_campaign=z&a=1'],
    ['https://h/%7Euser/%C3%A9', 'https://h/~user/é', 'https://h/~user/e\u0301', 'https://h/%7euser/%c3%a9'],
  ])('gives one spelling to %s and its likes', (...addresses) => {
    expect(new Set(addresses.map(canonical)).size).toBe(1);
  });

  it.each([['https://h/a', 'https://h/A'], ['https://h/a?x=1', 'https://h/a?x=2'], ['http://h/a', 'https://h/a'], ['https://h/v1.2', 'https://h/v1'], ['https://h/a%2Fb', 'https://h/a/b']])('tells %s and %s apart', (one, other) => {
    expect(canonical(one)).not.toBe(canonical(other));
  });

  it('is stable and always an address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
        const once = canonical(address);
        expect(canonical(once)).toBe(once);
      }),
    );
  });

  it('knows web addresses', () => {
    expect(webAddress('../x', 'https://h/a/b')?.href).toBe('https://h/x');
    expect(webAddress('javascript:alert(1)', 'https://h/')).toBeUndefined();
    expect(webAddress('file:///etc/passwd')).toBeUndefined();
    expect(webAddress('http://[', 'https://h/')).toBeUndefined();
  });
});
