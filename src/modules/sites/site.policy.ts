import { reaches, type Role } from '../../kernel/permissions/role.js';

/** What a caller may do with the sites of an organization, and with everything in them. */
export interface SiteAbilities {
  view: boolean;
  /** Make, change, publish and delete. */
  edit: boolean;
}

/** From an enabled membership of the organization; undefined for outsiders. Guests have no part in sites. */
export function siteAbilities(membership: { readonly role: Role | null } | undefined): SiteAbilities {
  const role = membership?.role ?? null;
  return { view: reaches(role, 'read'), edit: reaches(role, 'create') };
}
