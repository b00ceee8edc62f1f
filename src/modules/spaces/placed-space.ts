import { Database, type Statement } from '../../kernel/database/database.js';
import type { Standing } from '../access/effective-roles.js';
import type { Listed } from '../access/visible-targets.js';
import type { EditMode } from './space.entity.js';

export const NO_SPACE = 'There is no such space.';

/** The space that a duplicate has its content from until it has rows of its own, and the number of the revision there. */
export interface ContentSource {
  readonly id: string;
  readonly number: number;
}

/** A space as it is read: its own row and its place in the tree. */
export interface PlacedSpace {
  readonly id: string;
  readonly organizationId: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly emoji: string | null;
  readonly editMode: EditMode;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  readonly revisionId: string;
  readonly revisionNumber: number;
  readonly comments: number;
  readonly changeRequests: number;
  readonly changeRequestsOpen: number;
  readonly changeRequestsDraft: number;
  /** Where the content is; null: with the space itself. Lists don't tell. */
  readonly source?: ContentSource | null;
  /** Of the caller, where it was read along. */
  readonly standing?: Standing;
  /** What `SpacePublications` reads along of the sites that publish it, where it was. */
  readonly published?: object | null;
}

/** SQL: of rows of `spaces` as `own` and of their targets as `target`. */
export const SPACE_COLUMNS = `
  own.id, target.organization_id AS "organizationId", target.parent_id AS "parentId", own.title, own.emoji, own.edit_mode AS "editMode",
  own.created_at AS "createdAt", own.updated_at AS "updatedAt", own.deleted_at AS "deletedAt",
  own.revision_id AS "revisionId", own.revision_number AS "revisionNumber", own.comments,
  own.change_requests AS "changeRequests", own.change_requests_open AS "changeRequestsOpen", own.change_requests_draft AS "changeRequestsDraft"`;

const SOURCE = (alias: string): string => `CASE WHEN ${alias}.source_id IS NOT NULL THEN json_build_object('id', ${alias}.source_id, 'number', ${alias}.source_number) END AS source`;

const FIND_SPACE: Statement = {
  name: 'spaces_find',
  text: `SELECT ${SPACE_COLUMNS}, ${SOURCE('own')} FROM spaces own JOIN targets target ON target.id = own.id WHERE own.id = $1`,
};

const FIND_HEAD: Statement = {
  name: 'spaces_find_head',
  text: `
    SELECT wanted.place::int AS place, found.* FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, place)
    CROSS JOIN LATERAL (SELECT s.revision_id AS "revisionId", ${SOURCE('s')} FROM spaces s WHERE s.id = wanted.id AND s.deleted_at IS NULL OFFSET 0) AS found`,
};

const FIND_SPACES: Statement = {
  name: 'spaces_find_many',
  text: `
    SELECT found.* FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, place)
    -- OFFSET 0 keeps the planner from turning the look-ups by id into scans of the whole tables.
    CROSS JOIN LATERAL (SELECT ${SPACE_COLUMNS} FROM spaces own JOIN targets target ON target.id = own.id WHERE own.id = wanted.id OFFSET 0) AS found
    ORDER BY wanted.place`,
};

/** The space, deleted or not, without regard to any caller. */
export async function findPlacedSpace(db: Database, spaceId: string): Promise<PlacedSpace | undefined> {
  const [space] = await db.query<PlacedSpace>(FIND_SPACE, [spaceId]);
  return space;
}

/** The newest revision of a space that isn't deleted, and where its content is: all that most reads of content ask the database for. */
export function findHead(db: Database, spaceId: string): Promise<Pick<PlacedSpace, 'revisionId' | 'source'> | undefined> {
  return db.lookUp(FIND_HEAD, [spaceId]);
}

/** The spaces in the order of the ids, deleted or not, without regard to any caller; those that don't exist are left out. */
export function findPlacedSpaces(db: Database, spaceIds: readonly string[]): Promise<PlacedSpace[]> {
  return db.query<PlacedSpace>(FIND_SPACES, [spaceIds]);
}

/** A space as a list told it. */
export function listedSpace(space: Listed<PlacedSpace>): PlacedSpace {
  const { createdAt, updatedAt, deletedAt } = space;
  return { ...space, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt), deletedAt: deletedAt === null ? null : new Date(deletedAt) };
}
