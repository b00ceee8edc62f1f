import { describe, expect, it } from '@jest/globals';
import { deleted, History, lineFaults, registerFault, wholeFault, wrote } from '../../bench/soak/history.js';

const written = (...outcomes: [text: string, kind: 'acknowledged' | 'unknown' | 'refused'][]): ReturnType<History['register']> => {
  const register = new History().register('Title', '/title', ['title'], 'first');
  for (const [text, kind] of outcomes) wrote(register, text, kind === 'acknowledged' ? { kind, body: undefined } : kind === 'refused' ? { kind, status: 409 } : { kind });
  return register;
};

describe('a text that was written', () => {
  it.each([
    [written(), 'first'],
    [written(['second', 'acknowledged']), 'second'],
    [written(['second', 'unknown']), 'first'],
    [written(['second', 'unknown']), 'second'],
    [written(['second', 'unknown'], ['third', 'acknowledged']), 'second'],
    [written(['second', 'refused']), 'first'],
  ])('may be there in the end', (register, found) => {
    expect(registerFault(register, found)).toBeUndefined();
  });

  it.each([
    [written(['second', 'acknowledged']), 'first'],
    [written(['second', 'refused']), 'second'],
    [written(['second', 'unknown']), undefined],
    [written(), 'somebody else\'s'],
  ])('is missed when it is lost, undone or of nobody', (register, found) => {
    expect(registerFault(register, found)).toContain('was acknowledged last');
  });
});

describe('a text that was deleted', () => {
  const gone = (kind: 'acknowledged' | 'unknown'): ReturnType<History['register']> => {
    const register = written();
    deleted(register, kind === 'acknowledged' ? { kind, body: undefined } : { kind });
    return register;
  };

  it.each([
    [gone('acknowledged'), undefined],
    [gone('unknown'), undefined],
    [gone('unknown'), 'first'],
  ])('may be gone, or there still where nobody knows', (register, found) => {
    expect(registerFault(register, found)).toBeUndefined();
  });

  it('is not there again', () => {
    expect(registerFault(gone('acknowledged'), 'first')).toContain('its deletion was acknowledged');
  });
});

describe('lines of a page that many add to', () => {
  const lines = [{ path: '/page', text: 'a 1' }, { path: '/page', text: 'b 1' }];

  it('are there among others', () => {
    expect(lineFaults(lines, 'Begin\n\na 1\n\nc 1\n\nb 1\n')).toEqual([]);
  });

  it('are missed when they are lost or there twice', () => {
    expect(lineFaults(lines, 'Begin\n\na 1\n\na 1\n\nb 10\n')).toEqual([expect.stringContaining('"a 1", whose merge was acknowledged, is there 2 times'), expect.stringContaining('"b 1", whose merge was acknowledged, is there 0 times')]);
  });
});

describe('pages that come together', () => {
  const whole = (state: { written?: boolean; merged?: boolean }) => ({ ...new History().whole('One', '/one', ['a', 'b']), ...state });

  it.each([
    [whole({}), 'draft', []],
    [whole({ written: true }), 'draft', []],
    [whole({ written: true }), 'merged', ['a', 'b']],
    [whole({}), 'merged', []],
    [whole({ written: true, merged: true }), 'merged', ['a', 'b', 'c']],
  ])('may be there, all of them, or not', (one, status, pages) => {
    expect(wholeFault(one, status, new Set(pages))).toBeUndefined();
  });

  it.each([
    [whole({}), 'merged', ['a'], '1 of 2 pages'],
    [whole({}), 'draft', ['a', 'b'], 'but it is draft'],
    [whole({ written: true, merged: true }), 'open', [], 'its merge was acknowledged'],
    [whole({ written: true }), 'merged', [], 'its pages are not'],
  ])('are missed when there are a part of them, or they are there too early or not at all', (one, status, pages, fault) => {
    expect(wholeFault(one, status, new Set(pages))).toContain(fault);
  });
});
