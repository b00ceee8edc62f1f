import { expect, it } from '@jest/globals';
import { mayBeNamed } from './edit-names.js';

const NONE = { insertedPages: new Map(), pages: new Map(), files: new Map() };

it.each([
  ['[a](/pages/one)', true],
  ['[a](\\/pages\\/one)', true],
  ['[a](/p&#97;ges/one)', true],
  ['[a](&sol;p&#x61;ges&sol;one)', true],
  ['[a](https://example.com) & more, `&` too', false],
])('looks for addresses of pages in %j: %s', (markdown, expected) => {
  expect(mayBeNamed(markdown, NONE)).toBe(expected);
});

it('looks for the names of what is inserted in any text', () => {
  expect(mayBeNamed('[a](./one)', { ...NONE, pages: new Map([['one', 'id']]) })).toBe(true);
  expect(mayBeNamed('[a](./one.png)', { ...NONE, files: new Map([['one.png', 'id']]) })).toBe(true);
});
