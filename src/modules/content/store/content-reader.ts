import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import type { Page, PageNode } from '../model/page.js';
import { pageTree } from '../model/page.js';
import type { RevisionType } from './content-revision.entity.js';
import { FILE_COLUMNS, type StoredFile } from './file-rows.js';
import type { LineState } from './line-state.js';
import { lineStatement, queryLine } from './line-statement.js';
import { PAGE_COLUMNS } from './page-rows.js';

export interface StoredRevision {
  id: string;
  type: RevisionType;
  parents: string[];
  variables: Record<string, string>;
  createdAt: Date;
}

/** Everything below names the revision that it belongs to: of the main content the newest one when it was read. */
export interface PageTree {
  revisionId: string;
  pages: PageNode[];
}

export interface ReadPage {
  revisionId: string;
  page: PageNode;
  /** Empty for a page without a body. */
  markdown: string;
  /** Variables of the space. */
  spaceVariables: Record<string, string>;
}

export interface FileList {
  revisionId: string;
  files: StoredFile[];
}

type WithRevision<Row> = Row & { revisionId: string };
type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null };

/*
 * Each read is one statement. Of the main content it reads the pointer to the newest revision with the rows, in one
 * snapshot: rows whose `until` is null are then exactly that revision.
 */

const REVISION = lineStatement(
  'content_revision',
  0,
  (rows) => `
    SELECT r.id, r.type, r.parents, r.variables, r.created_at AS "createdAt"
    FROM ${rows.revision('s')} JOIN revisions r ON r.space_id = s.space_id AND r.id = s.revision_id`,
);

const PAGES = lineStatement(
  'content_pages',
  0,
  (rows) => `
    SELECT s.revision_id AS "revisionId", ${PAGE_COLUMNS}
    FROM ${rows.revision('s')} LEFT JOIN ${rows.pages('p')} ON true`,
);

const PAGE = lineStatement(
  'content_page',
  1,
  (rows) => `
    WITH RECURSIVE up AS (
      SELECT p.parent_id, p.slug, 0 AS depth FROM ${rows.pages('p', 'p.page_id = $2')}
      UNION ALL
      SELECT p.parent_id, p.slug, up.depth + 1 FROM up CROSS JOIN LATERAL ${rows.pages('p', 'p.page_id = up.parent_id')}
    ), down AS (
      SELECT p.* FROM ${rows.pages('p', 'p.page_id = $2')}
      UNION ALL
      SELECT p.* FROM down CROSS JOIN LATERAL ${rows.pages('p', 'p.parent_id = down.page_id')}
    )
    SELECT s.revision_id AS "revisionId", ${PAGE_COLUMNS},
      CASE WHEN p.page_id = $2 THEN (SELECT string_agg(slug, '/' ORDER BY depth DESC) FROM up WHERE depth > 0) END AS "parentPath",
      CASE WHEN p.page_id = $2 THEN (SELECT markdown FROM documents d WHERE d.id = p.document_id) END AS markdown,
      CASE WHEN p.page_id = $2 THEN (SELECT variables FROM revisions r WHERE r.space_id = s.space_id AND r.id = s.revision_id) END AS "spaceVariables"
    FROM ${rows.revision('s')} CROSS JOIN down p`,
);

/** $2 slugs; the page furthest on their way */
const ALONG_PATH = lineStatement(
  'content_along_path',
  1,
  (rows) => `
    WITH RECURSIVE walk AS (
      SELECT p.page_id, 1 AS depth FROM ${rows.pages('p', 'p.parent_id IS NULL AND p.slug = ($2::text[])[1]')}
      UNION ALL
      SELECT p.page_id, walk.depth + 1 FROM walk CROSS JOIN LATERAL ${rows.pages('p', 'p.parent_id = walk.page_id AND p.slug = ($2::text[])[walk.depth + 1]')}
    )
    SELECT page_id AS "pageId", depth FROM walk ORDER BY depth DESC LIMIT 1`,
);

const FILES = lineStatement(
  'content_files',
  0,
  (rows) => `
    SELECT s.revision_id AS "revisionId", ${FILE_COLUMNS}
    FROM ${rows.revision('s')} LEFT JOIN ${rows.files('f')} ON true ORDER BY f.created_at, f.file_id`,
);

const FILE_PAGE = lineStatement(
  'content_file_page',
  3,
  (rows) => `
    SELECT s.revision_id AS "revisionId", ${FILE_COLUMNS}, (SELECT count(*)::integer FROM ${rows.files('f')}) AS total
    FROM ${rows.revision('s')} LEFT JOIN LATERAL (
      SELECT * FROM ${rows.files('f', '$2::timestamptz IS NULL OR (f.created_at, f.file_id) > ($2, $3)')}
      ORDER BY f.created_at, f.file_id LIMIT $4
    ) f ON true`,
);

const FILE = lineStatement(
  'content_file',
  1,
  (rows) => `
    SELECT s.revision_id AS "revisionId", ${FILE_COLUMNS}
    FROM ${rows.revision('s')} CROSS JOIN ${rows.files('f', 'f.file_id = $2')}`,
);

/** Reads content without regard to any caller. */
@Injectable()
export class ContentReader {
  constructor(private readonly db: Database) {}

  async findRevision(state: LineState): Promise<StoredRevision | undefined> {
    const [revision] = await queryLine<StoredRevision>(this.db, REVISION, state);
    return revision;
  }

  async findTree(state: LineState): Promise<PageTree | undefined> {
    const rows = await queryLine<WithRevision<Nullable<Page>>>(this.db, PAGES, state);
    const [first] = rows;
    return first === undefined ? undefined : { revisionId: first.revisionId, pages: pageTree(rows.filter(isPage)) };
  }

  /** The page, everything below it, and its body. */
  async findPage(state: LineState, pageId: string): Promise<ReadPage | undefined> {
    type Row = WithRevision<Page> & { parentPath: string | null; markdown: string | null; spaceVariables: Record<string, string> | null };
    const rows = await queryLine<Row>(this.db, PAGE, state, [pageId]);
    const own = rows.find((row) => row.pageId === pageId);
    if (own === undefined) return undefined;
    const [page] = pageTree(rows, own.parentPath ?? '');
    return page === undefined ? undefined : { revisionId: own.revisionId, page, markdown: own.markdown ?? '', spaceVariables: own.spaceVariables ?? {} };
  }

  /** Of the pages that these slugs lead along from the root: the last one, and how many slugs lead to it. */
  async findAlongPath(state: LineState, slugs: readonly string[]): Promise<{ pageId: string; depth: number } | undefined> {
    const [last] = await queryLine<{ pageId: string; depth: number }>(this.db, ALONG_PATH, state, [slugs]);
    return last;
  }

  /** All files, oldest first. */
  async findFiles(state: LineState): Promise<FileList | undefined> {
    const rows = await queryLine<WithRevision<Nullable<StoredFile>>>(this.db, FILES, state);
    const [first] = rows;
    return first === undefined ? undefined : { revisionId: first.revisionId, files: rows.filter(isFile) };
  }

  /** At most `limit` files behind a position (time and id of the file before), and the number of all. */
  async findFilePage(state: LineState, after: { createdAt: string; fileId: string } | undefined, limit: number): Promise<(FileList & { total: number }) | undefined> {
    const values = [after?.createdAt ?? null, after?.fileId ?? null, limit];
    const rows = await queryLine<WithRevision<Nullable<StoredFile>> & { total: number }>(this.db, FILE_PAGE, state, values);
    const [first] = rows;
    return first === undefined ? undefined : { revisionId: first.revisionId, files: rows.filter(isFile), total: first.total };
  }

  async findFile(state: LineState, fileId: string): Promise<WithRevision<StoredFile> | undefined> {
    const [file] = await queryLine<WithRevision<StoredFile>>(this.db, FILE, state, [fileId]);
    return file;
  }
}

/** A space without pages still has one row, which tells its revision alone. */
function isPage<Row extends Nullable<Page>>(row: Row): row is Row & Page {
  return row.pageId !== null;
}

function isFile<Row extends Nullable<StoredFile>>(row: Row): row is Row & StoredFile {
  return row.fileId !== null;
}
