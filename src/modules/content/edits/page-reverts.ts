import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import type { Page } from '../model/page.js';
import { type LineState, MAIN_LINE, pastState, revisionState, type StoredPlace } from '../store/line-state.js';
import { freePosition, placePages } from '../store/page-placement.js';
import { pagesById, placeBelow, withDescendants } from '../store/page-rows.js';
import type { VersionChanges } from '../store/revision-writer.js';

/** Takes pages back to how they were in an earlier revision. */
@Injectable()
export class PageReverts {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @param revisionId of the line or of the main content; undefined: of the main content that the line lies over
   * @throws BadInputError when there is no such revision, or the page is neither here nor there
   */
  async resolve(state: LineState, pageId: string, revisionId: string | undefined, field: string): Promise<VersionChanges> {
    const then = await this.stateThen(state, revisionId, `${field}.revision`);
    const [was, is] = [(await pagesById(this.db, then, [pageId])).get(pageId), (await pagesById(this.db, state, [pageId])).get(pageId)];
    if (was === undefined && is === undefined) throw BadInputError.ofField(`${field}.page`, 'names no page of this content, now or then');
    if (was === undefined) return { deletedPages: await withDescendants(this.db, state, [pageId]) };
    const page = await this.placed(state, was, is, `${field}.page`);
    if (is !== undefined && isSame(page, is)) return {};
    const below = state.over === undefined ? undefined : (await pagesById(this.db, pastState(state.spaceId, state.over.base, ''), [pageId])).get(pageId);
    return below !== undefined && isSame(page, below) ? { released: [pageId] } : { pages: [{ ...page, updatedAt: this.clock.now() }] };
  }

  private async stateThen({ spaceId, line, over }: LineState, revisionId: string | undefined, field: string): Promise<LineState> {
    if (revisionId === undefined && over !== undefined) return pastState(spaceId, over.base, '');
    const [revision] = await this.db.query<StoredPlace>(
      'SELECT id, line, number, base_number AS base FROM revisions WHERE space_id = $1 AND id = $2',
      [spaceId, revisionId],
    );
    if (revision === undefined || ![line, MAIN_LINE].includes(revision.line)) throw BadInputError.ofField(field, 'names no revision of this content');
    return revisionState(spaceId, revision);
  }

  /** At its old place as far as that is still there and free. */
  private async placed(state: LineState, was: Page, is: Page | undefined, field: string): Promise<Page> {
    const parents = was.parentId === null ? [] : [was.parentId];
    const parentId = (await pagesById(this.db, state, parents)).has(was.parentId ?? '') ? was.parentId : null;
    if (is !== undefined && parentId !== null && (await placeBelow(this.db, state, parentId, was.pageId)).isWithinItself) {
      throw BadInputError.ofField(field, 'has its old parent below it now: move that first');
    }
    const position = await freePosition(this.db, state, { pageId: was.pageId, parentId, position: was.position });
    if (is !== undefined && is.parentId === parentId && is.slug === was.slug) return { ...was, parentId, position };
    const [placement] = await placePages(this.db, state, [{ pageId: was.pageId, parentId, wantedSlug: was.slug }]);
    return { ...was, parentId, position, slug: placement?.slug ?? was.slug };
  }
}

function isSame(one: Page, other: Page): boolean {
  return isDeepStrictEqual({ ...one, updatedAt: other.updatedAt, createdAt: other.createdAt }, other);
}
