import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Act, runAct } from '../../../kernel/audit/act.js';
import { Database, type Statement } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { JobKind, Jobs } from '../../../kernel/jobs/jobs.js';
import { SearchIndex } from '../search/search-index.js';
import type { RevisionFacts } from './revision-facts.js';
import { noteGrowth } from './rows.js';
import { NO_SPACE } from '../../spaces/placed-space.js';

const FINISH = new JobKind<{ spaceId: string }>('content.finish-copy', 10);

/**
 * Whoever is about to write to a space sees in its own row that its content is shown elsewhere, too; and nobody writes
 * to it before the transaction ends. $1 space, $2 new space of the same organization
 */
const BEGIN: Statement = {
  name: 'content_begin_copy',
  text: `
    WITH original AS (
      UPDATE spaces SET duplicated_number = revision_number
      WHERE id = $1 AND deleted_at IS NULL AND (SELECT organization_id FROM targets WHERE id = $1) = (SELECT organization_id FROM targets WHERE id = $2)
      RETURNING id, revision_id, revision_number
    ), copy AS (
      UPDATE spaces SET source_id = original.id, source_number = original.revision_number FROM original WHERE spaces.id = $2
    )
    SELECT revision_id AS "revisionId" FROM original`,
};

/** After `BEGIN`, which may have waited for whoever made the revision, and would not have seen it. $1 space, $2 revision */
const FACTS: Statement = { name: 'content_facts_to_copy', text: 'SELECT variables, origins FROM revisions WHERE space_id = $1 AND id = $2' };

/** Copies to be finished that are these spaces, or have their content from them. $1 spaces */
const UNFINISHED: Statement = {
  name: 'content_unfinished_copies',
  text: 'SELECT id FROM spaces WHERE source_id IS NOT NULL AND (id = ANY ($1) OR source_id = ANY ($1)) ORDER BY id',
};

/** $1 space, also one in the trash */
const LOCK: Statement = {
  name: 'content_lock_copy',
  text: 'SELECT source_id AS "sourceId", revision_number AS number FROM spaces WHERE id = $1 AND source_id IS NOT NULL FOR NO KEY UPDATE',
};

/** SQL: current rows of a table of versions, as the copy has them. */
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

/** $1 original, $2 copy, $3 number of its revision. Bodies, and the bytes of files, are what the new rows name: they are there once. */
const WRITE: Statement = {
  name: 'content_write_copy',
  text: `
    WITH pages AS (${versions('page_versions')}), files AS (${versions('file_versions')}), links AS (${LINKS}),
      own AS (UPDATE spaces SET source_id = NULL, source_number = NULL WHERE id = $2)
    SELECT (SELECT count(*)::integer FROM pages) AS pages, (SELECT count(*)::integer FROM files) AS files, (SELECT count(*)::integer FROM links) AS links`,
};

/**
 * Gives a space the main content of another. It takes the same time however large that is: the copy shows what the
 * original had, until rows of its own (of its tree, links and files, which name the same bodies, texts and bytes) are
 * written by a job, or before it by whoever needs them first: who writes to one of the two, searches the copy, or moves
 * either to where the other isn't. So the rows of an original are always those that its unfinished copies show.
 */
@Injectable()
export class ContentCopy implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly search: SearchIndex,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(FINISH, ({ payload }) => this.finish([payload.spaceId]));
  }

  /**
   * The newest content as that of a new space, which has none; pages and files keep their ids. Within a transaction.
   * @throws NotFoundError
   */
  async begin(spaceId: string, newSpaceId: string): Promise<RevisionFacts> {
    await this.finish([spaceId]);
    const [original] = await this.db.query<{ revisionId: string }>(BEGIN, [spaceId, newSpaceId]);
    const [facts] = original === undefined ? [] : await this.db.query<RevisionFacts>(FACTS, [spaceId, original.revisionId]);
    if (facts === undefined) throw new NotFoundError(NO_SPACE);
    await this.jobs.add(FINISH, { spaceId: newSpaceId });
    return facts;
  }

  /** Afterwards these spaces have the rows of their content, and so have copies of them. */
  async finish(spaceIds: readonly string[]): Promise<void> {
    for (const { id } of await this.db.query<{ id: string }>(UNFINISHED, [spaceIds])) {
      // Whoever came first, perhaps to read: it is no act of theirs.
      const act = new Act(() => ({ caller: 'service', operation: FINISH.name, targets: { spaceId: id } }));
      await runAct(act, () => this.db.transaction(() => this.write(id)));
    }
  }

  private async write(spaceId: string): Promise<void> {
    const [copy] = await this.db.query<{ sourceId: string; number: number }>(LOCK, [spaceId]);
    if (copy === undefined) return; // somebody else has
    await this.search.share(copy.sourceId, spaceId);
    const [written] = await this.db.query<{ pages: number; files: number; links: number }>(WRITE, [copy.sourceId, spaceId, copy.number]);
    await noteGrowth(this.db, 'page_versions', written?.pages ?? 0);
    await noteGrowth(this.db, 'file_versions', written?.files ?? 0);
    await noteGrowth(this.db, 'page_links', written?.links ?? 0);
  }
}
