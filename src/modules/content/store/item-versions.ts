import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
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
   * The line's own newest versions; those that it doesn't have are fine.
   * @param gone those of the pages that get no new version: their links end, too
   */
  async end({ state, number, changed }: Turn, pageIds: readonly string[], fileIds: readonly string[], gone: readonly string[]): Promise<void> {
    const { spaceId, line } = state;
    if (changed) await this.db.query(TAKE_BACK, [spaceId, line, number, pageIds, fileIds]);
    await this.db.query(END, [spaceId, line, number, pageIds, fileIds, gone]);
  }

  /**
   * Of a line over the main content: hides what is below of these pages and files, and shows it again of those.
   * @param hidden the line has a version of its own of these, or deletes them
   */
  async cover({ state, number, changed }: Turn, hidden: readonly string[], shown: readonly string[]): Promise<void> {
    const { spaceId, line, over } = state;
    if (over === undefined) return;
    if (shown.length > 0) {
      if (changed) await this.db.query('DELETE FROM covered_items WHERE space_id = $1 AND line = $2 AND since = $3 AND item_id = ANY ($4)', [spaceId, line, number, shown]);
      await this.db.query('UPDATE covered_items SET until = $3 WHERE space_id = $1 AND line = $2 AND until IS NULL AND item_id = ANY ($4)', [spaceId, line, number, shown]);
    }
    if (hidden.length > 0) await this.db.query(COVER, [spaceId, line, number, over.base, hidden]);
  }
}

/** $1 space, $2 line, $3 number, $4 pages, $5 files, $6 pages whose links end */
const END = {
  name: 'content_end_versions',
  text: `
    WITH pages AS (
      UPDATE page_versions SET until = $3 WHERE space_id = $1 AND line = $2 AND until IS NULL AND page_id = ANY ($4::text[])
    ), links AS (
      UPDATE page_links SET until = $3 WHERE space_id = $1 AND line = $2 AND until IS NULL AND page_id = ANY ($6::text[])
    )
    UPDATE file_versions SET until = $3 WHERE space_id = $1 AND line = $2 AND until IS NULL AND file_id = ANY ($5::text[])`,
};

/** As above */
const TAKE_BACK = `
  WITH pages AS (
    DELETE FROM page_versions WHERE space_id = $1 AND line = $2 AND since = $3 AND page_id = ANY ($4::text[])
  ), links AS (
    DELETE FROM page_links WHERE space_id = $1 AND line = $2 AND since = $3 AND page_id = ANY ($4::text[])
  )
  DELETE FROM file_versions WHERE space_id = $1 AND line = $2 AND since = $3 AND file_id = ANY ($5::text[])`;

/** $1 space, $2 line, $3 number, $4 base, $5 pages and files: those that are in the base and not covered yet */
const COVER = {
  name: 'content_cover_items',
  text: `
    INSERT INTO covered_items (space_id, line, item_id, since)
    SELECT $1, $2, item.id, $3::integer FROM (SELECT DISTINCT unnest($5::text[]) AS id) item
    WHERE (
      EXISTS (
        SELECT 1 FROM page_versions p
        WHERE p.space_id = $1 AND p.line = 'main' AND p.page_id = item.id AND p.since <= $4::integer AND (p.until IS NULL OR p.until > $4)
      ) OR EXISTS (
        SELECT 1 FROM file_versions f
        WHERE f.space_id = $1 AND f.line = 'main' AND f.file_id = item.id AND f.since <= $4 AND (f.until IS NULL OR f.until > $4)
      )
    ) AND NOT EXISTS (SELECT 1 FROM covered_items c WHERE c.space_id = $1 AND c.line = $2 AND c.item_id = item.id AND c.until IS NULL)`,
};
