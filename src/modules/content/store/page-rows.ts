import type { Database, Statement } from '../../../kernel/database/database.js';
import type { Page } from '../model/page.js';
import type { LineState } from './line-state.js';
import { lineStatement, queryLine } from './line-statement.js';
import type { Row } from './rows.js';

/** Columns of `page_versions` (alias `p`) under the names of `Page`. */
export const PAGE_COLUMNS = `
  p.page_id AS "pageId", p.parent_id AS "parentId", p.position, p.type, p.title, p.slug, p.description, p.emoji, p.icon,
  p.hidden, p.no_index AS "noIndex", p.no_robots_index AS "noRobotsIndex", p.layout, p.cover, p.variables, p.target, p.computed,
  p.document_id AS "documentId", p.git_path AS "gitPath", p.git_oid AS "gitOid", p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

export function pageRow(spaceId: string, line: string, since: number, page: Page): Row {
  return {
    space_id: spaceId,
    line,
    page_id: page.pageId,
    since,
    parent_id: page.parentId,
    position: page.position,
    type: page.type,
    title: page.title,
    slug: page.slug,
    description: page.description,
    emoji: page.emoji,
    icon: page.icon,
    hidden: page.hidden,
    no_index: page.noIndex,
    no_robots_index: page.noRobotsIndex,
    layout: page.layout,
    cover: page.cover,
    variables: page.variables,
    target: page.target,
    computed: page.computed,
    document_id: page.documentId,
    git_path: page.gitPath,
    git_oid: page.gitOid,
    created_at: page.createdAt,
    updated_at: page.updatedAt,
  };
}

const PAGES_BY_ID = lineStatement('content_pages_by_id', 1, (rows) => `SELECT ${PAGE_COLUMNS} FROM ${rows.pages('p', 'p.page_id = ANY ($2)')}`);

/** These pages as they are there; those that don't exist are left out. */
export async function pagesById(db: Database, state: LineState, pageIds: readonly string[]): Promise<Map<string, Page>> {
  if (pageIds.length === 0) return new Map();
  const pages = await queryLine<Page>(db, PAGES_BY_ID, state, [pageIds]);
  return new Map(pages.map((page) => [page.pageId, page]));
}

const PLACES_BY_ID = lineStatement('content_places_by_id', 1, (rows) => `SELECT p.page_id AS "pageId", p.parent_id AS "parentId", p.slug FROM ${rows.pages('p', 'p.page_id = ANY ($2)')}`);

/** Where these pages are; those that don't exist are left out. */
export async function pagePlaces(db: Database, state: LineState, pageIds: readonly string[]): Promise<Map<string, Pick<Page, 'parentId' | 'slug'>>> {
  if (pageIds.length === 0) return new Map();
  const rows = await queryLine<Pick<Page, 'pageId' | 'parentId' | 'slug'>>(db, PLACES_BY_ID, state, [pageIds]);
  return new Map(rows.map((row) => [row.pageId, row]));
}

const WITH_DESCENDANTS = lineStatement(
  'content_with_descendants',
  1,
  (rows) => `
    WITH RECURSIVE below AS (
      SELECT p.page_id FROM ${rows.pages('p', 'p.page_id = ANY ($2)')}
      UNION
      SELECT p.page_id FROM below CROSS JOIN LATERAL ${rows.pages('p', 'p.parent_id = below.page_id')}
    )
    SELECT page_id FROM below`,
);

/** These pages and everything below them. */
export async function withDescendants(db: Database, state: LineState, pageIds: readonly string[]): Promise<string[]> {
  if (pageIds.length === 0) return [];
  const rows = await queryLine<{ page_id: string }>(db, WITH_DESCENDANTS, state, [pageIds]);
  return rows.map((row) => row.page_id);
}

/** Pages stand at most so deep: whoever reads them as a tree walks down, and each path has all slugs on the way. */
export const MOST_DEPTH = 100;

/** $2 parent, $3 page */
const PLACE_BELOW = lineStatement(
  'content_place_below',
  2,
  (rows) => `
    WITH RECURSIVE up AS (
      SELECT p.page_id, p.parent_id, 1 AS depth FROM ${rows.pages('p', 'p.page_id = $2')}
      UNION ALL
      SELECT p.page_id, p.parent_id, up.depth + 1 FROM up CROSS JOIN LATERAL ${rows.pages('p', 'p.page_id = up.parent_id')}
    ), down AS (
      SELECT p.page_id, 1 AS depth FROM ${rows.pages('p', 'p.page_id = $3')}
      UNION ALL
      SELECT p.page_id, down.depth + 1 FROM down CROSS JOIN LATERAL ${rows.pages('p', 'p.parent_id = down.page_id')}
    )
    SELECT coalesce((SELECT max(depth) FROM up), 0) + coalesce((SELECT max(depth) FROM down), 1) AS depth, EXISTS (SELECT FROM up WHERE page_id = $3) AS "isWithinItself"`,
);

interface PlaceBelow {
  /** How deep the tree is there with the page and all that is below it. */
  depth: number;
  /** The parent is the page itself, or one below it. */
  isWithinItself: boolean;
}

/** What it would be to have a page, known or new, below a parent that is there. */
export async function placeBelow(db: Database, state: LineState, parentId: string, pageId: string): Promise<PlaceBelow> {
  const [row] = await queryLine<PlaceBelow>(db, PLACE_BELOW, state, [parentId, pageId]);
  return row ?? { depth: 1, isWithinItself: false };
}

const PATHS = lineStatement(
  'content_paths',
  1,
  (rows) => `
    WITH RECURSIVE up AS (
      SELECT p.page_id AS start, p.parent_id, p.slug AS path FROM ${rows.pages('p', 'p.page_id = ANY ($2)')}
      UNION ALL
      SELECT up.start, p.parent_id, p.slug || '/' || up.path FROM up CROSS JOIN LATERAL ${rows.pages('p', 'p.page_id = up.parent_id')}
    )
    SELECT start, path FROM up WHERE parent_id IS NULL`,
);

/** The slugs on the way to each of these pages, by page id. */
export async function pagePaths(db: Database, state: LineState, pageIds: readonly string[]): Promise<Map<string, string>> {
  if (pageIds.length === 0) return new Map();
  const rows = await queryLine<{ start: string; path: string }>(db, PATHS, state, [pageIds]);
  return new Map(rows.map((row) => [row.start, row.path]));
}

/** As `pagePaths`, of pages that are at hand: where none is below another one, there is nothing to ask. */
export async function pathsOf(db: Database, state: LineState, pages: readonly Page[]): Promise<Map<string, string>> {
  const above = await pagePaths(db, state, [...new Set(pages.flatMap(({ parentId }) => parentId ?? []))]);
  return new Map(pages.flatMap(({ pageId, parentId, slug }): [string, string][] => {
    const path = parentId === null ? slug : above.get(parentId);
    return path === undefined ? [] : [[pageId, parentId === null ? slug : `${path}/${slug}`]];
  }));
}

/**
 * SQL: the way up from the rows (number, space_id, page_id) of `wanted`, for the part `up` of a recursive WITH; where
 * `parent_id` is null, `path` is the whole path of the page of that number.
 */
export function waysUp(wanted: string, line: string): string {
  // OFFSET 0 keeps the planner from turning the look-ups into a scan of the line in every space.
  const page = (space: string, id: string): string =>
    `CROSS JOIN LATERAL (SELECT title, parent_id, slug FROM page_versions own WHERE own.space_id = ${space} AND own.line = ${line} AND own.until IS NULL AND own.page_id = ${id} OFFSET 0) AS p`;
  return `
      SELECT wanted.number, wanted.space_id, p.title, p.parent_id, p.slug AS path FROM ${wanted} ${page('wanted.space_id', 'wanted.page_id')}
      UNION ALL
      SELECT up.number, up.space_id, up.title, p.parent_id, p.slug || '/' || up.path FROM up ${page('up.space_id', 'up.parent_id')}`;
}

const PLACES: Statement = {
  name: 'content_places',
  text: `
    WITH RECURSIVE up AS (${waysUp('unnest($2::text[], $3::text[]) WITH ORDINALITY AS wanted (space_id, page_id, number)', '$1')}
    )
    SELECT number::integer, title, path FROM up WHERE parent_id IS NULL`,
};

/** Title and path of pages of any spaces, in the order of the pages; undefined for a page that is gone. */
export async function currentPlaces(
  db: Database,
  line: string,
  pages: readonly { spaceId: string; pageId: string }[],
): Promise<({ title: string; path: string } | undefined)[]> {
  if (pages.length === 0) return [];
  const rows = await db.query<{ number: number; title: string; path: string }>(PLACES, [line, pages.map((page) => page.spaceId), pages.map((page) => page.pageId)]);
  const places: ({ title: string; path: string } | undefined)[] = pages.map(() => undefined);
  for (const { number, title, path } of rows) places[number - 1] = { title, path };
  return places;
}
