import { Injectable } from '@nestjs/common';
import { Config } from '../../../kernel/config/config.js';
import { Database } from '../../../kernel/database/database.js';
import type { LinkStatus } from '../dto/content-queries.dto.js';
import type { LineState } from '../store/line-state.js';
import { type LineRows, type LineStatement, lineStatement, queryLine } from '../store/line-statement.js';
import { pagePaths } from '../store/page-rows.js';
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

/** What pages link to. */
export type LinkedKind = 'page' | 'file';

export interface Backlinks {
  revisionId: string;
  targetExists: boolean;
  total: number;
  pages: TargetPage[];
}

/** A link with what it leads to; all null where there is none. */
export interface JudgedRow extends Partial<StoredFile> {
  ordinal: number | null;
  address: string;
  text: string;
  status: LinkStatus;
  anchor: string | null;
  pageId: string | null;
  pageTitle: string;
}

/** Of `JudgedRow`, but for those of the file: from links (alias) as `judgedLinks` has them. */
export const judgedColumns = (alias: string): string =>
  `${alias}.ordinal, ${alias}.address, ${alias}.text, ${alias}.status, ${alias}.target_anchor AS anchor, ${alias}.page_id AS "pageId", ${alias}.title AS "pageTitle"`;

type LinkRow = LinkStats & JudgedRow;

/** SQL: the links that meet a condition on `l`, each with its status; `app` is a parameter with the address of the application in lower case, as a pattern. */
export function judgedLinks(rows: LineRows, app: string, condition: string): string {
  return `
    SELECT l.page_id AS source_page_id, l.ordinal, l.address, l.text, l.target_anchor, p.page_id, p.title, f.file_id AS target_file_id,
      CASE
        WHEN l.place = 'outside' AND lower(l.address) ~ ('^' || ${app} || '(?:[/?#]|$)') THEN 'in-app'
        WHEN l.place = 'outside' OR f.file_id IS NOT NULL THEN 'ok'
        WHEN p.page_id IS NOT NULL AND (l.target_anchor IS NULL OR l.target_anchor = ANY (d.anchors)) THEN 'ok'
        ELSE 'broken'
      END AS status
    FROM ${rows.links('l', condition)}
    LEFT JOIN LATERAL ${rows.pages('p', 'p.page_id = l.target_page_id')} ON true
    LEFT JOIN documents d ON d.id = p.document_id AND l.target_anchor IS NOT NULL
    LEFT JOIN LATERAL ${rows.files('f', 'f.file_id = l.target_file_id')} ON true`;
}

/** $2 page, $3 wanted status or null, $4 ordinal before, $5 limit, $6 address of the application */
const LINKS = lineStatement(
  'content_page_links',
  5,
  (rows) => `
    WITH links AS MATERIALIZED (${judgedLinks(rows, '$6', 'l.page_id = $2')}), stats AS (
      SELECT count(*)::integer AS total, (count(*) FILTER (WHERE status = 'broken'))::integer AS broken,
        (count(*) FILTER (WHERE $3::text IS NULL OR status = $3))::integer AS matches
      FROM links
    )
    SELECT stats.*, s.revision_id AS "revisionId", EXISTS (SELECT 1 FROM ${rows.pages('p', 'p.page_id = $2')}) AS "pageExists",
      ${judgedColumns('shown')}, ${FILE_COLUMNS}
    FROM ${rows.revision('s')} CROSS JOIN stats
    LEFT JOIN LATERAL (
      SELECT * FROM links WHERE ($3::text IS NULL OR status = $3) AND ordinal > $4 ORDER BY ordinal LIMIT $5
    ) shown ON true
    LEFT JOIN LATERAL ${rows.files('f', 'f.file_id = shown.target_file_id')} ON true
    ORDER BY shown.ordinal`,
);

/** $2 page, $3 address of the application */
const BROKEN = lineStatement('content_broken_links', 2, (rows) => `SELECT address FROM (${judgedLinks(rows, '$3', 'l.page_id = $2')}) judged WHERE status = 'broken'`);

/** $2 page or file, $3 page before, $4 limit; one row for each other page that links to it */
const backlinks = (kind: LinkedKind): LineStatement =>
  lineStatement(
    `content_${kind}_backlinks`,
    3,
    (rows) => `
      WITH pages AS (SELECT DISTINCT l.page_id FROM ${rows.links('l', `l.target_${kind}_id = $2 AND l.page_id <> $2`)})
      SELECT s.revision_id AS "revisionId", (SELECT count(*)::integer FROM pages) AS total, p.page_id AS id, p.title,
        EXISTS (SELECT 1 FROM ${rows[`${kind}s`]('t', `t.${kind}_id = $2`)}) AS "targetExists"
      FROM ${rows.revision('s')} LEFT JOIN LATERAL (SELECT page_id FROM pages WHERE page_id > $3 ORDER BY page_id LIMIT $4) shown ON true
      LEFT JOIN LATERAL ${rows.pages('p', 'p.page_id = shown.page_id')} ON true
      ORDER BY p.page_id`,
  );

const BACKLINKS: Readonly<Record<LinkedKind, LineStatement>> = { page: backlinks('page'), file: backlinks('file') };

/** Reads what pages link to and what links to files. */
@Injectable()
export class PageLinksReader {
  private readonly app: string;

  constructor(
    private readonly db: Database,
    config: Config,
  ) {
    this.app = appPattern(config);
  }

  /** At most `limit` links of the page behind a position, with the figures of all of them. */
  async findLinks(state: LineState, pageId: string, { status, after, limit }: { status?: LinkStatus; after: number; limit: number }): Promise<{ stats: LinkStats; links: ReadLink[] }> {
    const rows = await queryLine<LinkRow>(this.db, LINKS, state, [pageId, status ?? null, after, limit, this.app]);
    const [stats] = rows;
    if (stats === undefined) return { stats: { pageExists: false, revisionId: '', total: 0, broken: 0, matches: 0 }, links: [] };
    const shown = rows.filter((row) => row.ordinal !== null);
    const paths = await pagePaths(this.db, state, [...new Set(shown.flatMap((row) => row.pageId ?? []))]);
    return { stats, links: shown.map((row) => link(row, paths)) };
  }

  /** Addresses of the page that lead nowhere, one for each link. */
  async findBroken(state: LineState, pageId: string): Promise<string[]> {
    const rows = await queryLine<{ address: string }>(this.db, BROKEN, state, [pageId, this.app]);
    return rows.map(({ address }) => address);
  }

  /** At most `limit` other pages that link to a page or file, in the order of their ids behind one, and the number of all. */
  async findBacklinks(state: LineState, kind: LinkedKind, targetId: string, after: string, limit: number): Promise<Backlinks> {
    type Row = Omit<Backlinks, 'pages'> & { id: string | null; title: string };
    const rows = await queryLine<Row>(this.db, BACKLINKS[kind], state, [targetId, after, limit]);
    const paths = await pagePaths(this.db, state, rows.flatMap((row) => row.id ?? []));
    const pages = rows.flatMap(({ id, title }) => (id === null ? [] : [{ id, title, path: paths.get(id) ?? '' }]));
    const { revisionId, targetExists, total } = rows[0] ?? { revisionId: '', targetExists: false, total: 0 };
    return { revisionId, targetExists, total, pages };
  }
}

/** The address of the application as a regular expression that matches just it: scheme and host of an address may be written in any case. */
export function appPattern({ appUrl }: Config): string {
  return appUrl.toLowerCase().replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

export function link(row: JudgedRow, paths: ReadonlyMap<string, string>): ReadLink {
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
