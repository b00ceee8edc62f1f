import { describe, expect, it } from '@jest/globals';
import { BadInputError } from '../errors/errors.js';
import { parseQuery } from '../http/query-parser.js';
import { QueryChoice, QueryFlag, QueryInteger, QueryList, QueryText } from './query-fields.js';
import { readQuery } from './query-rule.js';

class LimitQuery {
  @QueryInteger({ min: 1, max: 1000, default: 50 })
  limit: number;
}

class SampleQuery extends LimitQuery {
  @QueryFlag({ default: true })
  nested: boolean;

  @QueryFlag()
  published?: boolean;

  @QueryText({ max: 5 })
  title?: string;

  @QueryChoice(['asc', 'desc'], { default: 'desc' })
  order: string;

  @QueryList({ max: 5 })
  authors?: string[];
}

class SearchQuery {
  @QueryText({ max: 512, required: true })
  query: string;
}

const read = (text: string): SampleQuery => readQuery(SampleQuery, parseQuery(text));
const messageOf = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof BadInputError) return error.message;
  }
  return 'taken';
};

describe('a query', () => {
  it('has its defaults, and nothing else, when nothing is sent', () => {
    expect({ ...read('') }).toEqual({ limit: 50, nested: true, order: 'desc' });
    expect(read('')).toBeInstanceOf(SampleQuery);
  });

  it('ignores unknown parameters, also those that every object has', () => {
    expect({ ...read('toString=1&__proto__=2&x=3') }).toEqual({ limit: 50, nested: true, order: 'desc' });
  });

  it('leaves the base class without the parameters of the others', () => {
    expect({ ...readQuery(LimitQuery, parseQuery('nested=x&limit=7')) }).toEqual({ limit: 7 });
  });

  it('tells all faults', () => {
    expect(messageOf('limit=0&nested=yes')).toBe('limit: must be a whole number from 1 to 1000; nested: must be true or false');
  });

  it.each(['limit=5&limit=6', 'nested=true&nested=true', 'title=a&title=b', 'order=asc&order=asc', 'title[]=a'])('refuses a scalar given twice: %s', (text) => {
    expect(messageOf(text)).toMatch(/: must be given only once$/);
  });

  it('requires what it must', () => {
    expect(() => readQuery(SearchQuery, parseQuery(''))).toThrow('query: is required');
    expect(readQuery(SearchQuery, parseQuery('query=a')).query).toBe('a');
  });
});

describe('the parameters', () => {
  it('flags are exactly true or false', () => {
    expect(read('nested=false&published=true')).toMatchObject({ nested: false, published: true });
    for (const text of ['0', '1', 'yes', 'TRUE', 'False', '', ' true']) expect(messageOf(`published=${text}`)).toBe('published: must be true or false');
  });

  it('integers are decimal digits within their bounds', () => {
    expect(read('limit=1').limit).toBe(1);
    expect(read('limit=1000').limit).toBe(1000);
    for (const text of ['0', '1001', '-1', 'abc', '1.5', '', '1e2', '0x10', '%205', '9'.repeat(400)]) {
      expect(messageOf(`limit=${text}`)).toBe('limit: must be a whole number from 1 to 1000');
    }
  });

  it('texts count code points and must be storable', () => {
    expect(read(`title=${encodeURIComponent('😀'.repeat(5))}`).title).toBe('😀'.repeat(5));
    expect(messageOf('title=abcdef')).toBe('title: must be at most 5 characters, is 6');
    expect(messageOf('title=a%00')).toBe('title: must not contain the NUL character');
  });

  it('choices are of their values', () => {
    expect(read('order=asc').order).toBe('asc');
    expect(messageOf('order=up')).toBe('order: must be one of asc, desc');
    expect(messageOf('order=')).toBe('order: must be one of asc, desc');
  });

  it('lists take none, one, several and bracketed values', () => {
    expect(read('').authors).toBeUndefined();
    expect(read('authors=a').authors).toEqual(['a']);
    expect(read('authors[]=a').authors).toEqual(['a']);
    expect(read('authors=a&authors=b&authors[]=c').authors).toEqual(['a', 'b', 'c']);
    expect(read(Array.from({ length: 1000 }, (_, index) => `authors=${String(index)}`).join('&')).authors).toHaveLength(1000);
    expect(messageOf('authors=a&'.repeat(1001))).toBe('authors: must be given at most 1000 times, is 1001');
    expect(messageOf('authors=a&authors=abcdef')).toBe('authors: must be at most 5 characters, is 6');
  });
});
