import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import type { Place } from '../links/address.js';
import { LinkResolver, type ResolvedLink, type Target } from '../links/link-resolver.js';
import type { FileAtPath } from './content-changes.js';
import type { WrittenPage } from './content-writer.js';
import type { MarkdownLink } from '../model/markdown/markdown-facts.js';
import type { Page } from '../model/page.js';
import { currentPaths } from './page-rows.js';
import { insertRows, type Row } from './rows.js';

interface LinkRow {
  page_id: string;
  since: number;
  ordinal: number;
  address: string;
  place: 'inside' | 'outside';
  target_page_id: string | null;
  target_file_id: string | null;
  target_anchor: string | null;
  wanted: string[] | null;
}

export interface WrittenRevision {
  spaceId: string;
  line: string;
  number: number;
  origins: readonly string[];
}

type LinksByPage = ReadonlyMap<string, ReadonlyMap<string, ResolvedLink>>;

/** Keeps what pages link to: written with each version of a page, and healed when a target appears. */
@Injectable()
export class LinkWriter {
  constructor(
    private readonly db: Database,
    private readonly resolver: LinkResolver,
  ) {}

  /** What the newest versions of these pages link to, by page and address. */
  async current(spaceId: string, line: string, pageIds: readonly string[]): Promise<LinksByPage> {
    if (pageIds.length === 0) return new Map();
    const rows = await this.db.query<LinkRow>(
      `SELECT page_id, address, place, target_page_id, target_file_id, target_anchor, wanted FROM page_links
       WHERE space_id = $1 AND line = $2 AND until IS NULL AND page_id = ANY ($3)`,
      [spaceId, line, pageIds],
    );
    const pages = new Map<string, Map<string, ResolvedLink>>();
    for (const row of rows) {
      const links = pages.get(row.page_id) ?? new Map<string, ResolvedLink>();
      pages.set(row.page_id, links.set(row.address, { ...resolvedLink(row), wanted: null }));
    }
    return pages;
  }

  /** Writes the links of the pages, and gives links elsewhere that waited for these pages and files their target. */
  async write(revision: WrittenRevision, written: readonly WrittenPage[], files: readonly FileAtPath[], inherited: LinksByPage): Promise<void> {
    const { spaceId, line, number, origins } = revision;
    const paths = await currentPaths(this.db, spaceId, line, written.map(({ page }) => page.pageId));
    const places = writtenPlaces(written, paths, files);
    const pages = written.map(({ page, body }) => ({
      base: { pageId: page.pageId, gitPath: page.gitPath, path: paths.get(page.pageId) ?? page.slug },
      links: [...(body?.facts.links ?? []), ...coverLinks(page)],
      inherited: inherited.get(page.pageId) ?? new Map<string, ResolvedLink>(),
    }));
    const resolved = await this.resolver.resolve(spaceId, line, pages, places, origins);
    const rows = pages.flatMap(({ base, links }, index) =>
      links.map((link, ordinal): Row => {
        const target = resolved[index]?.[ordinal];
        return {
          space_id: spaceId,
          line,
          page_id: base.pageId,
          since: number,
          ordinal,
          kind: link.kind,
          address: link.address,
          text: link.text,
          place: target?.place,
          target_page_id: target?.targetPageId,
          target_file_id: target?.targetFileId,
          target_anchor: target?.targetAnchor,
          wanted: target?.wanted?.map((place) => wantedKey(spaceId, line, place)) ?? null,
        };
      }),
    );
    await insertRows(this.db, 'page_links', rows);
    await this.heal(spaceId, line, places);
  }

  private async heal(spaceId: string, line: string, places: ReadonlyMap<Place, Target>): Promise<void> {
    if (places.size === 0) return;
    const targets = new Map([...places].map(([place, target]) => [wantedKey(spaceId, line, place), target]));
    const rows = await this.db.query<LinkRow>(
      `SELECT page_id, since, ordinal, wanted FROM page_links
       WHERE space_id = $1 AND line = $2 AND until IS NULL AND wanted IS NOT NULL AND wanted && $3::text[]`,
      [spaceId, line, [...targets.keys()]],
    );
    const healed = rows.map((row) => {
      const place = row.wanted?.find((key) => targets.has(key));
      const target = place === undefined ? undefined : targets.get(place);
      return {
        page_id: row.page_id,
        since: row.since,
        ordinal: row.ordinal,
        target_page_id: target !== undefined && 'pageId' in target ? target.pageId : null,
        target_file_id: target !== undefined && 'fileId' in target ? target.fileId : null,
      };
    });
    if (healed.length === 0) return;
    await this.db.query(
      `UPDATE page_links link SET target_page_id = healed.target_page_id, target_file_id = healed.target_file_id, wanted = NULL
       FROM json_populate_recordset(NULL::page_links, $3::json) healed
       WHERE link.space_id = $1 AND link.line = $2 AND link.page_id = healed.page_id AND link.since = healed.since AND link.ordinal = healed.ordinal`,
      [spaceId, line, JSON.stringify(healed)],
    );
  }
}

/** A cover uses its files as much as the body does. */
function coverLinks({ cover }: Page): MarkdownLink[] {
  const references = cover === null ? [] : [cover.ref, cover.refDark];
  return references.flatMap((reference) => (reference?.kind === 'file' ? [{ kind: 'image' as const, address: `/files/${reference.file}`, text: '' }] : []));
}

/** Where the written pages and files can be found by addresses. */
function writtenPlaces(written: readonly WrittenPage[], paths: ReadonlyMap<string, string>, files: readonly FileAtPath[]): Map<Place, Target> {
  const places = new Map<Place, Target>();
  for (const file of files) if (file.gitPath !== null) places.set(`git:${file.gitPath}`, { fileId: file.fileId });
  for (const { page } of written) {
    const path = paths.get(page.pageId);
    if (path !== undefined) places.set(`page:${path}`, { pageId: page.pageId });
    if (page.gitPath !== null) places.set(`git:${page.gitPath}`, { pageId: page.pageId });
  }
  return places;
}

/** The index of what broken links want is one for all spaces: keys carry the space and line. */
function wantedKey(spaceId: string, line: string, place: Place): string {
  return `${spaceId}/${line}/${place}`;
}

function resolvedLink(row: LinkRow): ResolvedLink {
  return { place: row.place, targetPageId: row.target_page_id, targetFileId: row.target_file_id, targetAnchor: row.target_anchor, wanted: null };
}
