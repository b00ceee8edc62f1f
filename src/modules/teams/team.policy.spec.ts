import { describe, expect, it } from '@jest/globals';
import { type Role, ROLES } from '../../kernel/permissions/role.js';
import { managedTeams, teamAbilities, teamsAbilities } from './team.policy.js';

const BELOW_ADMIN = ROLES.filter((role) => role !== 'admin');

describe('teamAbilities', () => {
  it('gives nothing to outsiders and guests, also to those who own the team', () => {
    for (const owns of [false, true]) {
      expect(teamAbilities({ owns })).toEqual({ view: false, admin: false });
      expect(teamAbilities({ membership: { role: null }, owns })).toEqual({ view: false, admin: false });
    }
  });

  it('lets every member see a team, and its owners and organization admins manage it', () => {
    for (const role of BELOW_ADMIN) {
      expect(teamAbilities({ membership: { role }, owns: false })).toEqual({ view: true, admin: false });
      expect(teamAbilities({ membership: { role }, owns: true })).toEqual({ view: true, admin: true });
    }
    expect(teamAbilities({ membership: { role: 'admin' }, owns: false })).toEqual({ view: true, admin: true });
  });
});

describe('teamsAbilities', () => {
  it('lets members list teams, and organization admins make them', () => {
    expect(teamsAbilities({ role: null })).toEqual({ listTeams: false, admin: false });
    for (const role of BELOW_ADMIN) expect(teamsAbilities({ role })).toEqual({ listTeams: true, admin: false });
    expect(teamsAbilities({ role: 'admin' })).toEqual({ listTeams: true, admin: true });
  });
});

describe('managedTeams', () => {
  it.each<[Role | null | undefined, string]>([
    [undefined, 'none'],
    [null, 'none'],
    ['read', 'owned'],
    ['create', 'owned'],
    ['admin', 'all'],
  ])('are for the role %p: %s', (role, managed) => {
    expect(managedTeams(role === undefined ? undefined : { role })).toBe(managed);
  });
});
