import { Database, type Statement } from '../../kernel/database/database.js';
import { ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import type { KeysetColumn, Stretch } from '../../kernel/pagination/keyset.js';
import type { ChangeRequestEntity, ChangeRequestStatus } from './change-request.entity.js';
import { changeFault } from './change-request.policy.js';
import { CHANGE_REQUEST_COLUMNS, CHANGE_REQUEST_JOINS, NO_CHANGE_REQUEST, type PlacedChangeRequest } from './placed-change-request.js';

/** By creation, oldest first: numbers tell. */
export const CHANGE_REQUEST_ORDER: readonly KeysetColumn[] = [{ sql: 'c.number', direction: 'asc', kind: 'number' }];

export interface ChangeRequestFilter {
  readonly spaceId: string;
  readonly status: ChangeRequestStatus;
  /** Only those that this user made or changed the content of. */
  readonly contributor?: string;
}

/** $1 space, $2 status, $3 number before, $4 limit */
const LIST: Statement = {
  name: 'change_requests_list',
  text: `
    SELECT ${CHANGE_REQUEST_COLUMNS} FROM change_requests c ${CHANGE_REQUEST_JOINS}
    WHERE c.space_id = $1 AND c.status = $2 AND c.number > $3 ORDER BY c.number LIMIT $4`,
};

/** As above, and $5 contributor */
const LIST_OF_CONTRIBUTOR: Statement = {
  name: 'change_requests_list_of_contributor',
  text: `
    SELECT ${CHANGE_REQUEST_COLUMNS} FROM change_request_contributors by
    JOIN change_requests c ON c.id = by.change_request_id ${CHANGE_REQUEST_JOINS}
    WHERE by.space_id = $1 AND by.user_id = $5 AND c.status = $2 AND c.number > $3 ORDER BY c.number LIMIT $4`,
};

/** SQL over `spaces`: how many a space has of status $2; kept by the database. */
export const COUNT_OF_STATUS = `
  CASE $2
    WHEN 'draft' THEN change_requests_draft
    WHEN 'open' THEN change_requests_open
    WHEN 'archived' THEN change_requests_archived
    ELSE change_requests - change_requests_draft - change_requests_open - change_requests_archived
  END`;

/** $1 space, $2 status */
const COUNT: Statement = { name: 'change_requests_count', text: `SELECT ${COUNT_OF_STATUS} AS count FROM spaces WHERE id = $1` };

/** $1 space, $2 status, $3 contributor */
const COUNT_OF_CONTRIBUTOR: Statement = {
  name: 'change_requests_count_of_contributor',
  text: `
    SELECT count(*)::integer AS count FROM change_request_contributors by JOIN change_requests c ON c.id = by.change_request_id
    WHERE by.space_id = $1 AND by.user_id = $3 AND c.status = $2`,
};

export type LockedChangeRequest = Pick<ChangeRequestEntity, 'status' | 'subject' | 'revisionId' | 'revisionNumber' | 'baseNumber'>;

/** $1 space, $2 change request */
const LOCK: Statement = {
  name: 'change_requests_lock',
  text: `
    SELECT status, subject, revision_id AS "revisionId", revision_number AS "revisionNumber", base_number AS "baseNumber"
    FROM change_requests WHERE space_id = $1 AND id = $2 FOR NO KEY UPDATE`,
};

/** $1 space, $2 user, $3 change request */
const NOTE_CONTRIBUTOR: Statement = {
  name: 'change_requests_note_contributor',
  text: 'INSERT INTO change_request_contributors (space_id, user_id, change_request_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
};

export function findChangeRequests(db: Database, { spaceId, status, contributor }: ChangeRequestFilter, { after, limit }: Stretch): Promise<PlacedChangeRequest[]> {
  const values = [spaceId, status, after[0] ?? 0, limit];
  return contributor === undefined ? db.read(LIST, values) : db.read(LIST_OF_CONTRIBUTOR, [...values, contributor]);
}

export async function countChangeRequests(db: Database, { spaceId, status, contributor }: ChangeRequestFilter): Promise<number> {
  const [row] = await (contributor === undefined
    ? db.read<{ count: number }>(COUNT, [spaceId, status])
    : db.read<{ count: number }>(COUNT_OF_CONTRIBUTOR, [spaceId, status, contributor]));
  return row?.count ?? 0;
}

/** Within a transaction: nobody else changes the change request or its content before it ends. @throws NotFoundError */
export async function lockChangeRequest(db: Database, spaceId: string, id: string): Promise<LockedChangeRequest> {
  const [found] = await db.query<LockedChangeRequest>(LOCK, [spaceId, id]);
  if (found === undefined) throw new NotFoundError(NO_CHANGE_REQUEST);
  return found;
}

/** As `lockChangeRequest`. @throws ConflictError when its status forbids what is to be done; unless told, a change */
export async function lockForChange(db: Database, spaceId: string, id: string, faultOf = changeFault): Promise<LockedChangeRequest> {
  const found = await lockChangeRequest(db, spaceId, id);
  const fault = faultOf(found.status);
  if (fault !== undefined) throw new ConflictError(fault);
  return found;
}

/** Remembers who made a change request or a revision of it; nobody for the operator. */
export async function noteContributor(db: Database, spaceId: string, id: string, userId: string | null): Promise<void> {
  if (userId === null) return;
  await db.query(NOTE_CONTRIBUTOR, [spaceId, userId, id]);
}
