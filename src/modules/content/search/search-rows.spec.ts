import { describe, expect, it } from '@jest/globals';
import { searchRows } from './search-rows.js';

const section = (title: string, body: string) => ({ anchor: title.toLowerCase(), title, body });

describe('searchRows', () => {
  it('tells the places and the frequency of terms', () => {
    const { parts } = searchRows('space-12345678', {
      pageId: 'p',
      title: 'Nodes',
      description: 'About',
      sections: [section('Scaling', 'node node node node 設計'), section('', 'node')],
    });
    expect(parts).toHaveLength(1);
    expect(new Set(parts[0]?.split(' '))).toEqual(
      new Set(['^nodes', '#scaling', '/nodes', '/about', '/scaling', '/node', '4node', '/設', '/計', '/設計'].map((lexeme) => `12345678${lexeme}`)),
    );
  });

  it('gives a page without words a row', () => {
    expect(searchRows('s', { pageId: 'p', title: '🙂', sections: [] })).toEqual({ parts: [''], runs: '', sections: [] });
  });

  it('splits what is too much for one vector, each lexeme in one part', () => {
    const body = Array.from({ length: 100_000 }, (_, index) => `w${String(index)}`).join(' ');
    const { parts } = searchRows('s', { pageId: 'p', title: 'Numbers', sections: [section('', body)] });
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThan(700_000);
    const all = parts.flatMap((part) => part.split(' '));
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain('s/w99999');
  });

  it('cuts long sections between words and loses none', () => {
    for (const unit of ['word another ', 'line\n', '設計書。', 'x', '𠮷', 'a/b-c_d.']) {
      const body = unit.repeat(Math.ceil(9_000 / unit.length));
      const { sections } = searchRows('s', { pageId: 'p', title: 't', sections: [section('Long', body)] });
      expect(sections.length).toBeGreaterThan(3);
      for (const row of sections) {
        expect(row.body.length).toBeLessThanOrEqual(2_000);
        expect(row.section).toBe(0);
        expect(row.lexemes).toContain('#long');
        expect(Buffer.from(row.body).toString()).toBe(row.body);
      }
      expect(sections.map((row) => row.body).join('').replace(/\s/g, '')).toBe(body.replace(/\s/g, ''));
    }
  });
});
