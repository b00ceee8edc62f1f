import { Database, type Statement } from '../../kernel/database/database.js';
import { presentedUser } from '../identity/presented-user.js';
import type { PresentedUser } from '../identity/user.presenter.js';
import type { ChangeRequestEntity } from './change-request.entity.js';

/** A change request as it is read: its own row, where it is, and how far the main content is. */
export interface PlacedChangeRequest extends Omit<ChangeRequestEntity, 'createdBy'> {
  /** Number of the newest revision of the main content. */
  readonly mainNumber: number;
  /** Null: the user is gone. */
  readonly createdBy: PresentedUser | null;
}

/** Of `change_requests` (c), `spaces` (s), `targets` (t) and `users` (u), as `JOINED` names them. */
export const CHANGE_REQUEST_COLUMNS = `
  c.id, c.space_id AS "spaceId", c.number, c.status, c.subject, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  c.revision_id AS "revisionId", c.revision_number AS "revisionNumber", c.base_number AS "baseNumber",
  c.revision_initial AS "revisionInitial", c.revision_merged_ancestor AS "revisionMergedAncestor", c.revision_merged AS "revisionMerged",
  c.comments, t.organization_id AS "organizationId", s.revision_number AS "mainNumber",
  CASE WHEN u.id IS NOT NULL THEN ${presentedUser('u')} END AS "createdBy"`;

export const CHANGE_REQUEST_JOINS = `
  JOIN spaces s ON s.id = c.space_id AND s.deleted_at IS NULL JOIN targets t ON t.id = s.id LEFT JOIN users u ON u.id = c.created_by`;

const FIND_BY_ID: Statement = {
  name: 'change_requests_find',
  text: `SELECT ${CHANGE_REQUEST_COLUMNS} FROM change_requests c ${CHANGE_REQUEST_JOINS} WHERE c.space_id = $1 AND c.id = $2`,
};

const FIND_BY_NUMBER: Statement = {
  name: 'change_requests_find_by_number',
  text: `SELECT ${CHANGE_REQUEST_COLUMNS} FROM change_requests c ${CHANGE_REQUEST_JOINS} WHERE c.space_id = $1 AND c.number = $2`,
};

export const NO_CHANGE_REQUEST = 'There is no such change request.';

/** By its id or its number in the space, without regard to any caller. An id never looks like a number. */
export async function findPlacedChangeRequest(db: Database, spaceId: string, idOrNumber: string): Promise<PlacedChangeRequest | undefined> {
  const isNumber = /^[1-9]\d{0,8}$/.test(idOrNumber);
  const [found] = await db.query<PlacedChangeRequest>(isNumber ? FIND_BY_NUMBER : FIND_BY_ID, [spaceId, isNumber ? Number(idOrNumber) : idOrNumber]);
  return found;
}
