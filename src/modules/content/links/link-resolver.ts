import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import type { MarkdownLink } from '../model/markdown/markdown-facts.js';
import type { LineState } from '../store/line-state.js';
import { lineStatement, queryLine } from '../store/line-statement.js';
import { type Address, type AddressBase, type Place, readAddress } from './address.js';

/** What a link leads to. Inside without a target, or with one that is gone: broken, and `wanted` tells what would heal it. */
export interface ResolvedLink {
  place: 'inside' | 'outside';
  targetPageId: string | null;
  targetFileId: string | null;
  targetAnchor: string | null;
  wanted: readonly Place[] | null;
}

export type Target = { pageId: string } | { fileId: string };

export interface LinkingPage {
  base: AddressBase;
  links: readonly MarkdownLink[];
  /** What the addresses of the page's last version led to: an address that stays keeps its target when the target moves. */
  inherited: ReadonlyMap<string, ResolvedLink>;
}

/** Finds what the addresses of pages lead to, in a constant number of queries. */
@Injectable()
export class LinkResolver {
  constructor(private readonly db: Database) {}

  /**
   * The links of each page, in order.
   * @param written places of the pages and files that the same change writes: these come first
   */
  async resolve(
    state: LineState,
    pages: readonly LinkingPage[],
    written: ReadonlyMap<Place, Target>,
    origins: readonly string[],
  ): Promise<ResolvedLink[][]> {
    const addresses = pages.map((page) => page.links.map((link) => readAddress(link.address, page.base, origins)));
    const known = pages.flatMap(({ inherited, links }, index) => links.flatMap((link, ordinal) => (isSought(addresses[index]?.[ordinal]) ? targetIds(inherited.get(link.address)) : [])));
    const there = await this.existing(state, known);
    const leads = (link: ResolvedLink | undefined): link is ResolvedLink => targetIds(link).some((id) => there.has(id));
    const open = new Set<Place>();
    pages.forEach((page, index) => {
      page.links.forEach((link, ordinal) => {
        const address = addresses[index]?.[ordinal];
        if (address?.place !== 'inside' || leads(page.inherited.get(link.address))) return;
        if (!address.wanted.some((place) => written.has(place))) address.wanted.forEach((place) => open.add(place));
      });
    });
    const found = await this.findPlaces(state, [...open]);
    const lookUp = (place: Place): Target | undefined => written.get(place) ?? found.get(place);
    return pages.map((page, index) =>
      page.links.map((link, ordinal) => {
        const address = addresses[index]?.[ordinal] ?? { place: 'outside' };
        const inherited = page.inherited.get(link.address);
        return resolveOne(address, inherited, leads(inherited), lookUp);
      }),
    );
  }

  /** Those of the pages and files that are there. */
  async existing(state: LineState, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await queryLine<{ id: string }>(this.db, EXISTING, state, [[...new Set(ids)]]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Pages by the slugs on the way to them; those that don't exist are left out. */
  async findPages(state: LineState, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (paths.length === 0) return new Map();
    const rows = await queryLine<{ path: string; page_id: string }>(this.db, BY_SLUGS, state, [paths]);
    return new Map(rows.map((row) => [row.path, row.page_id]));
  }

  /** The pages and files at these places. */
  async findPlaces(state: LineState, places: readonly Place[]): Promise<ReadonlyMap<Place, Target>> {
    const gitPaths = places.filter((place) => place.startsWith('git:')).map((place) => place.slice('git:'.length));
    const slugPaths = places.filter((place) => place.startsWith('page:')).map((place) => place.slice('page:'.length));
    const found = new Map<Place, Target>();
    if (gitPaths.length > 0) {
      const rows = await queryLine<{ path: string; page_id: string | null; file_id: string | null }>(this.db, BY_GIT_PATH, state, [gitPaths]);
      for (const row of rows) {
        if (row.page_id !== null) found.set(`git:${row.path}`, { pageId: row.page_id });
        else if (row.file_id !== null) found.set(`git:${row.path}`, { fileId: row.file_id });
      }
    }
    if (slugPaths.length > 0) {
      const rows = await queryLine<{ path: string; page_id: string }>(this.db, BY_SLUGS, state, [slugPaths]);
      for (const row of rows) found.set(`page:${row.path}`, { pageId: row.page_id });
    }
    return found;
  }
}

/** Newest first, so that of several imports of one folder the last one counts (a later row of the result wins). */
const BY_GIT_PATH = lineStatement(
  'content_by_git_path',
  1,
  (rows) => `
    SELECT f.git_path AS path, NULL AS page_id, f.file_id, f.created_at FROM ${rows.files('f', 'f.git_path = ANY ($2)')}
    UNION ALL
    SELECT p.git_path, p.page_id, NULL, p.created_at FROM ${rows.pages('p', 'p.git_path = ANY ($2)')}
    ORDER BY created_at`,
);

const BY_SLUGS = lineStatement(
  'content_by_slugs',
  1,
  (rows) => `
    WITH RECURSIVE wanted AS (
      SELECT path, string_to_array(path, '/') AS slugs FROM unnest($2::text[]) AS path
    ), walk AS (
      SELECT wanted.path, wanted.slugs, 1 AS depth, p.page_id
      FROM wanted CROSS JOIN LATERAL ${rows.pages('p', 'p.parent_id IS NULL AND p.slug = wanted.slugs[1]')}
      UNION ALL
      SELECT walk.path, walk.slugs, walk.depth + 1, p.page_id
      FROM walk CROSS JOIN LATERAL ${rows.pages('p', 'p.parent_id = walk.page_id AND p.slug = walk.slugs[walk.depth + 1]')}
    )
    SELECT path, page_id FROM walk WHERE depth = cardinality(slugs)`,
);

const EXISTING = lineStatement(
  'content_existing',
  1,
  (rows) => `
    SELECT p.page_id AS id FROM ${rows.pages('p', 'p.page_id = ANY ($2)')}
    UNION ALL
    SELECT f.file_id FROM ${rows.files('f', 'f.file_id = ANY ($2)')}`,
);

function resolveOne(address: Address, inherited: ResolvedLink | undefined, leads: boolean, lookUp: (place: Place) => Target | undefined): ResolvedLink {
  if (address.place === 'outside') return { place: 'outside', targetPageId: null, targetFileId: null, targetAnchor: null, wanted: null };
  const inside = { place: 'inside', targetAnchor: address.anchor, wanted: null } as const;
  if (address.pageId !== undefined) return { ...inside, targetPageId: address.pageId, targetFileId: null };
  if (address.fileId !== undefined) return { ...inside, targetPageId: null, targetFileId: address.fileId };
  const kept = { ...inside, targetPageId: inherited?.targetPageId ?? null, targetFileId: inherited?.targetFileId ?? null };
  if (leads) return kept;
  for (const place of address.wanted) {
    const target = lookUp(place);
    if (target !== undefined) return { ...inside, targetPageId: 'pageId' in target ? target.pageId : null, targetFileId: 'fileId' in target ? target.fileId : null };
  }
  // A target that is gone may come back; until then, another one at its place will do.
  return { ...kept, wanted: address.wanted };
}

/** Whether it leads to a page or file; it may be gone by now. */
export function hasTarget(link: ResolvedLink | undefined): boolean {
  return targetIds(link).length > 0;
}

/** Whether there are places to look at for it. */
function isSought(address: Address | undefined): boolean {
  return address?.place === 'inside' && address.wanted.length > 0;
}

function targetIds(link: ResolvedLink | undefined): string[] {
  return [link?.targetPageId, link?.targetFileId].filter((id) => typeof id === 'string');
}
