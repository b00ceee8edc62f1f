import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { isShallowYaml } from './yaml-depth.js';

describe('isShallowYaml', () => {
  it.each(['[', '{', '- ', '? ', '{a: ', '[a, ', '- a: ', '? a: ', '- &a ', '!x ['])('takes no text that is made of thousands of %j', (piece) => {
    for (const text of [piece.repeat(5_000), `a: ${piece.repeat(5_000)}`, `a:\n  ${piece.repeat(5_000)}`]) {
      // What passes can be read, or is told to be no YAML, without coming near the end of the stack.
      if (isShallowYaml(text)) expect(() => parse(text, { logLevel: 'silent' })).not.toThrow(RangeError);
    }
    expect(isShallowYaml(`a: ${'['.repeat(5_000)}`)).toBe(false);
    expect(isShallowYaml('- '.repeat(5_000))).toBe(false);
  });

  it('takes what people write, however long', () => {
    expect(isShallowYaml(`title: x\nlist:\n${'  - name: [a, {b: c}]\n    text: "[[[[{{{{"\n'.repeat(2_000)}`)).toBe(true);
    expect(isShallowYaml(`a: ${'['.repeat(90)}${']'.repeat(90)}`)).toBe(true);
  });
});
