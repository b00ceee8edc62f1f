import type { Role } from '../../kernel/permissions/role.js';
import { spaceAbilities } from '../spaces/space.policy.js';
import type { ChangeRequestStatus } from './change-request.entity.js';

/** What a caller may do with the change requests of a space. */
export interface ChangeRequestAbilities {
  view: boolean;
  comment: boolean;
  /** Make them, change them and their content, bring them up to date. */
  edit: boolean;
  review: boolean;
  merge: boolean;
}

/** From the caller's effective role on the space; null: no access. A locked space changes nothing about them. */
export function changeRequestAbilities(role: Role | null): ChangeRequestAbilities {
  const { view, comment, edit, review, merge } = spaceAbilities(role);
  return { view, comment, edit, review, merge };
}

/** Why a change request takes no changes any more; undefined while it does. */
export function changeFault(status: ChangeRequestStatus): string | undefined {
  return status === 'merged' ? 'This change request is merged, which is final.' : undefined;
}

/** Why a change request can't be merged; undefined when it can. */
export function mergeFault(status: ChangeRequestStatus): string | undefined {
  return status === 'archived' ? 'This change request is archived. Set its status to draft or open to merge it.' : changeFault(status);
}

/** Whether the main content has a revision newer than the one last taken in. What is merged has nothing left to take in. */
export function isOutdated({ status, baseNumber, mainNumber }: { status: ChangeRequestStatus; baseNumber: number; mainNumber: number }): boolean {
  return status !== 'merged' && mainNumber > baseNumber;
}
