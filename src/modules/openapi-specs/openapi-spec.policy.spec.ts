import { describe, expect, it } from '@jest/globals';
import type { Role } from '../../kernel/permissions/role.js';
import { openApiSpecAbilities } from './openapi-spec.policy.js';

describe('openApiSpecAbilities', () => {
  it.each<[Role | null, boolean, boolean]>([
    [null, false, false],
    ['read', true, false],
    ['comment', true, false],
    ['edit', true, false],
    ['review', true, false],
    ['create', true, true],
    ['admin', true, true],
  ])('for %s: view %s, edit %s', (role, view, edit) => {
    expect(openApiSpecAbilities(role)).toEqual({ view, edit });
  });
});
