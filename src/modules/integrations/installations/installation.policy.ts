import { reaches, type Role } from '../../../kernel/permissions/role.js';

/** What a caller may do with an installation. */
export interface InstallationAbilities {
  /** Read it, with its configuration. */
  view: boolean;
  /** Change its configurations and external ids. */
  edit: boolean;
  /** Choose its spaces and sites, and uninstall it. */
  admin: boolean;
  /** Make tokens of it. */
  issueTokens: boolean;
}

export interface InstallationFacts {
  /** Of the caller in the organization where the integration is installed; null: guest, or none. */
  readonly role: Role | null;
  /** Of the caller in the organization that owns the integration. */
  readonly ownerRole: Role | null;
  /** Of which installation the caller's token is; undefined: a token of a person. */
  readonly token?: 'own' | 'other';
}

/**
 * A configuration may hold keys: it is for the admins of the organization, and for who made the integration. An
 * installation works with itself, but doesn't widen what it reaches.
 */
export function installationAbilities({ role, ownerRole, token }: InstallationFacts): InstallationAbilities {
  if (token !== undefined) return { view: token === 'own', edit: token === 'own', admin: false, issueTokens: false };
  const admin = role === 'admin';
  return { view: admin || reaches(ownerRole, 'read'), edit: admin, admin, issueTokens: admin || ownerRole === 'admin' };
}
