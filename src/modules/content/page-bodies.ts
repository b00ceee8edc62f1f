import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import type { PageReadQuery } from './dto/content-queries.dto.js';
import type { PageDto } from './dto/page.dto.js';
import { MarkdownThread } from './markdown-thread.js';
import type { DocumentReference } from './model/markdown/json-document.js';
import type { ReadPage } from './store/content-reader.js';
import type { LineState } from './store/line-state.js';
import { lineStatement, queryLine } from './store/line-statement.js';

/** What an address of a page leads to. */
export interface TargetRow {
  address: string;
  targetPageId: string | null;
  targetFileId: string | null;
  targetAnchor: string | null;
}

const TARGETS = lineStatement(
  'content_targets',
  1,
  (rows) => `
    SELECT l.address, l.target_page_id AS "targetPageId", l.target_file_id AS "targetFileId", l.target_anchor AS "targetAnchor"
    FROM ${rows.links('l', 'l.page_id = $2 AND (l.target_page_id IS NOT NULL OR l.target_file_id IS NOT NULL)')}`,
);

/** The body of a page in the wanted format. */
@Injectable()
export class PageBodies {
  constructor(
    private readonly db: Database,
    private readonly markdown: MarkdownThread,
  ) {}

  /** Pages of other types than `document` have no body. */
  async present(state: LineState, { page, markdown, spaceVariables }: ReadPage, { format, evaluated }: PageReadQuery): Promise<Pick<PageDto, 'markdown' | 'document'>> {
    if (page.type !== 'document') return {};
    const variables = { space: spaceVariables, page: page.variables ?? {} };
    if (format === 'markdown') return { markdown: evaluated ? await this.markdown.evaluated(markdown, variables) : markdown };
    const references = await this.references(state, page.pageId);
    return { document: await this.markdown.document({ markdown, references }, evaluated ? variables : undefined) };
  }

  /** What the page's addresses lead to, as references of a document. */
  private async references(state: LineState, pageId: string): Promise<Readonly<Record<string, DocumentReference>>> {
    const rows = await queryLine<TargetRow>(this.db, TARGETS, state, [pageId]);
    return Object.fromEntries(rows.map((row) => [row.address, reference(row, pageId)]));
  }
}

export function reference({ targetPageId, targetFileId, targetAnchor }: TargetRow, pageId: string): DocumentReference {
  if (targetFileId !== null) return { kind: 'file', file: targetFileId };
  const page = targetPageId ?? pageId;
  if (targetAnchor === null) return { kind: 'page', page };
  return page === pageId ? { kind: 'anchor', anchor: targetAnchor } : { kind: 'anchor', anchor: targetAnchor, page };
}
