import { describe, expect, it } from '@jest/globals';
import { emailKeys } from './email-keys.js';

describe('emailKeys', () => {
  it.each([
    ['Ada@Example.COM', ['ada@example.com']],
    [' ada@localhost ', ['ada@localhost']],
    ['ADA@1.2', ['ada@1.2']],
    ['Ünï@Bücher.example', ['ünï@bücher.example', 'ünï@xn--bcher-kva.example']],
    ['Ünï@XN--bcher-kva.example', ['ünï@bücher.example', 'ünï@xn--bcher-kva.example']],
    ['Ünï@Bu\u0308cher.example', ['ünï@bücher.example', 'ünï@xn--bcher-kva.example']],
    ['ada@xn--x', ['ada@xn--x']],
    ['no address', ['no address']],
  ])('compares %s', (email, keys) => {
    expect(emailKeys(email)).toEqual(keys);
  });
});
