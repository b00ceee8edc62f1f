import { reaches, type Role } from '../../kernel/permissions/role.js';

/** What a caller may do with a collection. */
export interface CollectionAbilities {
  view: boolean;
  /** Change, move, delete and transfer it. */
  admin: boolean;
  viewInviteLinks: boolean;
  /** Make collections and spaces in it, or move them there. */
  create: boolean;
}

/** From the caller's effective role on the collection; null: no access. */
export function collectionAbilities(role: Role | null): CollectionAbilities {
  const admin = reaches(role, 'admin');
  return { view: reaches(role, 'read'), admin, viewInviteLinks: admin, create: reaches(role, 'create') };
}
