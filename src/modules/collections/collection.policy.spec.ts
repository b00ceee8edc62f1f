import { describe, expect, it } from '@jest/globals';
import type { Role } from '../../kernel/permissions/role.js';
import { type CollectionAbilities, collectionAbilities } from './collection.policy.js';

const ABILITIES: [Role | null, (keyof CollectionAbilities)[]][] = [
  [null, []],
  ['read', ['view']],
  ['comment', ['view']],
  ['edit', ['view']],
  ['review', ['view']],
  ['create', ['view', 'create']],
  ['admin', ['view', 'admin', 'viewInviteLinks', 'create']],
];

describe('collectionAbilities', () => {
  it.each(ABILITIES)('gives %s: %j', (role, expected) => {
    const abilities = collectionAbilities(role);
    expect(Object.keys(abilities)).toEqual(['view', 'admin', 'viewInviteLinks', 'create']);
    expect(Object.entries(abilities).flatMap(([ability, given]) => (given ? [ability] : []))).toEqual(expected);
  });
});
