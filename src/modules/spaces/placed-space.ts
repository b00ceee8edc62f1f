import { Database, type Statement } from '../../kernel/database/database.js';
import type { EditMode } from './space.entity.js';

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
}

const COLUMNS = `
  s.id, t.organization_id AS "organizationId", t.parent_id AS "parentId", s.title, s.emoji, s.edit_mode AS "editMode",
  s.created_at AS "createdAt", s.updated_at AS "updatedAt", s.deleted_at AS "deletedAt",
  s.revision_id AS "revisionId", s.revision_number AS "revisionNumber", s.comments,
  s.change_requests AS "changeRequests", s.change_requests_open AS "changeRequestsOpen", s.change_requests_draft AS "changeRequestsDraft"`;

const FIND_SPACE: Statement = {
  name: 'spaces_find',
  text: `SELECT ${COLUMNS} FROM spaces s JOIN targets t ON t.id = s.id WHERE s.id = $1`,
};

const FIND_HEAD: Statement = {
  name: 'spaces_find_head',
  text: `
    SELECT wanted.place::int AS place, found.* FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, place)
    CROSS JOIN LATERAL (SELECT s.revision_id AS "revisionId" FROM spaces s WHERE s.id = wanted.id AND s.deleted_at IS NULL OFFSET 0) AS found`,
};

const FIND_SPACES: Statement = {
  name: 'spaces_find_many',
  text: `
    SELECT found.* FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, place)
    -- OFFSET 0 keeps the planner from turning the look-ups by id into scans of the whole tables.
    CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM spaces s JOIN targets t ON t.id = s.id WHERE s.id = wanted.id OFFSET 0) AS found
    ORDER BY wanted.place`,
};

/** The space, deleted or not, without regard to any caller. */
export async function findPlacedSpace(db: Database, spaceId: string): Promise<PlacedSpace | undefined> {
  const [space] = await db.query<PlacedSpace>(FIND_SPACE, [spaceId]);
  return space;
}

/** The newest revision of a space that isn't deleted: all that most reads of content ask the database for. */
export function findHead(db: Database, spaceId: string): Promise<{ readonly revisionId: string } | undefined> {
  return db.lookUp(FIND_HEAD, [spaceId]);
}

/** The spaces in the order of the ids, deleted or not, without regard to any caller; those that don't exist are left out. */
export function findPlacedSpaces(db: Database, spaceIds: readonly string[]): Promise<PlacedSpace[]> {
  return db.query<PlacedSpace>(FIND_SPACES, [spaceIds]);
}
