import { Injectable } from '@nestjs/common';
import { Config } from '../../../kernel/config/config.js';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { LinkStatus } from '../dto/content-queries.dto.js';
import { currentPaths } from '../store/page-rows.js';
import { MAIN_LINE } from '../store/content-changes.js';
import { FILE_COLUMNS, type StoredFile } from '../store/file-rows.js';

export interface LinkStats {
  pageExists: boolean;
  revisionId: string;
  /** Of the whole page. */
  total: number;
  broken: number;
  /** Those of the wanted status. */
  matches: number;
}

export interface TargetPage {
  id: string;
  title: string;
  path: string;
}

export interface ReadLink {
  ordinal: number;
  address: string;
  text: string;
  status: LinkStatus;
  page: TargetPage | undefined;
  anchor: string | null;
  file: StoredFile | undefined;
}

export interface Backlink {
  revisionId: string;
  page: TargetPage;
}

interface LinkRow extends LinkStats, Partial<StoredFile> {
  ordinal: number | null;
  address: string;
  text: string;
  status: LinkStatus;
  anchor: string | null;
  pageId: string | null;
  pageTitle: string;
}

/** $1 space, $2 page, $3 wanted status or null, $4 ordinal before, $5 limit, $6 address of the application in lower case, as a pattern */
const LINKS: Statement = {
  name: 'content_page_links',
  text: `
    WITH links AS MATERIALIZED (
      SELECT l.ordinal, l.address, l.text, l.target_anchor, p.page_id, p.title, f.file_id AS target_file_id,
        CASE
          WHEN l.place = 'outside' AND lower(l.address) ~ ('^' || $6 || '(?:[/?#]|$)') THEN 'in-app'
          WHEN l.place = 'outside' OR f.file_id IS NOT NULL THEN 'ok'
          WHEN p.page_id IS NOT NULL AND (l.target_anchor IS NULL OR l.target_anchor = ANY (d.anchors)) THEN 'ok'
          ELSE 'broken'
        END AS status
      FROM page_links l
      LEFT JOIN page_versions p ON p.space_id = l.space_id AND p.line = l.line AND p.page_id = l.target_page_id AND p.until IS NULL
      LEFT JOIN documents d ON d.space_id = l.space_id AND d.id = p.document_id AND l.target_anchor IS NOT NULL
      LEFT JOIN file_versions f ON f.space_id = l.space_id AND f.line = l.line AND f.file_id = l.target_file_id AND f.until IS NULL
      WHERE l.space_id = $1 AND l.line = 'main' AND l.page_id = $2 AND l.until IS NULL
    ), stats AS (
      SELECT count(*)::integer AS total, (count(*) FILTER (WHERE status = 'broken'))::integer AS broken,
        (count(*) FILTER (WHERE $3::text IS NULL OR status = $3))::integer AS matches
      FROM links
    )
    SELECT stats.*, s.revision_id AS "revisionId",
      EXISTS (SELECT 1 FROM page_versions WHERE space_id = $1 AND line = 'main' AND page_id = $2 AND until IS NULL) AS "pageExists",
      shown.ordinal, shown.address, shown.text, shown.status, shown.target_anchor AS anchor, shown.page_id AS "pageId", shown.title AS "pageTitle", ${FILE_COLUMNS}
    FROM spaces s CROSS JOIN stats
    LEFT JOIN LATERAL (
      SELECT * FROM links WHERE ($3::text IS NULL OR status = $3) AND ordinal > $4 ORDER BY ordinal LIMIT $5
    ) shown ON true
    LEFT JOIN file_versions f ON f.space_id = $1 AND f.line = 'main' AND f.file_id = shown.target_file_id AND f.until IS NULL
    WHERE s.id = $1 ORDER BY shown.ordinal`,
};

/** $1 space, $2 file, $3 page before, $4 limit; one row for each page that uses the file */
const BACKLINKS: Statement = {
  name: 'content_file_backlinks',
  text: `
    WITH pages AS (
      SELECT DISTINCT l.page_id FROM page_links l
      WHERE l.space_id = $1 AND l.line = 'main' AND l.target_file_id = $2 AND l.until IS NULL
    )
    SELECT s.revision_id AS "revisionId", (SELECT count(*)::integer FROM pages) AS total, p.page_id AS id, p.title
    FROM spaces s LEFT JOIN LATERAL (SELECT page_id FROM pages WHERE page_id > $3 ORDER BY page_id LIMIT $4) shown ON true
    LEFT JOIN page_versions p ON p.space_id = $1 AND p.line = 'main' AND p.page_id = shown.page_id AND p.until IS NULL
    WHERE s.id = $1 ORDER BY p.page_id`,
};

/** Reads what pages link to and what links to files, in the newest main content. */
@Injectable()
export class PageLinksReader {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /** At most `limit` links of the page behind a position, with the figures of all of them. */
  async findLinks(spaceId: string, pageId: string, { status, after, limit }: { status?: LinkStatus; after: number; limit: number }): Promise<{ stats: LinkStats; links: ReadLink[] }> {
    const rows = await this.db.query<LinkRow>(LINKS, [spaceId, pageId, status ?? null, after, limit, asPattern(this.config.appUrl.toLowerCase())]);
    const [stats] = rows;
    if (stats === undefined) return { stats: { pageExists: false, revisionId: '', total: 0, broken: 0, matches: 0 }, links: [] };
    const shown = rows.filter((row) => row.ordinal !== null);
    const paths = await currentPaths(this.db, spaceId, MAIN_LINE, [...new Set(shown.flatMap((row) => row.pageId ?? []))]);
    return { stats, links: shown.map((row) => link(row, paths)) };
  }

  /** Pages that use the file, in the order of their ids. */
  async findBacklinks(spaceId: string, fileId: string, after: string, limit: number): Promise<{ total: number; backlinks: Backlink[] }> {
    type Row = { revisionId: string; total: number; id: string | null; title: string };
    const rows = await this.db.query<Row>(BACKLINKS, [spaceId, fileId, after, limit]);
    const paths = await currentPaths(this.db, spaceId, MAIN_LINE, rows.flatMap((row) => row.id ?? []));
    const backlinks = rows.flatMap(({ revisionId, id, title }) => (id === null ? [] : [{ revisionId, page: { id, title, path: paths.get(id) ?? '' } }]));
    return { total: rows[0]?.total ?? 0, backlinks };
  }
}

/** Text as a regular expression that matches just it: scheme and host of an address may be written in any case. */
function asPattern(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

function link(row: LinkRow, paths: ReadonlyMap<string, string>): ReadLink {
  const { ordinal, address, text, status, anchor, pageId, pageTitle } = row;
  return {
    ordinal: ordinal ?? 0,
    address,
    text,
    status,
    anchor,
    page: pageId === null ? undefined : { id: pageId, title: pageTitle, path: paths.get(pageId) ?? '' },
    file: isStoredFile(row) ? row : undefined,
  };
}

function isStoredFile(row: Partial<StoredFile>): row is StoredFile {
  return typeof row.fileId === 'string';
}
