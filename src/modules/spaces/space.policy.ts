import { reaches, type Role } from '../../kernel/permissions/role.js';
import type { OperationsOf } from '../../kernel/permissions/token-reach.js';

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

/** Of a space in the trash: its admins see it and can restore it, and that is all until then. */
export function trashedSpaceAbilities(role: Role | null): SpaceAbilities {
  const { admin } = spaceAbilities(role);
  return { ...spaceAbilities(null), view: admin, access: admin, admin };
}

/** The operation that stands for each ability: a token of an installation that may not use it lacks the ability. */
export const SPACE_OPERATIONS: OperationsOf<SpaceAbilities> = {
  view: 'getCurrentRevision',
  access: 'getSpaceById',
  admin: 'updateSpaceById',
  viewInviteLinks: 'listOrganizationInviteLinks',
  edit: 'createChangeRequest',
  triggerGitSync: null,
  comment: 'postCommentInSpace',
  merge: 'mergeChangeRequest',
  review: 'submitChangeRequestReview',
};
