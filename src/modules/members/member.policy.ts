import { reaches, type Role } from '../../kernel/permissions/role.js';

/** What a caller may do with the members of an organization. */
export interface MemberAbilities {
  listMembers: boolean;
  /** Change members. */
  admin: boolean;
}

/** From the caller's enabled membership; undefined for outsiders. A null role is a guest. */
export function memberAbilities(membership: { readonly role: Role | null } | undefined): MemberAbilities {
  const role = membership?.role ?? null;
  return { listMembers: reaches(role, 'read'), admin: role === 'admin' };
}
