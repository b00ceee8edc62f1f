import { describe, expect, it } from '@jest/globals';
import { portablePath } from './portable-path.js';

describe('a portable path', () => {
  it.each([
    ['guide/start.md', 'guide/start.md'],
    ['設計/über.md', '設計/über.md'],
    ['u\u0308ber.png', 'über.png'],
    ['a<b>:"c|d?e*.png', 'a-b---c-d-e-.png'],
    ['aux/con.md', '_aux/_con.md'],
    ['console/com10.md', 'console/com10.md'],
    ['COM1.txt', '_COM1.txt'],
    ['what. . ', 'what'],
  ])('of %s is %s', (path, expected) => {
    expect(portablePath(path)).toBe(expected);
  });

  it('has names that file systems take, with their endings', () => {
    const [folder = '', name = ''] = portablePath(`${'設'.repeat(100)}/${'é'.repeat(200)}.md`).split('/');
    expect([folder, name]).toEqual(['設'.repeat(80), `${'é'.repeat(118)}.md`]);
    expect(portablePath(`a.${'b'.repeat(300)}`)).toBe(`a.${'b'.repeat(238)}`);
  });
});
