import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { DomainEvents } from '../../../kernel/database/domain-events.js';
import { newId } from '../../../kernel/ids/id.js';
import { MarkdownThread } from '../markdown-thread.js';
import type { Page } from '../model/page.js';
import { RevisionMade } from '../revision-made.event.js';
import type { Branch, BranchHead, FileAtPath } from './content-changes.js';
import type { RevisionType } from './content-revision.entity.js';
import { type DocumentBody, type StoredBody, storedBodies, writeDocuments } from './document-body.js';
import { fileRow, type StoredFile } from './file-rows.js';
import { ItemVersions } from './item-versions.js';
import type { LineState } from './line-state.js';
import { LinkWriter } from './link-writer.js';
import { pagePlaces, pageRow, pagesById, withDescendants } from './page-rows.js';
import { factsToWrite, type RevisionFacts } from './revision-facts.js';
import { insertRows } from './rows.js';
import { SearchWriter } from './search-writer.js';
import type { WrittenPage } from './written-page.js';

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

/** A revision in the making, under the lock of its line. */
export interface Draft {
  readonly branch: Branch;
  readonly head: BranchHead;
  readonly number: number;
  /** As the line is so far: what was written to the draft is in it. */
  readonly state: LineState;
  readonly before: RevisionFacts;
  facts: RevisionFacts;
  /** Whether anything was written. */
  changed: boolean;
  /** Pages that came to another place: what is below them is elsewhere, too. */
  readonly moved: Set<string>;
}

/** New versions of pages and files, and what becomes of the old ones. */
export interface VersionChanges {
  readonly pages?: readonly Page[];
  /** Pages to delete, each by itself. */
  readonly deletedPages?: readonly string[];
  readonly files?: readonly StoredFile[];
  readonly deletedFiles?: readonly string[];
  /** Pages and files of which the line gives up its own version or deletion, so that what is below shows through. */
  readonly released?: readonly string[];
  /** Files that are there already, under paths by which the pages name them. */
  readonly reusedFiles?: readonly FileAtPath[];
  /** Another line that the pages come from: their links lead where they led there. */
  readonly inheritFrom?: LineState;
  /** Bodies that may be new, by their ids. */
  readonly bodies?: ReadonlyMap<string, DocumentBody>;
}

/** Writes versions of pages and files as one revision of a line. It costs what changes, however large the space is. */
@Injectable()
export class RevisionWriter {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly versions: ItemVersions,
    private readonly links: LinkWriter,
    private readonly search: SearchWriter,
    private readonly markdown: MarkdownThread,
    private readonly events: DomainEvents,
  ) {}

  /**
   * Within a transaction.
   * @param base number of the main content's revision that the line is to lie over from now on; as before unless given
   */
  async open(branch: Branch, base?: number): Promise<Draft> {
    const head = await branch.lock();
    const before = await factsToWrite(this.db, branch.spaceId, head.revisionId);
    const number = head.number + 1;
    const baseNumber = base ?? head.baseNumber;
    const { spaceId, line } = branch;
    const state = baseNumber === null ? { spaceId, line } : { spaceId, line, over: { number, base: baseNumber, revisionId: head.revisionId ?? '' } };
    return { branch, head, number, state, before, facts: before, changed: baseNumber !== head.baseNumber, moved: new Set() };
  }

  /** May be called several times: later versions take the place of earlier ones of the same draft. */
  async write(draft: Draft, changes: VersionChanges): Promise<void> {
    const { state, number, facts } = draft;
    const { spaceId, line } = state;
    const { pages = [], deletedPages = [], files = [], deletedFiles = [], released = [], bodies = new Map<string, DocumentBody>() } = changes;
    const replaced = [...pages.map((page) => page.pageId), ...deletedPages];
    const replacedFiles = [...files.map((file) => file.fileId), ...deletedFiles];
    if (replaced.length + replacedFiles.length + released.length === 0) return;
    await writeDocuments(this.db, [...bodies.values()], state.over !== undefined);
    // They run in this order, and go together: what the pages linked to is read before their versions end.
    const [places, last] = await Promise.all([
      pagePlaces(this.db, state, pages.map((page) => page.pageId)),
      this.links.last(state, changes.inheritFrom === undefined ? [] : [changes.inheritFrom], replaced),
      this.versions.end(draft, [...replaced, ...released], [...replacedFiles, ...released], [...deletedPages, ...released], [...replaced, ...replacedFiles]),
      this.versions.show(draft, released),
      insertRows(this.db, 'page_versions', pages.map((page) => pageRow(spaceId, line, number, page))),
      insertRows(this.db, 'file_versions', files.map((file) => fileRow(spaceId, line, number, file))),
    ]);
    for (const { pageId, parentId, slug } of pages) {
      const place = places.get(pageId);
      if (place !== undefined && (place.parentId !== parentId || place.slug !== slug)) draft.moved.add(pageId);
    }
    draft.changed ||= replaced.length + replacedFiles.length + released.length > 0;
    const written = await this.withBodies(pages, bodies);
    const deleted = [...deletedPages, ...deletedFiles, ...released];
    const [healed] = await Promise.all([
      this.links.write(state, number, facts.origins, { pages: written, files: [...files, ...(changes.reusedFiles ?? [])], deleted, last }),
      state.over === undefined ? this.search.write(spaceId, written, deletedPages) : undefined,
    ]);
    await this.writeAgain(draft, healed);
  }

  /** Gives links that wait for these pages and files their target, and has those to what is deleted wait. */
  async heal(draft: Draft, shown: { pages: readonly string[]; files: readonly FileAtPath[]; deleted: readonly string[] }): Promise<void> {
    const { state, number, facts } = draft;
    const pages = [...(await pagesById(this.db, state, shown.pages)).values()];
    await this.writeAgain(draft, await this.links.heal(state, number, facts.origins, { ...shown, pages }));
  }

  /** Pages as they are, for the sake of their links. */
  private async writeAgain(draft: Draft, pageIds: readonly string[]): Promise<void> {
    if (pageIds.length > 0) await this.write(draft, { pages: [...(await pagesById(this.db, draft.state, pageIds)).values()] });
  }

  /** The revision, or the one before when the draft changes nothing. */
  async close(draft: Draft, options: RevisionOptions): Promise<Revision> {
    const { branch, head, number, facts } = draft;
    if (draft.moved.size > 0) await this.heal(draft, { pages: await withDescendants(this.db, draft.state, [...draft.moved]), files: [], deleted: [] });
    if (!draft.changed && isDeepStrictEqual(draft.before, facts) && head.revisionId !== null) return { revisionId: head.revisionId, number: head.number };
    const revisionId = newId();
    const now = this.clock.now();
    const baseNumber = draft.state.over?.base ?? null;
    const { type = 'edits', createdBy } = options;
    const revision = {
      space_id: branch.spaceId,
      id: revisionId,
      line: branch.line,
      number,
      type,
      parents: [...(head.revisionId === null ? [] : [head.revisionId]), ...(options.otherParents ?? [])],
      variables: facts.variables,
      origins: facts.origins,
      created_at: now,
      created_by: createdBy,
      base_number: baseNumber,
    };
    await Promise.all([insertRows(this.db, 'revisions', [revision]), branch.move(head, { revisionId, number, baseNumber }, { at: now, by: createdBy })]);
    await this.events.emit(new RevisionMade(branch.spaceId, branch.line, revisionId, number, type, createdBy));
    return { revisionId, number };
  }

  /** Each written page with its body; bodies that the change doesn't bring are read. */
  private async withBodies(pages: readonly Page[], bodies: ReadonlyMap<string, DocumentBody>): Promise<WrittenPage[]> {
    const missing = pages.flatMap((page) => (page.documentId === null || bodies.has(page.documentId) ? [] : [page.documentId]));
    const read = await storedBodies(this.db, this.markdown, missing);
    const byId = new Map<string, StoredBody>([...bodies, ...read.map((body) => [body.id, body] as const)]);
    return pages.map((page) => ({ page, body: page.documentId === null ? undefined : byId.get(page.documentId) }));
  }
}
