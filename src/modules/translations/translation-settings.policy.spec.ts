import { describe, expect, it } from '@jest/globals';
import { ROLES } from '../../kernel/permissions/role.js';
import { translationAbilities } from './translation-settings.policy.js';

describe('translationAbilities', () => {
  it('are for members, and to change anything for those who create content', () => {
    expect(translationAbilities(null)).toEqual({ view: false, edit: false });
    expect(ROLES.map((role) => translationAbilities(role))).toEqual(ROLES.map((role) => ({ view: true, edit: role === 'create' || role === 'admin' })));
  });
});
