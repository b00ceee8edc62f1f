import { type Role, ROLES } from '../../kernel/permissions/role.js';

/** Everything that decides a user's role on a collection or space. */
export interface RoleFacts {
  /** The enabled membership in the owning organization; undefined for outsiders and disabled members. */
  readonly membership?: { readonly role: Role | null };
  /** Highest role granted to the user or to a team of the user, here or on any collection above. */
  readonly granted: Role | null;
  /** The nearest default level that is fixed, here or above; undefined when none is. */
  readonly fixed?: { readonly level: Role | null };
}

/**
 * The role of a user on a collection or space: organization admins are admins everywhere; others have
 * the higher of what was granted and the default, which guests don't get. Null: no access.
 */
export function effectiveRole({ membership, granted, fixed }: RoleFacts): Role | null {
  if (membership === undefined) return null;
  if (membership.role === 'admin') return 'admin';
  const fallback = fixed === undefined ? membership.role : fixed.level;
  return higher(granted, membership.role === null ? null : fallback);
}

function higher(one: Role | null, other: Role | null): Role | null {
  if (one === null) return other;
  if (other === null) return one;
  return ROLES.indexOf(one) >= ROLES.indexOf(other) ? one : other;
}
