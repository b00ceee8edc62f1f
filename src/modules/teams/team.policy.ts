import { reaches, type Role } from '../../kernel/permissions/role.js';

/** What a caller may do with a team. */
export interface TeamAbilities {
  /** See the team and its members. */
  view: boolean;
  /** Change and delete the team, and manage its members. */
  admin: boolean;
}

export interface TeamFacts {
  /** Enabled membership in the team's organization; undefined for outsiders. A null role is a guest. */
  membership?: { readonly role: Role | null };
  /** Whether the caller is an owner of the team. */
  owns: boolean;
}

/** Guests have no right on any team, also where they own one. */
export function teamAbilities({ membership, owns }: TeamFacts): TeamAbilities {
  const role = membership?.role ?? null;
  const view = reaches(role, 'read');
  return { view, admin: view && (role === 'admin' || owns) };
}

/** What a member may do with the teams of an organization as a whole. */
export interface TeamsAbilities {
  listTeams: boolean;
  /** Make teams. */
  admin: boolean;
}

export function teamsAbilities({ role }: { readonly role: Role | null }): TeamsAbilities {
  return { listTeams: reaches(role, 'read'), admin: role === 'admin' };
}

/** Which teams of the organization a member can manage. */
export function managedTeams(membership: { readonly role: Role | null } | undefined): 'all' | 'owned' | 'none' {
  if (teamAbilities({ membership, owns: false }).admin) return 'all';
  return teamAbilities({ membership, owns: true }).admin ? 'owned' : 'none';
}
