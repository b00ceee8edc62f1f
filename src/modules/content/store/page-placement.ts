import { generateNKeysBetween } from 'fractional-indexing';
import type { Database } from '../../../kernel/database/database.js';
import { freeSlug, slugOf } from '../model/slug.js';

/** A page that looks for its place among the children of its parent. */
export interface PlacedPage {
  parentId: string | null;
  /** Wanted slug, or the title that makes it. */
  wantedSlug: string;
}

export interface Placement {
  slug: string;
  position: string;
}

/**
 * Free slugs, and positions at the end, for pages that come to their parents in this order. Under the
 * lock of the line, so that nobody takes them in between.
 */
export async function placePages(db: Database, spaceId: string, line: string, pages: readonly PlacedPage[]): Promise<Placement[]> {
  if (pages.length === 0) return [];
  const slugs = pages.map((page) => slugOf(page.wantedSlug));
  const parents = [...new Set(pages.map((page) => page.parentId))];
  const taken = await takenSlugs(db, spaceId, line, pages, slugs);
  const last = await lastPositions(db, spaceId, line, parents);
  const positions = new Map(
    parents.map((parent) => {
      const count = pages.filter((page) => page.parentId === parent).length;
      return [parent, generateNKeysBetween(last.get(parent) ?? null, null, count)[Symbol.iterator]()];
    }),
  );
  return pages.map((page, index) => {
    const siblings = taken.get(page.parentId) ?? new Set<string>();
    const slug = freeSlug(slugs[index] ?? '', siblings);
    siblings.add(slug);
    taken.set(page.parentId, siblings);
    const position: unknown = positions.get(page.parentId)?.next().value;
    if (typeof position !== 'string') throw new Error('Every page has a position.');
    return { slug, position };
  });
}

/** The slugs in use, by parent, that the wanted ones could collide with: equal, or numbered after it. */
async function takenSlugs(db: Database, spaceId: string, line: string, pages: readonly PlacedPage[], slugs: readonly string[]): Promise<Map<string | null, Set<string>>> {
  const rows = await db.query<{ parent_id: string | null; slug: string }>(
    // In the order of "C", '.' follows '-': the range holds exactly what starts with the slug and a hyphen.
    `SELECT DISTINCT p.parent_id, p.slug
     FROM unnest($3::text[], $4::text[]) AS wanted (parent_id, slug)
     JOIN page_versions p ON p.space_id = $1 AND p.line = $2 AND p.until IS NULL AND p.parent_id IS NOT DISTINCT FROM wanted.parent_id
       AND (p.slug = wanted.slug OR (p.slug > wanted.slug || '-' AND p.slug < wanted.slug || '.'))`,
    [spaceId, line, pages.map((page) => page.parentId), slugs],
  );
  const taken = new Map<string | null, Set<string>>();
  for (const row of rows) {
    const siblings = taken.get(row.parent_id) ?? new Set<string>();
    taken.set(row.parent_id, siblings.add(row.slug));
  }
  return taken;
}

async function lastPositions(db: Database, spaceId: string, line: string, parents: readonly (string | null)[]): Promise<Map<string | null, string>> {
  const rows = await db.query<{ parent_id: string | null; position: string }>(
    `SELECT parent.id AS parent_id, last.position
     FROM unnest($3::text[]) AS parent (id)
     JOIN LATERAL (
       SELECT position FROM page_versions
       WHERE space_id = $1 AND line = $2 AND until IS NULL AND parent_id = parent.id ORDER BY position DESC LIMIT 1
     ) last ON true
     UNION ALL
     (SELECT NULL, position FROM page_versions
      WHERE $4 AND space_id = $1 AND line = $2 AND until IS NULL AND parent_id IS NULL ORDER BY position DESC LIMIT 1)`,
    [spaceId, line, parents.filter((parent) => parent !== null), parents.includes(null)],
  );
  return new Map(rows.map((row) => [row.parent_id, row.position]));
}
