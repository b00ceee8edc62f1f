import { describe, expect, it } from '@jest/globals';
import { FetchError } from './fetcher.js';
import { parseFetchAddress, shownAddress } from './fetch-address.js';

function refusal(address: string): FetchError {
  try {
    parseFetchAddress(address);
  } catch (error) {
    if (error instanceof FetchError) return error;
  }
  throw new Error(`${address} was accepted`);
}

describe('parseFetchAddress', () => {
  it.each([
    ['HTTP://Example.COM', 'http://example.com/'],
    ['https://bücher.example/ä?ö', 'https://xn--bcher-kva.example/%C3%A4?%C3%B6'],
    ['https:\\\\example.com\\a', 'https://example.com/a'],
    ['http://example.com:80/', 'http://example.com/'],
  ])('normalizes %s', (address, expected) => {
    expect(parseFetchAddress(address).href).toBe(expected);
  });

  it('resolves a relative address', () => {
    const base = new URL('https://example.com/a/b?c');
    expect(parseFetchAddress('../d', base).href).toBe('https://example.com/d');
    expect(parseFetchAddress('//other.example', base).href).toBe('https://other.example/');
    expect(() => parseFetchAddress('file:///etc/passwd', base)).toThrow('only http and https');
  });

  it.each([
    ['', 'not an absolute'],
    ['example.com', 'not an absolute'],
    ['/path', 'not an absolute'],
    ['http://', 'not an absolute'],
    ['http://[::1', 'not an absolute'],
    ['http://1.2.3.4.5.6/', 'not an absolute'],
    ['http://a b/', 'not an absolute'],
    ['file:///etc/passwd', 'not file'],
    ['ftp://example.com/', 'not ftp'],
    ['data:text/plain,x', 'not data'],
    ['gopher://example.com/', 'not gopher'],
    ['javascript:alert(1)', 'not javascript'],
    ['http://user@example.com/', 'user name or password'],
    ['http://:secret@example.com/', 'user name or password'],
  ])('refuses %j', (address, fault) => {
    const error = refusal(address);
    expect(error.reason).toBe('malformed');
    expect(error.message).toContain(fault);
  });

  it.each(['http://me:secret@host/x', ' http://me:secret@host/', 'ht\ntp://me:secret@host', 'http:me:secret@host', `http://me:${'secret'.repeat(200)}@host/`, 'http://me:sec@secret@[host', 'me:secret@host'])(
    'does not repeat the password of %j',
    (address) => {
      const { message } = refusal(address);
      expect(message).not.toContain('secret');
      expect(message).toContain('host');
    },
  );

  it('stays fast and brief on very long addresses', () => {
    for (const piece of ['a', '/', '@', ':', 'a:', 'http://', '\\@', '.']) {
      expect(shownAddress(piece.repeat(200_000)).length).toBeLessThan(500);
    }
    expect(shownAddress(`http://h/${'x'.repeat(500)}`)).toHaveLength(301);
  });
});
