import { Injectable } from '@nestjs/common';
import { Config } from '../../../kernel/config/config.js';
import { Database } from '../../../kernel/database/database.js';
import type { BrokenContext, LinkStatus } from '../dto/content-queries.dto.js';
import { FILE_COLUMNS } from '../store/file-rows.js';
import type { LineState } from '../store/line-state.js';
import { lineStatement, queryLine } from '../store/line-statement.js';
import { pagePaths } from '../store/page-rows.js';
import { appPattern, judgedColumns, judgedLinks, type JudgedRow, link, type LinkStats, type ReadLink, type TargetPage } from './page-links.reader.js';

export interface PlacedLink extends ReadLink {
  /** The page that it is on. */
  readonly source: TargetPage;
}

export interface ContentLinkStats extends Omit<LinkStats, 'pageExists'> {
  /** Broken ones that are not broken below. */
  newlyBroken: number;
}

export interface LinkChoice {
  readonly status?: LinkStatus;
  readonly brokenContext?: BrokenContext;
  /** Page and ordinal of the link before. */
  readonly after: readonly [pageId: string, ordinal: number];
  readonly limit: number;
}

/** $2 wanted status or null, $3 page and $4 ordinal before, $5 limit, $6 address of the application, $7 pages and $8 addresses of links that are broken below, $9 where they are to be broken, or null */
const LINKS = lineStatement(
  'content_links',
  8,
  (rows) => `
    WITH below AS (SELECT DISTINCT page_id, address FROM unnest($7::text[], $8::text[]) AS below (page_id, address)), links AS MATERIALIZED (
      SELECT judged.source_page_id, judged.ordinal, judged.status, judged.status = 'broken' AND below.page_id IS NULL AS is_new
      FROM (${judgedLinks(rows, '$6', 'true')}) judged LEFT JOIN below ON below.page_id = judged.source_page_id AND below.address = judged.address
    ), wanted AS (
      SELECT source_page_id, ordinal FROM links
      WHERE ($2::text IS NULL OR status = $2) AND ($9::text IS NULL OR (status = 'broken' AND is_new = ($9 = 'change-request')))
    ), stats AS (
      SELECT count(*)::integer AS total, (count(*) FILTER (WHERE status = 'broken'))::integer AS broken, (count(*) FILTER (WHERE is_new))::integer AS "newlyBroken",
        (SELECT count(*)::integer FROM wanted) AS matches
      FROM links
    )
    SELECT stats.*, s.revision_id AS "revisionId", q.page_id AS "sourceId", q.title AS "sourceTitle", ${judgedColumns('judged')}, ${FILE_COLUMNS}
    FROM ${rows.revision('s')} CROSS JOIN stats
    LEFT JOIN LATERAL (
      SELECT source_page_id, ordinal FROM wanted WHERE (source_page_id, ordinal) > ($3, $4::integer) ORDER BY source_page_id, ordinal LIMIT $5
    ) shown ON true
    LEFT JOIN LATERAL ${rows.pages('q', 'q.page_id = shown.source_page_id')} ON true
    LEFT JOIN LATERAL (${judgedLinks(rows, '$6', 'l.page_id = shown.source_page_id AND l.ordinal = shown.ordinal')}) judged ON true
    LEFT JOIN LATERAL ${rows.files('f', 'f.file_id = judged.target_file_id')} ON true
    ORDER BY shown.source_page_id, shown.ordinal`,
);

/** $2 address of the application */
const BROKEN = lineStatement('content_all_broken_links', 1, (rows) => `SELECT DISTINCT source_page_id AS "pageId", address FROM (${judgedLinks(rows, '$2', 'true')}) judged WHERE status = 'broken'`);

/** Reads the links of all pages. */
@Injectable()
export class ContentLinksReader {
  private readonly app: string;

  constructor(
    private readonly db: Database,
    config: Config,
  ) {
    this.app = appPattern(config);
  }

  /**
   * At most `limit` links behind a position, with the figures of all of them.
   * @param base the content below; undefined for the main content
   */
  async find(state: LineState, base: LineState | undefined, { status, brokenContext, after, limit }: LinkChoice): Promise<{ stats: ContentLinkStats; links: PlacedLink[] }> {
    const below = base === undefined ? [] : await queryLine<{ pageId: string; address: string }>(this.db, BROKEN, base, [this.app]);
    const values = [status ?? null, ...after, limit, this.app, below.map(({ pageId }) => pageId), below.map(({ address }) => address), brokenContext ?? null];
    const rows = await queryLine<ContentLinkStats & JudgedRow & { sourceId: string | null; sourceTitle: string }>(this.db, LINKS, state, values);
    const paths = await pagePaths(this.db, state, [...new Set(rows.flatMap(({ sourceId, pageId }) => [sourceId ?? [], pageId ?? []].flat()))]);
    const links = rows.flatMap((row) => {
      const { sourceId, sourceTitle } = row;
      return sourceId === null ? [] : [{ ...link(row, paths), source: { id: sourceId, title: sourceTitle, path: paths.get(sourceId) ?? '' } }];
    });
    return { stats: rows[0] ?? { revisionId: '', total: 0, broken: 0, newlyBroken: 0, matches: 0 }, links };
  }
}
