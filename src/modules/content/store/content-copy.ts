import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { noteGrowth } from './rows.js';
import type { RevisionFacts } from './revision-facts.js';

const TABLES = { documents: 'documents', pages: 'page_versions', files: 'file_versions', links: 'page_links' } as const;

/** SQL: current rows of a table of versions (alias), as the new space has them. */
const versions = (table: string, alias: string, columns = "'{}'::jsonb"): string => `
  INSERT INTO ${table} SELECT copy.* FROM ${table} ${alias}
  CROSS JOIN LATERAL jsonb_populate_record(${alias}, jsonb_build_object('space_id', $2::text, 'since', $3::integer) || ${columns}) copy
  WHERE ${alias}.space_id = $1 AND ${alias}.line = 'main' AND ${alias}.until IS NULL
  RETURNING 1`;

/** $1 space, $2 new space, $3 number of its revision. One statement, so all of it is of one moment. */
const COPY: Statement = {
  name: 'content_copy',
  text: `
    WITH documents AS (
      INSERT INTO documents (space_id, id, markdown, anchors)
      SELECT $2, d.id, d.markdown, d.anchors FROM documents d
      WHERE d.space_id = $1 AND EXISTS (SELECT 1 FROM page_versions p WHERE p.space_id = $1 AND p.line = 'main' AND p.until IS NULL AND p.document_id = d.id)
      RETURNING 1
    ), pages AS (${versions('page_versions', 'p')}), files AS (${versions('file_versions', 'f')}), links AS (
      -- The paths that a broken link waits for begin with the space's id.
      ${versions('page_links', 'l', `jsonb_build_object('wanted', coalesce((
        SELECT array_agg($2 || substr(path, length($1) + 1) ORDER BY place) FROM unnest(l.wanted) WITH ORDINALITY AS wanted (path, place)), l.wanted))`)}
    ), found AS (
      -- Lexemes begin with the key of the space.
      INSERT INTO search_pages (space_id, page_id, part, split, runs, terms)
      SELECT $2, s.page_id, s.part, s.split, s.runs, search_terms(array(
        SELECT right($2, 8) || substr(lexeme, 9) FROM unnest(tsvector_to_array(s.terms)) lexeme WHERE left(lexeme, 8) = right($1, 8)), $2, target.organization_id)
      FROM search_pages s JOIN targets target ON target.id = $2 WHERE s.space_id = $1
    ), sections AS (
      INSERT INTO search_sections (space_id, page_id, ordinal, section, anchor, title, body, terms)
      SELECT $2, s.page_id, s.ordinal, s.section, s.anchor, s.title, s.body, s.terms FROM search_sections s WHERE s.space_id = $1
    )
    SELECT r.variables, r.origins, (SELECT count(*)::integer FROM documents) AS documents, (SELECT count(*)::integer FROM pages) AS pages,
      (SELECT count(*)::integer FROM files) AS files, (SELECT count(*)::integer FROM links) AS links
    FROM spaces s JOIN revisions r ON r.space_id = s.id AND r.id = s.revision_id WHERE s.id = $1 AND s.deleted_at IS NULL`,
};

/** Copies the main content of a space within the database, with a number of statements that no content makes larger. */
@Injectable()
export class ContentCopy {
  constructor(private readonly db: Database) {}

  /**
   * The newest content as that of a new space, which has none; pages and files keep their ids, and files their bytes.
   * @param number of the new space's revision that will have it
   * @throws NotFoundError
   */
  async copy(spaceId: string, newSpaceId: string, number: number): Promise<RevisionFacts> {
    const [copied] = await this.db.query<RevisionFacts & Record<keyof typeof TABLES, number>>(COPY, [spaceId, newSpaceId, number]);
    if (copied === undefined) throw new NotFoundError('There is no such space.');
    const { variables, origins, ...counts } = copied;
    await noteGrowth(this.db, TABLES.documents, counts.documents);
    await noteGrowth(this.db, TABLES.pages, counts.pages);
    await noteGrowth(this.db, TABLES.files, counts.files);
    await noteGrowth(this.db, TABLES.links, counts.links);
    return { variables, origins };
  }
}
