import type { Database, Statement } from '../../kernel/database/database.js';

/** A collection as it is read: its own row and its place in the tree. */
export interface PlacedCollection {
  readonly id: string;
  readonly organizationId: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const FIND_COLLECTIONS: Statement = {
  name: 'collections_find',
  text: `
    SELECT found.* FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, place)
    -- OFFSET 0 keeps the planner from turning the look-ups by id into scans of the whole tables.
    CROSS JOIN LATERAL (
      SELECT c.id, t.organization_id AS "organizationId", t.parent_id AS "parentId", c.title, c.description,
        c.created_at AS "createdAt", c.updated_at AS "updatedAt"
      FROM collections c JOIN targets t ON t.id = c.id WHERE c.id = wanted.id OFFSET 0
    ) AS found
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
