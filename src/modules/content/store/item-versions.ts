import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { LineState } from './line-state.js';

/** Where versions end and begin. */
interface Turn {
  readonly state: LineState;
  readonly number: number;
  /** Whether the revision under way has written before: what it wrote itself is taken back rather than ended. */
  readonly changed: boolean;
}

/** Ends versions of pages and files, and keeps what is below a line from showing through. */
@Injectable()
export class ItemVersions {
  constructor(private readonly db: Database) {}

  /**
   * Ends the line's own newest versions; those that it doesn't have are fine. Of a line over the main content, also hides what is below.
   * @param gone those of the pages that get no new version: their links end, too
   * @param hidden the line has a version of its own of these, or deletes them
   */
  async end({ state, number, changed }: Turn, pageIds: readonly string[], fileIds: readonly string[], gone: readonly string[], hidden: readonly string[]): Promise<void> {
    const { spaceId, line, over } = state;
    const values = [spaceId, line, number, pageIds, fileIds, gone];
    await Promise.all([
      changed ? this.db.query(TAKE_BACK, [spaceId, line, number, pageIds, fileIds]) : undefined,
      over === undefined ? this.db.query(END, values) : this.db.query(END_AND_COVER, [...values, over.base, hidden]),
    ]);
  }

  /** As `hidden` above, of pages and files of which the line has no version to end. */
  async cover({ state, number }: Omit<Turn, 'changed'>, hidden: readonly string[]): Promise<void> {
    const { spaceId, line, over } = state;
    if (over !== undefined) await this.db.query(cover('$4', '$5'), [spaceId, line, number, over.base, hidden]);
  }

  /** Of a line over the main content: shows what is below again. */
  async show({ state, number, changed }: Turn, shown: readonly string[]): Promise<void> {
    const { spaceId, line, over } = state;
    if (over === undefined || shown.length === 0) return;
    await Promise.all([
      changed ? this.db.query('DELETE FROM covered_items WHERE space_id = $1 AND line = $2 AND since = $3 AND item_id = ANY ($4)', [spaceId, line, number, shown]) : undefined,
      this.db.query('UPDATE covered_items SET until = $3 WHERE space_id = $1 AND line = $2 AND until IS NULL AND item_id = ANY ($4)', [spaceId, line, number, shown]),
    ]);
  }
}

const ENDED_PAGES = `
    WITH pages AS (
      UPDATE page_versions SET until = $3 WHERE space_id = $1 AND line = $2 AND until IS NULL AND page_id = ANY ($4::text[])
    ), links AS (
      UPDATE page_links SET until = $3 WHERE space_id = $1 AND line = $2 AND until IS NULL AND page_id = ANY ($6::text[])
    )`;
const ENDED_FILES = 'UPDATE file_versions SET until = $3 WHERE space_id = $1 AND line = $2 AND until IS NULL AND file_id = ANY ($5::text[])';

/** SQL: hides pages and files that are in the base and not covered yet. $1 space, $2 line, $3 number */
const cover = (base: string, items: string): string => `
    INSERT INTO covered_items (space_id, line, item_id, since)
    SELECT $1, $2, item.id, $3::integer FROM (SELECT DISTINCT unnest(${items}::text[]) AS id) item
    WHERE (
      EXISTS (
        SELECT 1 FROM page_versions p
        WHERE p.space_id = $1 AND p.line = 'main' AND p.page_id = item.id AND p.since <= ${base}::integer AND (p.until IS NULL OR p.until > ${base})
      ) OR EXISTS (
        SELECT 1 FROM file_versions f
        WHERE f.space_id = $1 AND f.line = 'main' AND f.file_id = item.id AND f.since <= ${base} AND (f.until IS NULL OR f.until > ${base})
      )
    ) AND NOT EXISTS (SELECT 1 FROM covered_items c WHERE c.space_id = $1 AND c.line = $2 AND c.item_id = item.id AND c.until IS NULL)`;

/** $1 space, $2 line, $3 number, $4 pages, $5 files, $6 pages whose links end */
const END: Statement = { name: 'content_end_versions', text: `${ENDED_PAGES} ${ENDED_FILES}` };

/** As above, and $7 base, $8 pages and files to hide */
const END_AND_COVER: Statement = { name: 'content_end_versions_over', text: `${ENDED_PAGES}, files AS (${ENDED_FILES}) ${cover('$7', '$8')}` };

/** $1 space, $2 line, $3 number, $4 pages, $5 files */
const TAKE_BACK = `
  WITH pages AS (
    DELETE FROM page_versions WHERE space_id = $1 AND line = $2 AND since = $3 AND page_id = ANY ($4::text[])
  ), links AS (
    DELETE FROM page_links WHERE space_id = $1 AND line = $2 AND since = $3 AND page_id = ANY ($4::text[])
  )
  DELETE FROM file_versions WHERE space_id = $1 AND line = $2 AND since = $3 AND file_id = ANY ($5::text[])`;
