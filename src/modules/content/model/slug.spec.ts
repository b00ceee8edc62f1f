import { describe, expect, it } from '@jest/globals';
import { slugOf } from './slug.js';

describe('slugOf', () => {
  it.each([
    ['⚙️ Settings', 'settings'],
    ['❤️', 'page'],
    ['1️⃣ First', '1-first'],
    ['👩‍👩‍👧 Family', 'family'],
    ['\u0301 x', 'x'],
    ['Re\u0301sume\u0301', 'résumé'],
    ['हिन्दी', 'हिन्दी'],
    ['.NET v1.2', 'net-v1.2'],
    ['../..', 'page'],
  ])('makes an address of %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });
});
