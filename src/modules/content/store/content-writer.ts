import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { newId } from '../../../kernel/ids/id.js';
import type { Page } from '../model/page.js';
import { SearchIndex } from '../search/search-index.js';
import { type Branch, type ContentChanges, MAIN_LINE, type NewPage, type PageUpdate } from './content-changes.js';
import type { RevisionType } from './content-revision.entity.js';
import { type DocumentBody, documentBodies } from './document-body.js';
import { LinkWriter } from './link-writer.js';
import { currentPages, pageRow, withDescendants } from './page-rows.js';
import { placePages } from './page-placement.js';
import { insertRows } from './rows.js';

export interface Revision {
  revisionId: string;
  number: number;
}

export interface RevisionOptions {
  /** Who makes the revision; null for the operator. */
  createdBy: string | null;
  type?: RevisionType;
  /** Revisions of other lines that flow into this one. */
  otherParents?: readonly string[];
}

/** Versions of pages that a revision writes, and those that it ends. */
interface PageChanges {
  written: readonly Page[];
  /** Ids of pages whose newest version ends: replaced or deleted. */
  ended: readonly string[];
  deleted: readonly string[];
}

/** Writes revisions. A write costs what it changes, however large the space is. */
@Injectable()
export class ContentWriter {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly links: LinkWriter,
    private readonly search: SearchIndex,
  ) {}

  /** The first, empty revision of a line. */
  async begin(branch: Branch, createdBy: string | null): Promise<Revision> {
    return this.db.transaction(async () => {
      const head = await branch.lock();
      return this.advance(branch, head, { variables: {}, origins: [] }, { createdBy });
    });
  }

  /**
   * Makes one revision of the changes, or none when they change nothing.
   * @throws BadInputError when a page or parent isn't there, or a page would come below itself
   */
  async commit(branch: Branch, changes: ContentChanges, options: RevisionOptions): Promise<Revision> {
    // Reading bodies is the costly part: it is done before anybody has to wait for the lock.
    const bodies = await documentBodies(markdownsOf(changes));
    return this.db.transaction(async () => {
      const head = await branch.lock();
      const before = await this.revisionFacts(branch.spaceId, head.revisionId);
      const pages = await this.pageChanges(branch, changes, bodies);
      const files = changes.newFiles ?? [];
      const after = {
        variables: { ...before.variables, ...changes.variables },
        origins: [...new Set([...before.origins, ...(changes.origins ?? [])])],
      };
      const unchanged = pages.written.length === 0 && pages.ended.length === 0 && files.length === 0 && isDeepStrictEqual(before, after);
      if (unchanged && head.revisionId !== null) return { revisionId: head.revisionId, number: head.number };
      await this.write(branch, head.number + 1, pages, changes, bodies, after.origins);
      return this.advance(branch, head, after, options);
    });
  }

  private async write(branch: Branch, number: number, pages: PageChanges, changes: ContentChanges, bodies: ReadonlyMap<string, DocumentBody>, origins: readonly string[]): Promise<void> {
    const { spaceId, line } = branch;
    await insertRows(this.db, 'documents', documentRows(spaceId, bodies.values()), 'ON CONFLICT DO NOTHING');
    const inherited = await this.links.current(spaceId, line, pages.ended);
    await this.db.query(
      `WITH ended_pages AS (
         UPDATE page_versions SET until = $4 WHERE space_id = $1 AND line = $2 AND until IS NULL AND page_id = ANY ($3)
       )
       UPDATE page_links SET until = $4 WHERE space_id = $1 AND line = $2 AND until IS NULL AND page_id = ANY ($3)`,
      [spaceId, line, pages.ended, number],
    );
    await insertRows(this.db, 'page_versions', pages.written.map((page) => pageRow(spaceId, line, number, page)));
    const now = this.clock.now();
    const files = changes.newFiles ?? [];
    await insertRows(this.db, 'file_versions', files.map((file) => fileRow(spaceId, line, number, file, now)));
    const written = await this.withBodies(spaceId, pages.written, bodies);
    await this.links.write({ spaceId, line, number, origins }, written, [...files, ...(changes.reusedFiles ?? [])], inherited);
    if (line === MAIN_LINE) await this.index(spaceId, written, pages.deleted);
  }

  private async index(spaceId: string, written: readonly WrittenPage[], deleted: readonly string[]): Promise<void> {
    const hidden = written.filter(({ page }) => !isSearched(page)).map(({ page }) => page.pageId);
    await this.search.remove(spaceId, [...deleted, ...hidden]);
    await this.search.replace(
      spaceId,
      written
        .filter(({ page }) => isSearched(page))
        .map(({ page, body }) => ({
          pageId: page.pageId,
          title: page.title,
          ...(page.description === null ? {} : { description: page.description }),
          sections: body?.facts.sections ?? [],
        })),
    );
  }

  private async advance(branch: Branch, head: { revisionId: string | null; number: number }, facts: RevisionFacts, options: RevisionOptions): Promise<Revision> {
    const revisionId = newId();
    const number = head.number + 1;
    const now = this.clock.now();
    await insertRows(this.db, 'revisions', [
      {
        space_id: branch.spaceId,
        id: revisionId,
        line: branch.line,
        number,
        type: options.type ?? 'edits',
        parents: [...(head.revisionId === null ? [] : [head.revisionId]), ...(options.otherParents ?? [])],
        variables: facts.variables,
        origins: facts.origins,
        created_at: now,
        created_by: options.createdBy,
      },
    ]);
    await branch.move(head, { revisionId, number }, now);
    return { revisionId, number };
  }

  private async revisionFacts(spaceId: string, revisionId: string | null): Promise<RevisionFacts> {
    const [row] = await this.db.query<{ variables: Record<string, string>; origins: string[] }>(
      'SELECT variables, origins FROM revisions WHERE space_id = $1 AND id = $2',
      [spaceId, revisionId],
    );
    return row ?? { variables: {}, origins: [] };
  }

  private async pageChanges(branch: Branch, changes: ContentChanges, bodies: ReadonlyMap<string, DocumentBody>): Promise<PageChanges> {
    const { spaceId, line } = branch;
    const deleted = await withDescendants(this.db, spaceId, line, changes.deletedPages ?? []);
    await this.requirePages(branch, changes, new Set(deleted));
    const created = await this.createdPages(branch, changes.newPages ?? [], bodies);
    const updated = await this.updatedPages(branch, changes.pageUpdates ?? [], bodies);
    return { written: [...created, ...updated], ended: [...updated.map((page) => page.pageId), ...deleted], deleted };
  }

  /** Every page that the changes name as theirs or as a parent is there and stays. */
  private async requirePages(branch: Branch, changes: ContentChanges, deleted: ReadonlySet<string>): Promise<void> {
    const created = new Set((changes.newPages ?? []).map((page) => page.pageId));
    const parents = [...(changes.newPages ?? []), ...(changes.pageUpdates ?? [])].flatMap((page) => page.parentId ?? []);
    const named = [...(changes.pageUpdates ?? []).map((page) => page.pageId), ...(changes.deletedPages ?? []), ...parents];
    const wanted = [...new Set(named)].filter((id) => !created.has(id));
    const there = await currentPages(this.db, branch.spaceId, branch.line, wanted);
    const missing = wanted.find((id) => !there.has(id) || (deleted.has(id) && !(changes.deletedPages ?? []).includes(id)));
    if (missing !== undefined) throw new BadInputError(`There is no page ${missing} in this content.`);
    for (const { pageId, parentId } of changes.pageUpdates ?? []) {
      if (typeof parentId !== 'string') continue;
      const below = await withDescendants(this.db, branch.spaceId, branch.line, [pageId]);
      if (below.includes(parentId)) throw new BadInputError(`The page ${pageId} can't come below itself.`);
    }
  }

  private async createdPages(branch: Branch, newPages: readonly NewPage[], bodies: ReadonlyMap<string, DocumentBody>): Promise<Page[]> {
    const now = this.clock.now();
    const placements = await placePages(
      this.db,
      branch.spaceId,
      branch.line,
      newPages.map((page) => ({ parentId: page.parentId, wantedSlug: page.slug ?? page.fields.title })),
    );
    return newPages.flatMap((page, index) => {
      const placement = placements[index];
      if (placement === undefined) return [];
      const documentId = page.markdown === null ? null : (bodies.get(page.markdown)?.id ?? null);
      return [{ ...page.fields, ...placement, pageId: page.pageId, parentId: page.parentId, documentId, createdAt: now, updatedAt: now }];
    });
  }

  /** The new versions; a page that an update leaves as it is has none. */
  private async updatedPages(branch: Branch, updates: readonly PageUpdate[], bodies: ReadonlyMap<string, DocumentBody>): Promise<Page[]> {
    const now = this.clock.now();
    const before = await currentPages(this.db, branch.spaceId, branch.line, updates.map((update) => update.pageId));
    const updated: Page[] = [];
    for (const update of updates) {
      const page = before.get(update.pageId);
      if (page === undefined) continue;
      const next = { ...page, ...update.fields, ...(await this.newPlace(branch, page, update)), ...newBody(update, bodies) };
      if (!isDeepStrictEqual(page, next)) updated.push({ ...next, updatedAt: now });
    }
    return updated;
  }

  private async newPlace(branch: Branch, page: Page, update: PageUpdate): Promise<Partial<Page>> {
    const parentId = update.parentId === undefined ? page.parentId : update.parentId;
    const moves = parentId !== page.parentId;
    const wantedSlug = update.slug ?? page.slug;
    if (!moves && wantedSlug === page.slug) return {};
    const [placement] = await placePages(this.db, branch.spaceId, branch.line, [{ parentId, wantedSlug }]);
    return moves ? { parentId, ...placement } : { slug: placement?.slug ?? page.slug };
  }

  /** Each written page with its body; bodies that the change doesn't bring are read. */
  private async withBodies(spaceId: string, pages: readonly Page[], bodies: ReadonlyMap<string, DocumentBody>): Promise<WrittenPage[]> {
    const byId = new Map([...bodies.values()].map((body) => [body.id, body]));
    const missing = pages.flatMap((page) => (page.documentId === null || byId.has(page.documentId) ? [] : [page.documentId]));
    if (missing.length > 0) {
      const rows = await this.db.query<{ markdown: string }>('SELECT markdown FROM documents WHERE space_id = $1 AND id = ANY ($2)', [spaceId, missing]);
      const read = await documentBodies(rows.map((row) => row.markdown));
      for (const body of read.values()) byId.set(body.id, body);
    }
    return pages.map((page) => ({ page, body: page.documentId === null ? undefined : byId.get(page.documentId) }));
  }
}

export interface WrittenPage {
  page: Page;
  body: DocumentBody | undefined;
}

interface RevisionFacts {
  variables: Record<string, string>;
  origins: string[];
}

function markdownsOf(changes: ContentChanges): string[] {
  return [...(changes.newPages ?? []), ...(changes.pageUpdates ?? [])].flatMap((page) => page.markdown ?? []);
}

function newBody(update: PageUpdate, bodies: ReadonlyMap<string, DocumentBody>): Partial<Page> {
  if (update.markdown === undefined) return {};
  return { documentId: update.markdown === null ? null : (bodies.get(update.markdown)?.id ?? null) };
}

function isSearched(page: Page): boolean {
  return !page.noIndex && page.type !== 'link';
}

function documentRows(spaceId: string, bodies: Iterable<DocumentBody>): Record<string, unknown>[] {
  return [...bodies].map((body) => ({ space_id: spaceId, id: body.id, markdown: body.markdown, anchors: body.facts.anchors }));
}

function fileRow(spaceId: string, line: string, since: number, file: NonNullable<ContentChanges['newFiles']>[number], createdAt: Date): Record<string, unknown> {
  return {
    space_id: spaceId,
    line,
    file_id: file.fileId,
    since,
    name: file.name,
    content_type: file.contentType,
    size: file.size,
    width: file.width,
    height: file.height,
    hash: file.hash,
    git_path: file.gitPath,
    git_oid: file.gitOid,
    created_at: createdAt,
  };
}
