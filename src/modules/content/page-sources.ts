import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import type { DocumentReference } from './model/markdown/json-document.js';
import type { PageSource } from './model/markdown/page-source.js';
import { reference, type TargetRow } from './page-bodies.js';
import type { LineState } from './store/line-state.js';
import { lineStatement, queryLine } from './store/line-statement.js';

const SIZE = lineStatement(
  'content_sources_size',
  1,
  (rows) => `
    SELECT coalesce(sum(octet_length(d.markdown)), 0)::float8 AS bytes
    FROM ${rows.pages('p', 'p.page_id = ANY ($2)')} JOIN documents d ON d.id = p.document_id`,
);

const MARKDOWNS = lineStatement(
  'content_sources',
  1,
  (rows) => `
    SELECT p.page_id AS "pageId", d.markdown
    FROM ${rows.pages('p', 'p.page_id = ANY ($2)')} JOIN documents d ON d.id = p.document_id`,
);

const TARGETS = lineStatement(
  'content_sources_targets',
  1,
  (rows) => `
    SELECT l.page_id AS "pageId", l.address, l.target_page_id AS "targetPageId", l.target_file_id AS "targetFileId", l.target_anchor AS "targetAnchor"
    FROM ${rows.links('l', 'l.page_id = ANY ($2) AND (l.target_page_id IS NOT NULL OR l.target_file_id IS NOT NULL)')}`,
);

const VARIABLES = lineStatement('content_sources_variables', 0, (rows) => `SELECT r.variables FROM ${rows.revision('s')} JOIN revisions r ON r.space_id = s.space_id AND r.id = s.revision_id`);

/** The bodies of many pages at once. */
@Injectable()
export class PageSources {
  constructor(private readonly db: Database) {}

  /** Bytes of the Markdown of these pages. */
  async size(state: LineState, pageIds: readonly string[]): Promise<number> {
    const [row] = await queryLine<{ bytes: number }>(this.db, SIZE, state, [pageIds]);
    return row?.bytes ?? 0;
  }

  /** Bodies alone, by page id; pages without one are left out. */
  async markdowns(state: LineState, pageIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await queryLine<{ pageId: string; markdown: string }>(this.db, MARKDOWNS, state, [pageIds]);
    return new Map(rows.map(({ pageId, markdown }) => [pageId, markdown]));
  }

  /** By page id; pages without a body are left out. */
  async find(state: LineState, pageIds: readonly string[]): Promise<Map<string, PageSource>> {
    const [markdowns, targets] = await Promise.all([
      this.markdowns(state, pageIds),
      queryLine<TargetRow & { pageId: string }>(this.db, TARGETS, state, [pageIds]),
    ]);
    const references = new Map<string, [string, DocumentReference][]>();
    for (const row of targets) {
      const ofPage = references.get(row.pageId) ?? [];
      references.set(row.pageId, ofPage);
      ofPage.push([row.address, reference(row, row.pageId)]);
    }
    return new Map([...markdowns].map(([pageId, markdown]) => [pageId, { markdown, references: Object.fromEntries(references.get(pageId) ?? []) }]));
  }

  /** Of the space. */
  async variables(state: LineState): Promise<Record<string, string>> {
    const [row] = await queryLine<{ variables: Record<string, string> }>(this.db, VARIABLES, state);
    return row?.variables ?? {};
  }
}
