import { describe, expect, it } from '@jest/globals';
import { parseContentType } from './content-type.js';

describe('parseContentType', () => {
  it.each([
    ['text/html', { contentType: 'text/html' }],
    ['Text/HTML; Charset=UTF-8', { contentType: 'text/html', charset: 'utf-8' }],
    ['text/html;charset="ISO-8859-1"', { contentType: 'text/html', charset: 'iso-8859-1' }],
    ['text/html; boundary=x; charset=gbk ;', { contentType: 'text/html', charset: 'gbk' }],
    ['text/html; charset', { contentType: 'text/html' }],
    ['text/html; charset=', { contentType: 'text/html' }],
    ['application/vnd.oai.openapi+json;version=3.0', { contentType: 'application/vnd.oai.openapi+json' }],
    ['', { contentType: '' }],
    ['nonsense', { contentType: '' }],
    ['text/', { contentType: '' }],
  ])('reads %j', (header, expected) => {
    expect(parseContentType(header)).toEqual(expected);
  });
});
