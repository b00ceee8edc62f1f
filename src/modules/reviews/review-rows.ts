import type { Database } from '../../kernel/database/database.js';
import { behindCondition, type KeysetColumn, keysetOrder, type Stretch } from '../../kernel/pagination/keyset.js';
import { OUTDATED, READ_REQUESTS, type ReadRequest, type ReadReview, REVIEW_COLUMNS, REVIEW_PEOPLE, REVIEWS, stillReviewing } from './read-review.js';

/** The oldest first: ids tell when they were made. */
export const REVIEW_ORDER: readonly KeysetColumn[] = [{ sql: 'r.id', direction: 'asc' }];

export interface ReviewFilter {
  readonly changeRequestId: string;
  readonly outdated?: boolean | undefined;
}

export function findReviews(db: Database, filter: ReviewFilter, { after, limit }: Stretch): Promise<ReadReview[]> {
  const text = `SELECT ${REVIEW_COLUMNS} FROM ${REVIEWS} ${REVIEW_PEOPLE} WHERE ${matching(filter)} AND ${behindCondition(after, REVIEW_ORDER, 2)} ORDER BY ${keysetOrder(REVIEW_ORDER)} LIMIT ${String(limit)}`;
  return db.query<ReadReview>(text, [filter.changeRequestId, ...after]);
}

export async function countReviews(db: Database, filter: ReviewFilter): Promise<number> {
  const [row] = await db.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${REVIEWS} WHERE ${matching(filter)}`, [filter.changeRequestId]);
  return row?.count ?? 0;
}

export async function findReview(db: Database, changeRequestId: string, id: string): Promise<ReadReview | undefined> {
  const [review] = await db.query<ReadReview>(`SELECT ${REVIEW_COLUMNS} FROM ${REVIEWS} ${REVIEW_PEOPLE} WHERE r.change_request_id = $1 AND r.id = $2`, [changeRequestId, id]);
  return review;
}

/** SQL over `REVIEWS`, $1 change request. */
function matching({ outdated }: ReviewFilter): string {
  return `r.change_request_id = $1${outdated === undefined ? '' : ` AND ${OUTDATED} = ${String(outdated)}`}`;
}

/** Within a transaction that holds the change request: reviews by these people say nothing about it any more. */
export async function supersedeReviews(db: Database, changeRequestId: string, reviewerIds: readonly string[], now: Date): Promise<void> {
  await db.query('UPDATE change_request_reviews SET superseded = true, updated_at = $3 WHERE change_request_id = $1 AND reviewer_id = ANY ($2) AND NOT superseded', [changeRequestId, reviewerIds, now]);
}

/** Who was asked first comes first. */
export const REQUEST_ORDER: readonly KeysetColumn[] = [
  { sql: 'r.created_at', direction: 'asc' },
  { sql: 'r.user_id', direction: 'asc' },
];

/** $1 change request, $2 space; whoever may not review any more is left out. */
const ASKED = `r.change_request_id = $1 AND ${stillReviewing('$2')}`;

export function findRequests(db: Database, spaceId: string, changeRequestId: string, { after, limit }: Stretch): Promise<ReadRequest[]> {
  const text = `${READ_REQUESTS} WHERE ${ASKED} AND ${behindCondition(after, REQUEST_ORDER, 3)} ORDER BY ${keysetOrder(REQUEST_ORDER)} LIMIT ${String(limit)}`;
  return db.query<ReadRequest>(text, [changeRequestId, spaceId, ...after]);
}

export async function countRequests(db: Database, spaceId: string, changeRequestId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(`SELECT count(*)::integer AS count FROM requested_reviewers r WHERE ${ASKED}`, [changeRequestId, spaceId]);
  return row?.count ?? 0;
}

/** In the order of the users. */
export function findRequestsTo(db: Database, changeRequestId: string, userIds: readonly string[]): Promise<ReadRequest[]> {
  return db.query<ReadRequest>(`${READ_REQUESTS} WHERE r.change_request_id = $1 AND r.user_id = ANY ($2) ORDER BY array_position($2, r.user_id)`, [changeRequestId, userIds]);
}

/** Within the transaction that reviews: ends the request to the reviewer. Answers who had asked. */
export async function meetRequest(db: Database, changeRequestId: string, userId: string): Promise<string | null> {
  const [met] = await db.query<{ requested_by: string }>('DELETE FROM requested_reviewers WHERE change_request_id = $1 AND user_id = $2 RETURNING requested_by', [changeRequestId, userId]);
  return met?.requested_by ?? null;
}
