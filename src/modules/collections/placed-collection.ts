import type { Database, Statement } from '../../kernel/database/database.js';
import type { Standing } from '../access/effective-roles.js';
import type { Listed, ListedTable } from '../access/visible-targets.js';

export const NO_COLLECTION = 'There is no such collection.';

/** A collection as it is read: its own row and its place in the tree. */
export interface PlacedCollection {
  readonly id: string;
  readonly organizationId: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Of the caller, where it was read along. */
  readonly standing?: Standing;
}

/** Collections, as lists of them read `PlacedCollection`s. */
export const LISTED_COLLECTIONS: ListedTable = {
  name: 'collections',
  columns: `
    own.id, target.organization_id AS "organizationId", target.parent_id AS "parentId", own.title, own.description,
    own.created_at AS "createdAt", own.updated_at AS "updatedAt"`,
};

const FIND_COLLECTIONS: Statement = {
  name: 'collections_find',
  text: `
    SELECT found.* FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, place)
    -- OFFSET 0 keeps the planner from turning the look-ups by id into scans of the whole tables.
    CROSS JOIN LATERAL (SELECT ${LISTED_COLLECTIONS.columns} FROM collections own JOIN targets target ON target.id = own.id WHERE own.id = wanted.id OFFSET 0) AS found
    ORDER BY wanted.place`,
};

/** The collections in the order of the ids, without regard to any caller; those that don't exist are left out. */
export function findPlacedCollections(db: Database, ids: readonly string[]): Promise<PlacedCollection[]> {
  return db.query<PlacedCollection>(FIND_COLLECTIONS, [ids]);
}

/** Without regard to any caller. */
export async function findPlacedCollection(db: Database, id: string): Promise<PlacedCollection | undefined> {
  const [collection] = await findPlacedCollections(db, [id]);
  return collection;
}

/** A collection as a list told it. */
export function listedCollection(collection: Listed<PlacedCollection>): PlacedCollection {
  return { ...collection, createdAt: new Date(collection.createdAt), updatedAt: new Date(collection.updatedAt) };
}
