import { describe, expect, it } from '@jest/globals';
import { decodeHtml } from './text-decoding.js';

const SAID = Buffer.from([0x93, 0xe9, 0x94, 0x97, 0x80, 0x81, 0xff]);

describe('decodeHtml', () => {
  it.each(['windows-1252', 'ISO-8859-1', 'us-ascii', undefined])('reads %s as browsers do', (charset) => {
    expect(decodeHtml(SAID, charset)).toBe('“é”—€\x81ÿ');
  });

  it('reads other character sets', () => {
    expect(decodeHtml(Buffer.from([0x93, 0xcf]), 'windows-1251')).toBe('“П');
    expect(decodeHtml(Buffer.from('é“'), 'utf-8')).toBe('é“');
  });
});
