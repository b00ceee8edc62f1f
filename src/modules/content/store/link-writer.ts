import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import type { Place } from '../links/address.js';
import { hasTarget, LinkResolver, type ResolvedLink, type Target } from '../links/link-resolver.js';
import type { MarkdownLink } from '../model/markdown/markdown-facts.js';
import type { Page } from '../model/page.js';
import type { FileAtPath } from './content-changes.js';
import type { LineState } from './line-state.js';
import { lineStatement, queryLine } from './line-statement.js';
import { LinkHealing, type LinkRow, wantedKey } from './link-healing.js';
import { pagePaths } from './page-rows.js';
import type { WrittenPage } from './revision-writer.js';
import { insertRows, type Row } from './rows.js';

export type LinksByPage = ReadonlyMap<string, ReadonlyMap<string, ResolvedLink>>;

/** What a change writes, as far as links are concerned. */
export interface LinkedContent {
  readonly pages: readonly WrittenPage[];
  readonly files: readonly FileAtPath[];
  /** What the last versions of the pages link to. */
  readonly inherited: LinksByPage;
}

const CURRENT = lineStatement(
  'content_current_links',
  1,
  (rows) => `
    SELECT l.page_id, l.address, l.place, l.target_page_id, l.target_file_id, l.target_anchor
    FROM ${rows.links('l', 'l.page_id = ANY ($2)')}`,
);

/** Keeps what pages link to: written with each version of a page, and healed when a target appears. */
@Injectable()
export class LinkWriter {
  constructor(
    private readonly db: Database,
    private readonly resolver: LinkResolver,
    private readonly healing: LinkHealing,
  ) {}

  /** What these pages link to, by page and address; of several states the first one where an address leads somewhere. */
  async inherited(states: readonly LineState[], pageIds: readonly string[]): Promise<LinksByPage> {
    const pages = new Map<string, Map<string, ResolvedLink>>();
    if (pageIds.length === 0) return pages;
    for (const state of states) {
      for (const row of await queryLine<LinkRow>(this.db, CURRENT, state, [pageIds])) {
        const links = pages.get(row.page_id) ?? new Map<string, ResolvedLink>();
        pages.set(row.page_id, links);
        if (!hasTarget(links.get(row.address))) links.set(row.address, resolvedLink(row));
      }
    }
    return pages;
  }

  /** Gives links that wait for these pages and files their target. */
  async heal(state: LineState, number: number, pages: readonly Page[], files: readonly FileAtPath[]): Promise<void> {
    const paths = await pagePaths(this.db, state, pages.map((page) => page.pageId));
    await this.healing.heal(state, number, placesOf(pages, paths, files));
  }

  /**
   * Writes the links of the pages, and gives links elsewhere that waited for these pages and files their target.
   * @param state with the pages and files
   */
  async write(state: LineState, number: number, origins: readonly string[], content: LinkedContent): Promise<void> {
    const { spaceId, line } = state;
    const paths = await pagePaths(this.db, state, content.pages.map(({ page }) => page.pageId));
    const places = placesOf(content.pages.map(({ page }) => page), paths, content.files);
    const pages = content.pages.map(({ page, body }) => ({
      base: { pageId: page.pageId, gitPath: page.gitPath, path: paths.get(page.pageId) ?? page.slug },
      links: [...(body?.facts.links ?? []), ...coverLinks(page)],
      inherited: content.inherited.get(page.pageId) ?? new Map<string, ResolvedLink>(),
    }));
    const resolved = await this.resolver.resolve(state, pages, places, origins);
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
    await this.healing.heal(state, number, places);
  }
}

/** A cover uses its files as much as the body does. */
function coverLinks({ cover }: Page): MarkdownLink[] {
  const references = cover === null ? [] : [cover.ref, cover.refDark];
  return references.flatMap((reference) => (reference?.kind === 'file' ? [{ kind: 'image' as const, address: `/files/${reference.file}`, text: '' }] : []));
}

/** Where the pages and files can be found by addresses. */
function placesOf(pages: readonly Page[], paths: ReadonlyMap<string, string>, files: readonly FileAtPath[]): Map<Place, Target> {
  const places = new Map<Place, Target>();
  for (const file of files) if (file.gitPath !== null) places.set(`git:${file.gitPath}`, { fileId: file.fileId });
  for (const page of pages) {
    const path = paths.get(page.pageId);
    if (path !== undefined) places.set(`page:${path}`, { pageId: page.pageId });
    if (page.gitPath !== null) places.set(`git:${page.gitPath}`, { pageId: page.pageId });
  }
  return places;
}

function resolvedLink(row: LinkRow): ResolvedLink {
  return { place: row.place, targetPageId: row.target_page_id, targetFileId: row.target_file_id, targetAnchor: row.target_anchor, wanted: null };
}
