import { describe, expect, it } from '@jest/globals';
import { ROLES } from '../../../kernel/permissions/role.js';
import { installationAbilities } from './installation.policy.js';

const NOTHING = { view: false, edit: false, admin: false, issueTokens: false };

describe('installationAbilities', () => {
  it('are all for admins of the organization, and none for its other members', () => {
    for (const role of [null, ...ROLES]) {
      const admin = role === 'admin';
      expect(installationAbilities({ role, ownerRole: null })).toEqual({ view: admin, edit: admin, admin, issueTokens: admin });
    }
  });

  it('let members of the owner read, and its admins make tokens', () => {
    expect(installationAbilities({ role: null, ownerRole: null })).toEqual(NOTHING);
    for (const ownerRole of ROLES) expect(installationAbilities({ role: null, ownerRole })).toEqual({ ...NOTHING, view: true, issueTokens: ownerRole === 'admin' });
  });

  it('are narrow for tokens of installations, whoever they act for', () => {
    expect(installationAbilities({ role: 'admin', ownerRole: 'admin', token: 'own' })).toEqual({ ...NOTHING, view: true, edit: true });
    expect(installationAbilities({ role: 'admin', ownerRole: 'admin', token: 'other' })).toEqual(NOTHING);
  });
});
