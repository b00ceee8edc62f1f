import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { Place } from '../links/address.js';
import { hasTarget, LinkResolver, type ResolvedLink, type Target } from '../links/link-resolver.js';
import type { MarkdownLink } from '../model/markdown/markdown-facts.js';
import type { Page } from '../model/page.js';
import type { FileAtPath } from './content-changes.js';
import { DeadLinks } from './dead-links.js';
import type { LineState } from './line-state.js';
import { lineStatement, queryLine } from './line-statement.js';
import { LinkHealing, type LinkRow, wantedKey } from './link-healing.js';
import { pathsOf } from './page-rows.js';
import { insertRows, type Row } from './rows.js';
import type { WrittenPage } from './written-page.js';

/** What the last versions of pages link to. */
export interface LastLinks {
  /** By page and address. */
  readonly targets: ReadonlyMap<string, ReadonlyMap<string, ResolvedLink>>;
  /** Of the line itself. */
  readonly rows: readonly LinkRow[];
}

/** What a change writes, as far as links are concerned. */
export interface LinkedContent {
  readonly pages: readonly WrittenPage[];
  readonly files: readonly FileAtPath[];
  /** Pages and files that are gone, or may be. */
  readonly deleted: readonly string[];
  readonly last: LastLinks;
}

/** What appears on a line and vanishes from it without being written. */
export interface ShownContent {
  readonly pages: readonly Page[];
  readonly files: readonly FileAtPath[];
  readonly deleted: readonly string[];
}

const CURRENT = lineStatement(
  'content_current_links',
  1,
  (rows) => `
    SELECT l.line, l.page_id, l.since, l.ordinal, l.kind, l.address, l.text, l.place, l.target_page_id, l.target_file_id, l.target_anchor, l.wanted
    FROM ${rows.links('l', 'l.page_id = ANY ($2)')}`,
);

/** $1 space, $2 line, $3 number, $4, $5 and $6 pages, numbers and ordinals of links */
const END: Statement = {
  name: 'content_end_links',
  text: `
    UPDATE page_links l SET until = $3 FROM unnest($4::text[], $5::integer[], $6::integer[]) AS ended (page_id, since, ordinal)
    WHERE l.space_id = $1 AND l.line = $2 AND l.page_id = ended.page_id AND l.since = ended.since AND l.ordinal = ended.ordinal`,
};

/** Keeps what pages link to: written with each version of a page, and healed when a target appears. */
@Injectable()
export class LinkWriter {
  constructor(
    private readonly db: Database,
    private readonly resolver: LinkResolver,
    private readonly healing: LinkHealing,
    private readonly dead: DeadLinks,
  ) {}

  /**
   * What these pages link to, by page and address; of several states the first one where an address leads somewhere.
   * @param state of the line that is to be written
   */
  async last(state: LineState, others: readonly LineState[], pageIds: readonly string[]): Promise<LastLinks> {
    const targets = new Map<string, Map<string, ResolvedLink>>();
    const rows: LinkRow[] = [];
    if (pageIds.length === 0) return { targets, rows };
    const current = await Promise.all([state, ...others].map((of) => queryLine<LinkRow>(this.db, CURRENT, of, [pageIds])));
    for (const found of current) {
      for (const row of found) {
        const links = targets.get(row.page_id) ?? new Map<string, ResolvedLink>();
        targets.set(row.page_id, links);
        if (!hasTarget(links.get(row.address))) links.set(row.address, resolvedLink(row));
        if (row.line === state.line) rows.push(row);
      }
    }
    return { targets, rows };
  }

  /** Gives links that wait for these pages and files their target; answers what `write` does. */
  async heal(state: LineState, number: number, origins: readonly string[], content: ShownContent): Promise<string[]> {
    const places = placesOf(content.pages, await pathsOf(this.db, state, content.pages), content.files);
    return this.dead.pagesToHeal(state, origins, content.deleted, new Set(places.keys()), await this.healing.heal(state, number, places));
  }

  /**
   * Writes those links of the pages that are not as they were, and gives links elsewhere that waited for these pages and files their target.
   * Answers the pages that are to be written again for that, as they are: their links led to what was deleted.
   * @param state with the pages and files
   */
  async write(state: LineState, number: number, origins: readonly string[], content: LinkedContent): Promise<string[]> {
    const { spaceId, line } = state;
    const written = content.pages.map(({ page }) => page);
    const paths = await pathsOf(this.db, state, written);
    const places = placesOf(written, paths, content.files);
    const pages = content.pages.map(({ page, body }) => ({
      base: { pageId: page.pageId, gitPath: page.gitPath, path: paths.get(page.pageId) ?? page.slug },
      links: [...(body?.facts.links ?? []), ...coverLinks(page)],
      inherited: content.last.targets.get(page.pageId) ?? new Map<string, ResolvedLink>(),
    }));
    const resolved = await this.resolver.resolve(state, pages, places, origins);
    const rows = pages.flatMap(({ base, links }, index) =>
      links.map((link, ordinal): LinkRow => {
        const target = resolved[index]?.[ordinal];
        return {
          line,
          page_id: base.pageId,
          since: number,
          ordinal,
          ...link,
          place: target?.place ?? 'outside',
          target_page_id: target?.targetPageId ?? null,
          target_file_id: target?.targetFileId ?? null,
          target_anchor: target?.targetAnchor ?? null,
          wanted: target?.wanted?.map((place) => wantedKey(spaceId, line, place)) ?? null,
        };
      }),
    );
    const [, doubtful] = await Promise.all([this.replace(spaceId, line, number, content.last.rows, rows), this.healing.heal(state, number, places)]);
    return this.dead.pagesToHeal(state, origins, content.deleted, new Set(places.keys()), doubtful);
  }

  /** Links that stay as they are go on from the version before. */
  private async replace(spaceId: string, line: string, number: number, last: readonly LinkRow[], next: readonly LinkRow[]): Promise<void> {
    // What the draft wrote before is taken back by now.
    const before = new Map(last.filter(({ since }) => since < number).map((row) => [keyOf(row), row]));
    const kept = new Set(next.map(keyOf).filter((key) => before.delete(key)));
    const ended = [...before.values()];
    await Promise.all([
      ended.length > 0 ? this.db.query(END, [spaceId, line, number, ended.map((row) => row.page_id), ended.map(({ since }) => since), ended.map(({ ordinal }) => ordinal)]) : undefined,
      insertRows(this.db, 'page_links', next.filter((row) => !kept.has(keyOf(row))).map((row): Row => ({ space_id: spaceId, ...row }))),
    ]);
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

/** All that a link says. */
function keyOf({ page_id: page, ordinal, kind, address, text, place, target_page_id: targetPage, target_file_id: targetFile, target_anchor: anchor, wanted }: LinkRow): string {
  return JSON.stringify([page, ordinal, kind, address, text, place, targetPage, targetFile, anchor, wanted]);
}
