import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { Database } from '../../../kernel/database/database.js';
import { freeSlug, slugOf } from '../model/slug.js';
import type { LineState } from './line-state.js';
import { lineStatement, queryLine } from './line-statement.js';

/** A page that looks for its place among the children of its parent. */
export interface PlacedPage {
  /** Of a page that is there: its own slug is free to it. */
  pageId?: string;
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
export async function placePages(db: Database, state: LineState, pages: readonly PlacedPage[]): Promise<Placement[]> {
  if (pages.length === 0) return [];
  const slugs = pages.map((page) => slugOf(page.wantedSlug));
  const parents = [...new Set(pages.map((page) => page.parentId))];
  const taken = await takenSlugs(db, state, pages, slugs);
  const last = await lastPositions(db, state, parents);
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

const TAKEN_SLUGS = lineStatement('content_taken_slugs', 2, (rows) => {
  // In the order of "C", '.' follows '-': the range holds the slug, and what starts with it and a hyphen.
  const near = `p.slug >= wanted.slug AND p.slug < wanted.slug || '.' AND (p.slug = wanted.slug OR p.slug > wanted.slug || '-')`;
  const among = (parent: string): string => `
    SELECT p.parent_id, p.slug, p.page_id FROM unnest($2::text[], $3::text[]) AS wanted (parent_id, slug)
    CROSS JOIN LATERAL ${rows.pages('p', `${parent} AND ${near}`)}`;
  return `${among('p.parent_id = wanted.parent_id')} UNION ${among('p.parent_id IS NULL AND wanted.parent_id IS NULL')}`;
});

/** The slugs in use, by parent, that the wanted ones could collide with: equal, or numbered after it. */
async function takenSlugs(db: Database, state: LineState, pages: readonly PlacedPage[], slugs: readonly string[]): Promise<Map<string | null, Set<string>>> {
  const rows = await queryLine<{ parent_id: string | null; slug: string; page_id: string }>(db, TAKEN_SLUGS, state, [pages.map((page) => page.parentId), slugs]);
  const placed = new Set(pages.map(({ pageId }) => pageId));
  const taken = new Map<string | null, Set<string>>();
  for (const row of rows) {
    if (placed.has(row.page_id)) continue;
    const siblings = taken.get(row.parent_id) ?? new Set<string>();
    taken.set(row.parent_id, siblings.add(row.slug));
  }
  return taken;
}

const LAST_POSITIONS = lineStatement(
  'content_last_positions',
  2,
  (rows) => `
    SELECT parent.id AS parent_id, last.position FROM unnest($2::text[]) AS parent (id)
    JOIN LATERAL (SELECT p.position FROM ${rows.pages('p', 'p.parent_id = parent.id')} ORDER BY p.position DESC LIMIT 1) last ON true
    UNION ALL
    (SELECT NULL, p.position FROM ${rows.pages('p', 'p.parent_id IS NULL')} WHERE $3 ORDER BY p.position DESC LIMIT 1)`,
);

async function lastPositions(db: Database, state: LineState, parents: readonly (string | null)[]): Promise<Map<string | null, string>> {
  const values = [parents.filter((parent) => parent !== null), parents.includes(null)];
  const rows = await queryLine<{ parent_id: string | null; position: string }>(db, LAST_POSITIONS, state, values);
  return new Map(rows.map((row) => [row.parent_id, row.position]));
}

const CHILDREN = lineStatement('content_children_in_order', 1, (rows) => {
  const among = (parent: string): string => `SELECT p.page_id, p.position FROM ${rows.pages('p', parent)}`;
  return `SELECT page_id FROM (${among('p.parent_id = $2')} UNION ALL ${among('p.parent_id IS NULL AND $2::text IS NULL')}) child ORDER BY position, page_id`;
});

/** Ids of the pages directly below a page, or at the root, in order. */
export async function childrenOf(db: Database, state: LineState, parentId: string | null): Promise<string[]> {
  return (await queryLine<{ page_id: string }>(db, CHILDREN, state, [parentId])).map(({ page_id }) => page_id);
}

const SIBLINGS_AT = lineStatement('content_siblings_at', 4, (rows) => {
  const among = (parent: string): string => `
    SELECT p.page_id, p.position FROM ${rows.pages('p', `${parent} AND p.page_id <> $3`)}`;
  return `
    SELECT position FROM (${among('p.parent_id = $2')} UNION ALL ${among('p.parent_id IS NULL AND $2 IS NULL')}) sibling
    ORDER BY position, page_id OFFSET $4 LIMIT $5`;
});

/** Where a page has to stand to be the one at this index among the children of the parent; behind the last one it is the last. */
export async function positionAt(db: Database, state: LineState, page: { pageId: string; parentId: string | null; position?: string }, at: number): Promise<string> {
  const rows = await queryLine<{ position: string }>(db, SIBLINGS_AT, state, [page.parentId, page.pageId, Math.max(0, at - 1), at === 0 ? 1 : 2]);
  const positions = rows.map(({ position }) => position);
  const before = at === 0 ? null : (positions[0] ?? null);
  if (at > 0 && before === null) return lastFor(page, (await lastPositions(db, state, [page.parentId])).get(page.parentId) ?? null);
  const behind = (at === 0 ? positions[0] : positions[1]) ?? null;
  const stands = page.position !== undefined && (before === null || before < page.position) && (behind === null || page.position < behind);
  return stands && page.position !== undefined ? page.position : generateKeyBetween(before, behind);
}

function lastFor({ position }: { position?: string }, last: string | null): string {
  return last !== null && last === position ? last : generateKeyBetween(last, null);
}

const POSITIONS_FROM = lineStatement('content_positions_from', 3, (rows) => {
  const among = (parent: string): string => `SELECT p.position FROM ${rows.pages('p', `${parent} AND p.page_id <> $3 AND p.position >= $4`)}`;
  return `SELECT DISTINCT position FROM (${among('p.parent_id = $2')} UNION ALL ${among('p.parent_id IS NULL AND $2::text IS NULL')}) sibling ORDER BY position LIMIT 2`;
});

/** The position itself while no sibling has it, else the one right behind that sibling. */
export async function freePosition(db: Database, state: LineState, page: { pageId: string; parentId: string | null; position: string }): Promise<string> {
  const [at, behind] = await queryLine<{ position: string }>(db, POSITIONS_FROM, state, [page.parentId, page.pageId, page.position]);
  return at?.position === page.position ? generateKeyBetween(page.position, behind?.position ?? null) : page.position;
}
