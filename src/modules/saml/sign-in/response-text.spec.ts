import { describe, expect, it } from '@jest/globals';
import { responseText } from './response-text.js';

const encoded = (xml: string): string => Buffer.from(xml).toString('base64');

describe('responseText', () => {
  it.each<[string, string]>([
    ['with a declaration', '<?xml version="1.0"?>\n<a><b/></a>\n'],
    ['with marks in values and texts', `<a b="x > y/" c='"'>it's > "that" <d e="/"></d></a>`],
    ['of one tag', '<a b="/>"/>'],
    ['with all the depth that there may be', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`],
  ])('takes an answer %s', (_, xml) => {
    expect(responseText(encoded(xml))).toBe(xml);
  });

  // The first four keep whoever parses them busy for seconds.
  it.each<[string, string]>([
    ['thousands of roots', '<a/>'.repeat(9_900)],
    ['elements that never end', '<a>'.repeat(9_900)],
    ['ends of other elements', '<a></b>'.repeat(4_900)],
    ['elements deep in one another', `${'<a>'.repeat(4_900)}${'</b>'.repeat(4_900)}`],
    ['a second root', '<a></a><b></b>'],
    ['an end too many', '<a></a></a>'],
    ['a tag that is open', '<a><b c="</a>'],
    ['no tag', 'words'],
  ])('refuses %s without parsing it', (_, xml) => {
    expect(() => responseText(encoded(xml))).toThrow('no readable answer');
  });
});
