import { describe, expect, it } from '@jest/globals';
import { ROLES } from '../../kernel/permissions/role.js';
import { commentAbilities } from './comment.policy.js';

describe('what may be done with a comment', () => {
  const may = (isAuthor: boolean): string[] => [null, ...ROLES].map((role) => Object.entries(commentAbilities(role, isAuthor)).flatMap(([ability, allowed]) => (allowed ? [ability[0]] : [])).join(''));

  it('grows with the role', () => {
    expect(may(false)).toEqual(['', 'v', 'vr', 'vr', 'vedr', 'vedr', 'vedr']);
  });

  it('is everything for authors who may still comment', () => {
    expect(may(true)).toEqual(['', 'v', 'vedr', 'vedr', 'vedr', 'vedr', 'vedr']);
  });
});
