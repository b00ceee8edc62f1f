import { reaches, type Role } from '../../kernel/permissions/role.js';

/** What a caller may do with a space. */
export interface SpaceAbilities {
  view: boolean;
  access: boolean;
  admin: boolean;
  viewInviteLinks: boolean;
  edit: boolean;
  triggerGitSync: boolean;
  comment: boolean;
  merge: boolean;
  review: boolean;
}

/** From the caller's effective role on the space; null: no access. */
export function spaceAbilities(role: Role | null): SpaceAbilities {
  const reads = reaches(role, 'read');
  const reviews = reaches(role, 'review');
  const admin = reaches(role, 'admin');
  return {
    view: reads,
    access: reads,
    admin,
    viewInviteLinks: admin,
    edit: reaches(role, 'edit'),
    triggerGitSync: admin,
    comment: reaches(role, 'comment'),
    merge: reviews,
    review: reviews,
  };
}
