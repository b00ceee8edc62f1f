import { describe, expect, it } from '@jest/globals';
import { AllowList } from './allow-list.js';

describe('AllowList', () => {
  it.each([
    ['wiki', 'wiki', 80],
    ['wiki', 'wiki', 8080],
    [' Wiki.Example ', 'wiki.example', 443],
    ['wiki.example', 'wiki.example.', 443],
    ['wiki.example.', 'wiki.example', 443],
    ['wiki.example:8080', 'wiki.example', 8080],
    ['wiki.example:08080', 'wiki.example', 8080],
    ['bücher.example', 'xn--bcher-kva.example', 443],
    ['127.0.0.1', '127.0.0.1', 80],
    ['127.1', '127.0.0.1', 80],
    ['::1', '::1', 80],
    ['[::1]', '::1', 80],
    ['[::1]', '[::1]', 80],
    ['[::1]:8080', '::1', 8080],
    ['FD00:0:0::1', 'fd00::1', 80],
  ])('%j allows %s port %d', (entry, hostname, port) => {
    expect(new AllowList([entry]).allows(hostname, port)).toBe(true);
  });

  it.each([
    ['wiki.example:8080', 'wiki.example', 80],
    ['wiki.example', 'a.wiki.example', 80],
    ['wiki.example', 'notwiki.example', 80],
    ['127.0.0.1', '127.0.0.2', 80],
    ['127.0.0.1', '::ffff:7f00:1', 80],
    ['[::1]:8080', '::1', 80],
    ['::1:8080', '::1', 8080],
  ])('%j does not allow %s port %d', (entry, hostname, port) => {
    expect(new AllowList([entry]).allows(hostname, port)).toBe(false);
  });

  it('skips blank entries', () => {
    expect(new AllowList(['', ' ']).allows('', 80)).toBe(false);
  });

  it.each(['http://wiki', 'wiki/path', '*.example', '10.0.0.0/8', 'user@wiki', 'wiki:', 'wiki:http', 'wiki:70000', '[::1', '[wiki]', 'a b', 'wiki?x', '256.1.1.1'])(
    'refuses the entry %j and names it',
    (entry) => {
      expect(() => new AllowList(['wiki', entry])).toThrow(`FETCH_ALLOW_HOSTS: "${entry}"`);
    },
  );
});
