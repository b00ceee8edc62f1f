import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAddress } from './address.js';

const base = { pageId: 'Page', gitPath: 'guide/intro.md', path: 'guide/intro' };

function wanted(address: string, from: Partial<typeof base> = {}): readonly string[] {
  const read = readAddress(address, { ...base, ...from }, []);
  return read.place === 'inside' ? read.wanted : ['outside'];
}

describe('addresses', () => {
  it.each(['https://example.com/', 'mailto:a@example.com', '//example.com/x', 'tel:1', 'JAVASCRIPT:alert(1)', 'data:text/plain,x'])('%s is outside', (address) => {
    expect(readAddress(address, base, ['https://other.example'])).toEqual({ place: 'outside' });
  });

  it('are inside within an imported origin, where nothing satisfies them', () => {
    expect(readAddress('https://example.com/x', base, ['https://example.com'])).toEqual({ place: 'inside', wanted: [], anchor: null });
    expect(readAddress('https://example.com.evil/x', base, ['https://example.com'])).toEqual({ place: 'outside' });
  });

  it('of the page itself are its fragments, decoded', () => {
    expect(readAddress('#set:up', base, [])).toEqual({ place: 'inside', pageId: 'Page', wanted: [], anchor: 'set:up' });
    expect(readAddress('#%C3%BCbersicht', base, [])).toMatchObject({ anchor: 'übersicht' });
    expect(readAddress('', base, [])).toMatchObject({ pageId: 'Page', anchor: null });
    expect(readAddress('?a=b', base, [])).toMatchObject({ pageId: 'Page' });
  });

  it('name pages and files by their ids', () => {
    expect(readAddress('/pages/Abc#x', base, [])).toEqual({ place: 'inside', pageId: 'Abc', wanted: [], anchor: 'x' });
    expect(readAddress('/files/Abc', base, [])).toEqual({ place: 'inside', fileId: 'Abc', wanted: [], anchor: null });
  });

  it.each([
    ['setup.md', 'git:guide/setup.md'],
    ['./setup.md#x', 'git:guide/setup.md'],
    ['../other/a.md', 'git:other/a.md'],
    ['/top.md', 'git:top.md'],
    ['setup.html', 'git:guide/setup.md'],
    ['../guide/', 'git:guide/README.md'],
    ['..', 'git:README.md'],
    ['./v1.2', 'git:guide/v1.2'],
    ['./v1.2', 'git:guide/v1.2.md'],
    ['a_(b)', 'git:guide/a_(b).md'],
    ['a%20b.md', 'git:guide/a b.md'],
    ['index.html', 'git:guide/index.md'],
    ['setup', 'page:guide/setup'],
    ['setup.md', 'page:guide/setup'],
    ['../other', 'page:other'],
    ['100%.md', 'git:guide/100%.md'],
    ['a%00b.md', 'git:guide/a%00b.md'],
  ])('%s can mean %s', (address, place) => {
    expect(wanted(address)).toContain(place);
  });

  it('prefer the exact name, and never leave the content', () => {
    expect(wanted('./v1.2')[0]).toBe('git:guide/v1.2');
    expect(wanted('../../std/vec')).toEqual([]);
    expect(readAddress('x.md', { ...base, gitPath: null }, [])).toMatchObject({ wanted: ['page:guide/x.md', 'page:guide/x'] });
  });

  it('are read whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (address) => {
        expect(['inside', 'outside']).toContain(readAddress(address, base, ['https://example.com']).place);
      }),
    );
  });
});
