import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** As many connections as the service has. */
const POOL_SIZE = 20;

export function openPool(databaseUrl: string): pg.Pool {
  return new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });
}

/*
 * The least that each measured operation can be answered with: one prepared statement, with no look at rights, no check
 * of what is written, no links, no index of words, and a part of the fields. Both floors answer with these.
 */

interface Page {
  id: string;
  title: string;
  markdown: string;
}

export async function readPage(pool: pg.Pool, spaceId: string, pageId: string): Promise<Page | undefined> {
  const text = `
    SELECT p.page_id AS id, p.title, d.markdown
    FROM page_versions p JOIN documents d ON d.id = p.document_id
    WHERE p.space_id = $1 AND p.line = 'main' AND p.until IS NULL AND p.page_id = $2`;
  return (await pool.query<Page>({ name: 'floor_page', text, values: [spaceId, pageId] })).rows[0];
}

interface TreeRow {
  id: string;
  parent: string | null;
  title: string;
  slug: string;
  type: string;
  updatedAt: Date;
}

interface TreePage extends Omit<TreeRow, 'parent'> {
  path: string;
  pages: TreePage[];
}

export async function readTree(pool: pg.Pool, spaceId: string): Promise<{ pages: TreePage[] }> {
  const text = `
    SELECT page_id AS id, parent_id AS parent, title, slug, type, updated_at AS "updatedAt" FROM page_versions
    WHERE space_id = $1 AND line = 'main' AND until IS NULL ORDER BY position, page_id`;
  const { rows } = await pool.query<TreeRow>({ name: 'floor_tree', text, values: [spaceId] });
  const children = new Map<string | null, TreeRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parent);
    if (siblings === undefined) children.set(row.parent, [row]);
    else siblings.push(row);
  }
  const below = (parent: string | null, prefix: string): TreePage[] =>
    (children.get(parent) ?? []).map(({ id, title, slug, type, updatedAt }) => {
      const path = prefix + slug;
      return { id, title, slug, type, updatedAt, path, pages: below(id, `${path}/`) };
    });
  return { pages: below(null, '') };
}

export async function listSpaces(pool: pg.Pool, organizationId: string, limit = 50): Promise<{ items: object[]; count: number }> {
  const text = `
    SELECT s.id, s.title, s.emoji, s.edit_mode AS "editMode", s.created_at AS "createdAt", s.updated_at AS "updatedAt", s.revision_id AS revision,
      s.comments, t.parent_id AS parent, (SELECT count(*)::integer FROM targets WHERE organization_id = $1 AND kind = 'space' AND NOT trashed) AS count
    FROM targets t JOIN spaces s ON s.id = t.id WHERE t.organization_id = $1 AND t.kind = 'space' AND NOT t.trashed ORDER BY t.id LIMIT $2`;
  const { rows } = await pool.query<{ count: number }>({ name: 'floor_spaces', text, values: [organizationId, limit] });
  return { items: rows, count: rows[0]?.count ?? 0 };
}

export async function listComments(pool: pg.Pool, spaceId: string, limit = 50): Promise<{ items: object[]; count: number }> {
  const text = `
    SELECT c.id, c.markdown, c.page, c.posted_at AS "postedAt", c.replies, u.id AS user, u.display_name AS "displayName",
      (SELECT sum(count)::integer FROM comment_counts WHERE home_id = $1) AS count
    FROM comments c JOIN users u ON u.id = c.posted_by WHERE c.home_id = $1 ORDER BY c.id DESC LIMIT $2`;
  const { rows } = await pool.query<{ count: number }>({ name: 'floor_comments', text, values: [spaceId, limit] });
  return { items: rows, count: rows[0]?.count ?? 0 };
}

interface HitRow {
  id: string;
  title: string;
  anchor: string;
  section: string;
  body: string;
}

export async function search(pool: pg.Pool, spaceId: string, word: string): Promise<{ items: object[] }> {
  const text = `
    SELECT p.page_id AS id, p.title, s.anchor, s.title AS section, s.body
    FROM search_pages_matching($2::tsquery) m
    JOIN page_versions p ON p.space_id = $1 AND p.line = 'main' AND p.page_id = m.page_id AND p.until IS NULL
    JOIN search_sections s ON s.home_id = $1 AND s.page_id = m.page_id AND s.version = m.version AND s.terms @@ $3::tsquery
    WHERE m.home_id = $1`;
  const values = [spaceId, `'${spaceId.slice(-8)}/${word}'`, `'${spaceId.slice(-8)}/${word}' | '/${word}' | '${word}'`];
  const { rows } = await pool.query<HitRow>({ name: 'floor_search', text, values });
  const pages = new Map<string, { id: string; title: string; sections: object[] }>();
  for (const { id, title, anchor, section, body } of rows) {
    const page = pages.get(id) ?? { id, title, sections: [] };
    pages.set(id, page);
    page.sections.push({ anchor, title: section, body });
  }
  return { items: [...pages.values()] };
}

export async function createComment(pool: pg.Pool, spaceId: string, { page, body }: { page: string; body: { markdown: string } }): Promise<object> {
  const text = `
    INSERT INTO comments (id, home_id, space_id, revision_id, page_id, page, markdown, posted_by, posted_at)
    SELECT $2, s.id, s.id, s.revision_id, p.page_id, jsonb_build_object('id', p.page_id, 'title', p.title), $4, (SELECT id FROM users LIMIT 1), now()
    FROM spaces s JOIN page_versions p ON p.space_id = s.id AND p.line = 'main' AND p.until IS NULL AND p.page_id = $3 WHERE s.id = $1
    RETURNING id, markdown, page, posted_by AS "postedBy", posted_at AS "postedAt"`;
  const { rows } = await pool.query<object>({ name: 'floor_comment', text, values: [spaceId, newKey(), page, body.markdown] });
  return rows[0] ?? {};
}

interface Edit {
  changes: { page: string; document: { markdown: string } }[];
}

/** A new version of one page, as a revision of the change request's line. */
export async function writePage(pool: pg.Pool, spaceId: string, changeRequestId: string, { changes }: Edit): Promise<object> {
  const text = `
    WITH head AS (
      UPDATE change_requests SET revision_id = $3, revision_number = revision_number + 1, updated_at = now()
      WHERE id = $2 AND space_id = $1 RETURNING revision_number AS number, base_number
    ), document AS (
      INSERT INTO documents (id, markdown, anchors) VALUES ($5, $6, '{}')
    ), ended AS (
      UPDATE page_versions p SET until = head.number FROM head
      WHERE p.space_id = $1 AND p.line = $2 AND p.page_id = $4 AND p.until IS NULL RETURNING 1
    ), written AS (
      INSERT INTO page_versions (space_id, line, page_id, since, parent_id, position, type, title, slug, document_id, created_at, updated_at)
      SELECT $1, $2, p.page_id, head.number, p.parent_id, p.position, p.type, p.title, p.slug, $5, p.created_at, now()
      FROM head, page_versions p, (SELECT count(*) FROM ended) AS first
      WHERE p.space_id = $1 AND p.line = 'main' AND p.until IS NULL AND p.page_id = $4
    )
    INSERT INTO revisions (space_id, id, line, number, type, parents, variables, origins, created_at, base_number)
    SELECT $1, $3, $2, number, 'edits', '{}', '{}', '{}', now(), base_number FROM head RETURNING id, number`;
  const [change] = changes;
  const values = [spaceId, changeRequestId, newKey(), change?.page, newKey(), change?.document.markdown];
  const { rows } = await pool.query<object>({ name: 'floor_write', text, values });
  return rows[0] ?? {};
}

/** What the change request's line has becomes the newest main content. */
export async function merge(pool: pg.Pool, spaceId: string, changeRequestId: string): Promise<object> {
  const text = `
    WITH head AS (
      UPDATE spaces SET revision_id = $3, revision_number = revision_number + 1, updated_at = now() WHERE id = $1 RETURNING revision_number AS number
    ), request AS (
      UPDATE change_requests SET status = 'merged', revision_merged = $3, updated_at = now() WHERE id = $2 AND status <> 'merged' RETURNING id
    ), ended AS (
      UPDATE page_versions p SET until = head.number FROM head, page_versions own
      WHERE own.space_id = $1 AND own.line = $2 AND own.until IS NULL AND p.space_id = $1 AND p.line = 'main' AND p.page_id = own.page_id AND p.until IS NULL
      RETURNING 1
    ), written AS (
      INSERT INTO page_versions (space_id, line, page_id, since, parent_id, position, type, title, slug, document_id, created_at, updated_at)
      SELECT $1, 'main', own.page_id, head.number, own.parent_id, own.position, own.type, own.title, own.slug, own.document_id, own.created_at, now()
      FROM head, page_versions own, (SELECT count(*) FROM ended) AS first WHERE own.space_id = $1 AND own.line = $2 AND own.until IS NULL
    )
    INSERT INTO revisions (space_id, id, line, number, type, parents, variables, origins, created_at)
    SELECT $1, $3, 'main', head.number, 'merge', ARRAY[$2], '{}', '{}', now() FROM head, request RETURNING id AS revision`;
  const { rows } = await pool.query<object>({ name: 'floor_merge', text, values: [spaceId, changeRequestId, newKey()] });
  return { result: 'merge', ...rows[0] };
}

function newKey(): string {
  return randomBytes(15).toString('base64url');
}
