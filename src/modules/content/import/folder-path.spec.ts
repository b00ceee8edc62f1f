import { posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanPath, FreePaths, relativeAddress, resolveInFolder } from './folder-path.js';

describe('paths in the folder', () => {
  it.each([
    ['a/b.md', 'c.md', { path: 'a/c.md', fragment: '' }],
    ['a/b.md', '../v1.2#set:up', { path: 'v1.2', fragment: '#set:up' }],
    ['a/b.md', '/x%20y.md?z', { path: 'x y.md', fragment: '' }],
    ['a/b.md', '#x', { path: 'a/b.md', fragment: '#x' }],
    ['a/b.md', 'a_(b)', { path: 'a/a_(b)', fragment: '' }],
    ['a/b.md', '../../out', undefined],
    ['a/b.md', 'mailto:x@y', undefined],
    ['a/b.md', '//host/x', undefined],
    ['a/b.md', '100%.md', { path: 'a/100%.md', fragment: '' }],
  ])('resolves from %s the address %s', (from, address, expected) => {
    expect(resolveInFolder(from, address)).toEqual(expected);
  });

  it('writes relative addresses that lead back to the path', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => cleanPath(text) === text && !text.includes('/'));
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(path, path, (from, to) => {
        fc.pre(cleanPath(from) === from && cleanPath(to) === to && from !== to && !to.startsWith(`${from}/`) && posix.dirname(from) !== to);
        const address = relativeAddress(from, to);
        expect(address).not.toMatch(/[\s()<>]/);
        expect(resolveInFolder(from, address)).toEqual({ path: to, fragment: '' });
      }),
    );
  });

  it('numbers paths that are taken', () => {
    const paths = new FreePaths();
    expect(['a/x.md', 'a/x.md', 'a/x-2.md', 'a/x.md'].map((path) => paths.take(path))).toEqual(['a/x.md', 'a/x-2.md', 'a/x-2-2.md', 'a/x-3.md']);
  });
});
