import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { SearchIndex } from '../search/search-index.js';
import { noteGrowth } from './rows.js';
import type { RevisionFacts } from './revision-facts.js';

/** Rows that were copied. */
interface Counts {
  readonly pages: number;
  readonly files: number;
  readonly links: number;
}

/** SQL: current rows of a table of versions, as the new space has them. */
const versions = (table: string): string => `
  INSERT INTO ${table} SELECT copy.* FROM ${table} own
  CROSS JOIN LATERAL jsonb_populate_record(own, jsonb_build_object('space_id', $2::text, 'since', $3::integer)) copy
  WHERE own.space_id = $1 AND own.line = 'main' AND own.until IS NULL
  RETURNING 1`;

/** SQL: of links there are many, so each column is named. The paths that a broken one waits for begin with the space's id. */
const LINKS = `
  INSERT INTO page_links (space_id, line, page_id, since, ordinal, kind, address, text, place, target_page_id, target_file_id, target_anchor, wanted)
  SELECT $2, line, page_id, $3::integer, ordinal, kind, address, text, place, target_page_id, target_file_id, target_anchor,
    CASE WHEN wanted IS NOT NULL THEN array(SELECT $2 || substr(path, length($1) + 1) FROM unnest(wanted) WITH ORDINALITY AS way (path, number) ORDER BY number) END
  FROM page_links WHERE space_id = $1 AND line = 'main' AND until IS NULL
  RETURNING 1`;

/** Nobody writes to a space before the transaction ends, so that what the new one shares is still there. $1 space */
const HOLD: Statement = { name: 'content_hold', text: 'SELECT FROM spaces WHERE id = $1 AND deleted_at IS NULL FOR SHARE' };

/** $1 space, $2 new space of the same organization, $3 number of its revision. Bodies, and the bytes of files, are what the new rows name: they are there once. */
const COPY: Statement = {
  name: 'content_copy',
  text: `
    WITH pages AS (${versions('page_versions')}), files AS (${versions('file_versions')}), links AS (${LINKS})
    SELECT r.variables, r.origins, (SELECT count(*)::integer FROM pages) AS pages, (SELECT count(*)::integer FROM files) AS files, (SELECT count(*)::integer FROM links) AS links
    FROM spaces s JOIN revisions r ON r.space_id = s.id AND r.id = s.revision_id
    WHERE s.id = $1 AND (SELECT organization_id FROM targets WHERE id = $1) = (SELECT organization_id FROM targets WHERE id = $2)`,
};

/** Gives a space the main content of another: rows of its tree, links and files, which name the same bodies, texts and bytes. */
@Injectable()
export class ContentCopy {
  constructor(
    private readonly db: Database,
    private readonly search: SearchIndex,
  ) {}

  /**
   * The newest content as that of a new space, which has none; pages and files keep their ids. Within a transaction.
   * @param number of the new space's revision that will have it
   * @throws NotFoundError
   */
  async copy(spaceId: string, newSpaceId: string, number: number): Promise<RevisionFacts> {
    const held = await this.db.query(HOLD, [spaceId]);
    const [copied] = held.length === 0 ? [] : await this.db.query<RevisionFacts & Counts>(COPY, [spaceId, newSpaceId, number]);
    if (copied === undefined) throw new NotFoundError('There is no such space.');
    await this.search.share(spaceId, newSpaceId);
    const { variables, origins, pages, files, links } = copied;
    await noteGrowth(this.db, 'page_versions', pages);
    await noteGrowth(this.db, 'file_versions', files);
    await noteGrowth(this.db, 'page_links', links);
    return { variables, origins };
  }
}
