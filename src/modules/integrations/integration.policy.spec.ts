import { describe, expect, it } from '@jest/globals';
import { ROLES } from '../../kernel/permissions/role.js';
import { integrationAbilities } from './integration.policy.js';

const OPEN = ['public', 'unlisted'] as const;

describe('integrationAbilities', () => {
  it('let outsiders and guests read what is not private, and install it where they are admins', () => {
    for (const administers of [false, true]) {
      for (const visibility of OPEN) {
        expect(integrationAbilities({ visibility, ownerRole: null, administers })).toEqual({ view: true, admin: false, listInstallations: false, install: administers });
      }
      expect(integrationAbilities({ visibility: 'private', ownerRole: null, administers })).toEqual({ view: false, admin: false, listInstallations: false, install: false });
    }
  });

  it('let members of the owner read everything, and its admins do everything', () => {
    for (const visibility of [...OPEN, 'private'] as const) {
      for (const ownerRole of ROLES) {
        const admin = ownerRole === 'admin';
        expect(integrationAbilities({ visibility, ownerRole, administers: admin })).toEqual({ view: true, admin, listInstallations: true, install: admin });
      }
    }
  });
});
