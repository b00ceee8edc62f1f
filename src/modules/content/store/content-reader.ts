import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { Page, PageNode } from '../model/page.js';
import { pageTree } from '../model/page.js';
import type { RevisionType } from './content-revision.entity.js';
import { FILE_COLUMNS, type StoredFile } from './file-rows.js';
import { PAGE_COLUMNS } from './page-rows.js';

export interface StoredRevision {
  id: string;
  type: RevisionType;
  parents: string[];
  variables: Record<string, string>;
  createdAt: Date;
}

/** Everything below names the revision that it belongs to: the newest one when it was read. */
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
 * Each read is one statement that reads the pointer to the newest revision with the rows, in one snapshot:
 * rows whose `until` is null are then exactly that revision.
 */

const REVISION: Statement = {
  name: 'content_revision',
  text: `
    SELECT r.id, r.type, r.parents, r.variables, r.created_at AS "createdAt"
    FROM spaces s JOIN revisions r ON r.space_id = s.id AND r.id = s.revision_id WHERE s.id = $1`,
};

const PAGES: Statement = {
  name: 'content_pages',
  text: `
    SELECT s.revision_id AS "revisionId", ${PAGE_COLUMNS}
    FROM spaces s LEFT JOIN page_versions p ON p.space_id = s.id AND p.line = 'main' AND p.until IS NULL
    WHERE s.id = $1`,
};

const PAGE: Statement = {
  name: 'content_page',
  text: `
    WITH RECURSIVE up AS (
      SELECT parent_id, slug, 0 AS depth FROM page_versions
      WHERE space_id = $1 AND line = 'main' AND until IS NULL AND page_id = $2
      UNION ALL
      SELECT p.parent_id, p.slug, up.depth + 1 FROM up
      JOIN page_versions p ON p.space_id = $1 AND p.line = 'main' AND p.until IS NULL AND p.page_id = up.parent_id
    ), down AS (
      SELECT p.* FROM page_versions p WHERE p.space_id = $1 AND p.line = 'main' AND p.until IS NULL AND p.page_id = $2
      UNION ALL
      SELECT p.* FROM down JOIN page_versions p ON p.space_id = $1 AND p.line = 'main' AND p.until IS NULL AND p.parent_id = down.page_id
    )
    SELECT s.revision_id AS "revisionId", ${PAGE_COLUMNS},
      CASE WHEN p.page_id = $2 THEN (SELECT string_agg(slug, '/' ORDER BY depth DESC) FROM up WHERE depth > 0) END AS "parentPath",
      CASE WHEN p.page_id = $2 THEN (SELECT markdown FROM documents d WHERE d.space_id = $1 AND d.id = p.document_id) END AS markdown,
      CASE WHEN p.page_id = $2 THEN (SELECT variables FROM revisions r WHERE r.space_id = $1 AND r.id = s.revision_id) END AS "spaceVariables"
    FROM spaces s CROSS JOIN down p WHERE s.id = $1`,
};

const FILES: Statement = {
  name: 'content_files',
  text: `
    SELECT s.revision_id AS "revisionId", ${FILE_COLUMNS}
    FROM spaces s LEFT JOIN file_versions f ON f.space_id = s.id AND f.line = 'main' AND f.until IS NULL
    WHERE s.id = $1 ORDER BY f.created_at, f.file_id`,
};

const FILE_PAGE: Statement = {
  name: 'content_file_page',
  text: `
    SELECT s.revision_id AS "revisionId", ${FILE_COLUMNS},
      (SELECT count(*)::integer FROM file_versions WHERE space_id = $1 AND line = 'main' AND until IS NULL) AS total
    FROM spaces s LEFT JOIN LATERAL (
      SELECT * FROM file_versions f WHERE f.space_id = s.id AND f.line = 'main' AND f.until IS NULL
        AND ($2::timestamptz IS NULL OR (f.created_at, f.file_id) > ($2, $3))
      ORDER BY f.created_at, f.file_id LIMIT $4
    ) f ON true
    WHERE s.id = $1`,
};

const FILE: Statement = {
  name: 'content_file',
  text: `
    SELECT s.revision_id AS "revisionId", ${FILE_COLUMNS}
    FROM spaces s JOIN file_versions f ON f.space_id = s.id AND f.line = 'main' AND f.until IS NULL AND f.file_id = $2
    WHERE s.id = $1`,
};

/** Reads the newest main content of a space, without regard to any caller. */
@Injectable()
export class ContentReader {
  constructor(private readonly db: Database) {}

  async findRevision(spaceId: string): Promise<StoredRevision | undefined> {
    const [revision] = await this.db.query<StoredRevision>(REVISION, [spaceId]);
    return revision;
  }

  async findTree(spaceId: string): Promise<PageTree | undefined> {
    const rows = await this.db.query<WithRevision<Nullable<Page>>>(PAGES, [spaceId]);
    const [first] = rows;
    return first === undefined ? undefined : { revisionId: first.revisionId, pages: pageTree(rows.filter(isPage)) };
  }

  /** The page, everything below it, and its body. */
  async findPage(spaceId: string, pageId: string): Promise<ReadPage | undefined> {
    type Row = WithRevision<Page> & { parentPath: string | null; markdown: string | null; spaceVariables: Record<string, string> | null };
    const rows = await this.db.query<Row>(PAGE, [spaceId, pageId]);
    const own = rows.find((row) => row.pageId === pageId);
    if (own === undefined) return undefined;
    const [page] = pageTree(rows, own.parentPath ?? '');
    return page === undefined ? undefined : { revisionId: own.revisionId, page, markdown: own.markdown ?? '', spaceVariables: own.spaceVariables ?? {} };
  }

  /** All files, oldest first. */
  async findFiles(spaceId: string): Promise<FileList | undefined> {
    const rows = await this.db.query<WithRevision<Nullable<StoredFile>>>(FILES, [spaceId]);
    const [first] = rows;
    return first === undefined ? undefined : { revisionId: first.revisionId, files: rows.filter(isFile) };
  }

  /** At most `limit` files behind a position (time and id of the file before), and the number of all. */
  async findFilePage(spaceId: string, after: { createdAt: string; fileId: string } | undefined, limit: number): Promise<(FileList & { total: number }) | undefined> {
    const rows = await this.db.query<WithRevision<Nullable<StoredFile>> & { total: number }>(FILE_PAGE, [spaceId, after?.createdAt ?? null, after?.fileId ?? null, limit]);
    const [first] = rows;
    return first === undefined ? undefined : { revisionId: first.revisionId, files: rows.filter(isFile), total: first.total };
  }

  async findFile(spaceId: string, fileId: string): Promise<WithRevision<StoredFile> | undefined> {
    const [file] = await this.db.query<WithRevision<StoredFile>>(FILE, [spaceId, fileId]);
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
