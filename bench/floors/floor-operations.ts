import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** As many connections as the service has. */
const POOL_SIZE = 20;
/** Of the addresses in answers. */
const ORIGIN = 'http://127.0.0.1:3000';

export function openPool(databaseUrl: string): pg.Pool {
  return new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });
}

/*
 * The least that each measured operation can be answered with: one prepared statement, with no look at rights, no check
 * of what is written, no links and no index of words. Lists, hits and comments have the fields of the service's, as what
 * an answer weighs is a good part of what it costs. Both floors answer with these.
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

/** What a list of spaces tells of one, put together from its row: the caller may do everything. */
interface SpaceRow {
  id: string;
  title: string;
  emoji: string | null;
  parent: string | null;
  editMode: string;
  createdAt: Date;
  updatedAt: Date;
  organization: string;
  revision: string;
  comments: number;
  changeRequests: number;
  changeRequestsOpen: number;
  changeRequestsDraft: number;
  defaultLevel: string | null;
  count: number;
}

const SPACE_PERMISSIONS = { view: true, access: true, admin: true, viewInviteLinks: true, edit: true, triggerGitSync: true, comment: true, merge: true, review: true };

export async function listSpaces(pool: pg.Pool, organizationId: string, limit = 50): Promise<{ items: object[]; count: number; next?: object }> {
  const text = `
    SELECT s.id, s.title, s.emoji, t.parent_id AS parent, s.edit_mode AS "editMode", s.created_at AS "createdAt", s.updated_at AS "updatedAt", t.organization_id AS organization,
      s.revision_id AS revision, s.comments, s.change_requests AS "changeRequests", s.change_requests_open AS "changeRequestsOpen", s.change_requests_draft AS "changeRequestsDraft",
      CASE WHEN t.default_fixed THEN t.default_level ELSE o.default_role END AS "defaultLevel",
      (SELECT count(*)::integer FROM targets WHERE organization_id = $1 AND kind = 'space' AND NOT trashed) AS count
    FROM targets t JOIN spaces s ON s.id = t.id JOIN organizations o ON o.id = t.organization_id
    WHERE t.organization_id = $1 AND t.kind = 'space' AND NOT t.trashed ORDER BY t.id LIMIT $2`;
  const { rows } = await pool.query<SpaceRow>({ name: 'floor_spaces', text, values: [organizationId, limit + 1] });
  return { ...nextOf(rows, limit), count: rows[0]?.count ?? 0, items: rows.slice(0, limit).map(space) };
}

function space({ id, title, emoji, parent, editMode, createdAt, updatedAt, organization, revision, comments, changeRequests, changeRequestsOpen, changeRequestsDraft, defaultLevel }: SpaceRow): object {
  return {
    object: 'space',
    id,
    title,
    ...(emoji === null ? {} : { emoji }),
    visibility: parent === null ? 'private' : 'in-collection',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    editMode,
    urls: { location: `${ORIGIN}/v1/spaces/${id}`, app: `${ORIGIN}/o/${organization}/s/${id}` },
    organization,
    ...(parent === null ? {} : { parent }),
    revision,
    comments,
    changeRequests,
    changeRequestsOpen,
    changeRequestsDraft,
    permissions: SPACE_PERMISSIONS,
    ...(defaultLevel === null ? {} : { defaultLevel }),
  };
}

/** The key that a client would send to go on. */
function nextOf(rows: readonly { id: string }[], limit: number): { next?: object } {
  return rows.length > limit ? { next: { page: Buffer.from(rows[limit - 1]?.id ?? '').toString('base64url') } } : {};
}

interface CommentRow {
  id: string;
  markdown: string;
  page: object;
  revision: string;
  postedAt: Date;
  replies: number;
  resolved: boolean;
  resolvedAt: Date | null;
  user: string;
  displayName: string;
  email: string;
  resolver: string | null;
  resolverName: string | null;
  resolverEmail: string | null;
  count: number;
}

const COMMENT_PERMISSIONS = { view: true, edit: true, delete: true, reply: true };

const COMMENT_COLUMNS = `
  c.id, c.markdown, c.page, c.revision_id AS revision, c.posted_at AS "postedAt", c.replies, c.resolved, c.resolved_at AS "resolvedAt",
  u.id AS user, u.display_name AS "displayName", u.email, r.id AS resolver, r.display_name AS "resolverName", r.email AS "resolverEmail"`;

export async function listComments(pool: pg.Pool, spaceId: string, limit = 50): Promise<{ items: object[]; count: number; next?: object }> {
  const text = `
    SELECT ${COMMENT_COLUMNS}, (SELECT sum(count)::integer FROM comment_counts WHERE home_id = $1) AS count
    FROM comments c JOIN users u ON u.id = c.posted_by LEFT JOIN users r ON r.id = c.resolved_by WHERE c.home_id = $1 ORDER BY c.id DESC LIMIT $2`;
  const { rows } = await pool.query<CommentRow>({ name: 'floor_comments', text, values: [spaceId, limit + 1] });
  return { ...nextOf(rows, limit), count: rows[0]?.count ?? 0, items: rows.slice(0, limit).map((row) => comment(spaceId, row)) };
}

function comment(spaceId: string, row: CommentRow): object {
  const { id, resolver, resolvedAt } = row;
  return {
    object: 'comment',
    id,
    postedBy: user(row.user, row.displayName, row.email),
    postedAt: row.postedAt.toISOString(),
    reactions: [],
    replies: row.replies,
    body: { markdown: row.markdown },
    target: { page: { ...row.page, outdated: false }, space: spaceId, revision: row.revision },
    urls: { location: `${ORIGIN}/v1/spaces/${spaceId}/comments/${id}` },
    permissions: COMMENT_PERMISSIONS,
    status: row.resolved ? 'resolved' : 'open',
    ...(resolver === null || resolvedAt === null ? {} : { resolvedAt: resolvedAt.toISOString(), resolvedBy: user(resolver, row.resolverName ?? '', row.resolverEmail ?? '') }),
  };
}

function user(id: string, displayName: string, email: string): object {
  return { object: 'user', id, displayName, email, urls: { location: `${ORIGIN}/v1/users/${id}` } };
}

interface HitRow {
  id: string;
  title: string;
  slug: string;
  organization: string;
  anchor: string;
  section: string;
  body: string;
}

/** Of a query of one word, whatever signs it has. */
export async function search(pool: pg.Pool, spaceId: string, query: string): Promise<{ items: object[]; count: number }> {
  const word = query.replace(/[^a-z]/g, '');
  const text = `
    SELECT p.page_id AS id, p.title, p.slug, t.organization_id AS organization, s.anchor, s.title AS section, s.body
    FROM targets t CROSS JOIN search_pages_matching($2::tsquery) m
    JOIN page_versions p ON p.space_id = $1 AND p.line = 'main' AND p.page_id = m.page_id AND p.until IS NULL
    JOIN search_sections s ON s.home_id = $1 AND s.page_id = m.page_id AND s.version = m.version AND s.terms @@ $3::tsquery
    WHERE m.home_id = $1 AND t.id = $1`;
  const values = [spaceId, `'${spaceId.slice(-8)}/${word}'`, `'${spaceId.slice(-8)}/${word}' | '/${word}' | '${word}'`];
  const { rows } = await pool.query<HitRow>({ name: 'floor_search', text, values });
  const pages = new Map<string, { id: string; title: string; path: string; sections: object[]; urls: object }>();
  for (const { id, title, slug, organization, anchor, section, body } of rows) {
    const app = `${ORIGIN}/o/${organization}/s/${spaceId}/${slug}`;
    const page = pages.get(id) ?? { id, title, path: slug, sections: [], urls: { app } };
    pages.set(id, page);
    page.sections.push({ id: anchor, title: section, path: `${slug}#${anchor}`, body, urls: { app: `${app}#${anchor}` } });
  }
  return { count: pages.size, items: [...pages.values()] };
}

export async function createComment(pool: pg.Pool, spaceId: string, { page, body }: { page: string; body: { markdown: string } }): Promise<object> {
  const text = `
    WITH c AS (
      INSERT INTO comments (id, home_id, space_id, revision_id, page_id, page, markdown, posted_by, posted_at)
      SELECT $2, s.id, s.id, s.revision_id, p.page_id, jsonb_build_object('id', p.page_id, 'title', p.title, 'createdAt', p.created_at, 'updatedAt', p.updated_at, 'path', p.slug), $4, (SELECT id FROM users LIMIT 1), now()
      FROM spaces s JOIN page_versions p ON p.space_id = s.id AND p.line = 'main' AND p.until IS NULL AND p.page_id = $3 WHERE s.id = $1
      RETURNING *
    )
    SELECT ${COMMENT_COLUMNS} FROM c JOIN users u ON u.id = c.posted_by LEFT JOIN users r ON r.id = c.resolved_by`;
  const { rows } = await pool.query<CommentRow>({ name: 'floor_comment', text, values: [spaceId, newKey(), page, body.markdown] });
  return rows[0] === undefined ? {} : comment(spaceId, rows[0]);
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
