import { describe, expect, it } from '@jest/globals';
import { splitFrontMatter } from './front-matter.js';

describe('splitFrontMatter', () => {
  it('tells where the body begins', () => {
    const markdown = '\uFEFF---\na: 1\n---\nbody';
    const { body, bodyStart } = splitFrontMatter(markdown);
    expect(body).toBe('body');
    expect(markdown.slice(bodyStart)).toBe(body);
  });

  it('refuses an alias bomb', () => {
    const bomb = Array.from({ length: 30 }, (_, index) => `a${String(index)}: &a${String(index)} [${index === 0 ? 'x' : `*a${String(index - 1)}, *a${String(index - 1)}`}]`).join('\n');
    expect(splitFrontMatter(`---\n${bomb}\n---\nbody`).frontMatter).toEqual({});
  });
});
