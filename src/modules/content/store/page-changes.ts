import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import type { Page } from '../model/page.js';
import type { ContentChanges, NewPage, PageUpdate } from './content-changes.js';
import type { DocumentBody } from './document-body.js';
import type { LineState } from './line-state.js';
import { placePages, positionAt } from './page-placement.js';
import { pagesById, withDescendants } from './page-rows.js';

/** Versions of pages that changes lead to. */
export interface PageVersions {
  readonly pages: readonly Page[];
  readonly deletedPages: readonly string[];
}

/** Works out what changes mean for the pages of a line, under its lock. */
@Injectable()
export class PageChanges {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @param known pages that were read under the lock already, by their ids
   * @throws BadInputError when a page or parent isn't there, or a page would come below itself
   */
  async resolve(state: LineState, changes: ContentChanges, bodies: ReadonlyMap<string, DocumentBody>, known: ReadonlyMap<string, Page> = new Map()): Promise<PageVersions> {
    const deletedPages = await withDescendants(this.db, state, changes.deletedPages ?? []);
    const named = await this.namedPages(state, changes, new Set(deletedPages), known);
    const created = await this.createdPages(state, changes.newPages ?? [], bodies);
    const updated = await this.updatedPages(state, changes.pageUpdates ?? [], bodies, named);
    return { pages: [...created, ...updated], deletedPages };
  }

  /** Every page that the changes name as theirs or as a parent is there and stays. */
  private async namedPages(state: LineState, changes: ContentChanges, deleted: ReadonlySet<string>, known: ReadonlyMap<string, Page>): Promise<ReadonlyMap<string, Page>> {
    const created = new Set((changes.newPages ?? []).map((page) => page.pageId));
    const parents = [...(changes.newPages ?? []), ...(changes.pageUpdates ?? [])].flatMap((page) => page.parentId ?? []);
    const named = [...(changes.pageUpdates ?? []).map((page) => page.pageId), ...(changes.deletedPages ?? []), ...parents];
    const wanted = [...new Set(named)].filter((id) => !created.has(id));
    const there = new Map([...known, ...(await pagesById(this.db, state, wanted.filter((id) => !known.has(id))))]);
    const missing = wanted.find((id) => !there.has(id) || (deleted.has(id) && !(changes.deletedPages ?? []).includes(id)));
    if (missing !== undefined) throw new BadInputError(`There is no page ${missing} in this content.`);
    for (const { pageId, parentId } of changes.pageUpdates ?? []) {
      if (typeof parentId !== 'string') continue;
      const below = await withDescendants(this.db, state, [pageId]);
      if (below.includes(parentId)) throw new BadInputError(`The page ${pageId} can't come below itself.`);
    }
    return there;
  }

  private async createdPages(state: LineState, newPages: readonly NewPage[], bodies: ReadonlyMap<string, DocumentBody>): Promise<Page[]> {
    const now = this.clock.now();
    const placements = await placePages(
      this.db,
      state,
      newPages.map((page) => ({ parentId: page.parentId, wantedSlug: page.slug ?? page.fields.title })),
    );
    const created: Page[] = [];
    for (const [index, page] of newPages.entries()) {
      const placement = placements[index];
      if (placement === undefined) continue;
      const { pageId, parentId, at, markdown } = page;
      const position = at === undefined ? placement.position : await positionAt(this.db, state, { pageId, parentId }, at);
      const documentId = markdown === null ? null : (bodies.get(markdown)?.id ?? null);
      created.push({ ...page.fields, slug: placement.slug, position, pageId, parentId, documentId, createdAt: now, updatedAt: now });
    }
    return created;
  }

  /** The new versions; a page that an update leaves as it is has none. */
  private async updatedPages(state: LineState, updates: readonly PageUpdate[], bodies: ReadonlyMap<string, DocumentBody>, before: ReadonlyMap<string, Page>): Promise<Page[]> {
    const now = this.clock.now();
    const updated: Page[] = [];
    for (const update of updates) {
      const page = before.get(update.pageId);
      if (page === undefined) continue;
      const next = { ...page, ...update.fields, ...(await this.newPlace(state, page, update)), ...newBody(update, bodies) };
      if (!isDeepStrictEqual(page, next)) updated.push({ ...next, updatedAt: now });
    }
    return updated;
  }

  private async newPlace(state: LineState, page: Page, update: PageUpdate): Promise<Partial<Page>> {
    const parentId = update.parentId === undefined ? page.parentId : update.parentId;
    const moves = parentId !== page.parentId;
    const wantedSlug = update.slug ?? page.slug;
    const [placement] = moves || wantedSlug !== page.slug ? await placePages(this.db, state, [{ pageId: page.pageId, parentId, wantedSlug }]) : [];
    const slug = placement?.slug ?? page.slug;
    if (update.at === undefined) return moves ? { parentId, ...placement } : { slug };
    const stands = { pageId: page.pageId, parentId, ...(moves ? {} : { position: page.position }) };
    return { parentId, slug, position: await positionAt(this.db, state, stands, update.at) };
  }
}

function newBody(update: PageUpdate, bodies: ReadonlyMap<string, DocumentBody>): Partial<Page> {
  if (update.markdown === undefined) return {};
  return { documentId: update.markdown === null ? null : (bodies.get(update.markdown)?.id ?? null) };
}
