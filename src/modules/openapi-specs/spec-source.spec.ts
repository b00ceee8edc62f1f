import { describe, expect, it } from '@jest/globals';
import { sourceFaults } from './spec-source.js';

describe('the source of a spec', () => {
  it.each([[{ url: 'https://example.com/openapi.yaml' }], [{ url: 'http://wiki/spec' }], [{ text: 'openapi: 3.1.0' }], [{ text: ' ' }]])('can be %j', (source) => {
    expect(sourceFaults(source, 'source')).toEqual([]);
  });

  it.each([
    ['a text', 'https://example.com', 'source', 'must be an object, is text'],
    ['a list', [{ url: 'https://example.com' }], 'source', 'must be an object, is an array'],
    ['nothing', {}, 'source', 'must have url or text'],
    ['both forms', { url: 'https://example.com', text: 'a' }, 'source', 'must have url or text, not both'],
    ['an unknown field alone', { file: 'a' }, 'source', 'must have url or text'],
    ['an unknown field beside', { text: 'a', name: 'b' }, 'source.name', 'is unknown; allowed are text'],
    ['null as url', { url: null }, 'source.url', 'must not be null'],
    ['null as text', { text: null }, 'source.text', 'must not be null'],
    ['a number as text', { text: 1 }, 'source.text', 'must be text, is a number'],
    ['an empty text', { text: '' }, 'source.text', 'must be 1 to 50000000 characters, is 0'],
    ['an address that is none', { url: 'spec.yaml' }, 'source.url', 'must be a full http or https address'],
    ['an address of another kind', { url: 'file:///etc/passwd' }, 'source.url', 'must be a full http or https address'],
    ['a long address', { url: `https://example.com/${'a'.repeat(2_048)}` }, 'source.url', 'must be 1 to 2048 characters'],
  ])('is refused with %s', (_, source, field, message) => {
    expect(sourceFaults(source, 'source')).toEqual([{ field, message: expect.stringContaining(message) }]);
  });
});
