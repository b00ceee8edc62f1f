import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { FileChange, PageChange, SideChanges } from '../model/merge/merge-input.js';
import type { Page } from '../model/page.js';
import type { ContentDifference } from '../model/semantic-changes.js';
import { FILE_COLUMNS, type StoredFile } from './file-rows.js';
import { type LineState, NO_LINE, pastState } from './line-state.js';
import { lineStatement, queryLine } from './line-statement.js';
import { PAGE_COLUMNS, pagesById } from './page-rows.js';
import { areInPlace } from '../model/merge/page-states.js';
import { factsOf, mainFacts, type RevisionFacts } from './revision-facts.js';

/** $1 space, $2 line */
const OWN_PAGES: Statement = {
  name: 'content_own_pages',
  text: `SELECT ${PAGE_COLUMNS} FROM page_versions p WHERE p.space_id = $1 AND p.line = $2 AND p.until IS NULL`,
};

const OWN_FILES: Statement = {
  name: 'content_own_files',
  text: `SELECT ${FILE_COLUMNS} FROM file_versions f WHERE f.space_id = $1 AND f.line = $2 AND f.until IS NULL`,
};

const COVERED: Statement = {
  name: 'content_covered',
  text: 'SELECT item_id AS id FROM covered_items WHERE space_id = $1 AND line = $2 AND until IS NULL',
};

/** What was there at one revision of the main content and ended by another: $1 space, $2 and $3 numbers */
const ENDED = (alias: string): string => `${alias}.space_id = $1 AND ${alias}.line = 'main' AND ${alias}.since <= $2 AND ${alias}.until > $2 AND ${alias}.until <= $3`;

/** What is there at one revision of the main content and was not at another; rows that ended later are looked up by their end. */
const begun = (columns: string, table: string, alias: string): string => `
  SELECT ${columns} FROM ${table} ${alias}
  WHERE ${alias}.space_id = $1 AND ${alias}.line = 'main' AND ${alias}.until IS NULL AND ${alias}.since > $2 AND ${alias}.since <= $3
  UNION ALL
  SELECT ${columns} FROM ${table} ${alias}
  WHERE ${alias}.space_id = $1 AND ${alias}.line = 'main' AND ${alias}.until > $3 AND ${alias}.since > $2 AND ${alias}.since <= $3`;

const ENDED_PAGES: Statement = { name: 'content_ended_pages', text: `SELECT ${PAGE_COLUMNS} FROM page_versions p WHERE ${ENDED('p')}` };
const BEGUN_PAGES: Statement = { name: 'content_begun_pages', text: begun(PAGE_COLUMNS, 'page_versions', 'p') };
const ENDED_FILES: Statement = { name: 'content_ended_files', text: `SELECT ${FILE_COLUMNS} FROM file_versions f WHERE ${ENDED('f')}` };
const BEGUN_FILES: Statement = { name: 'content_begun_files', text: begun(FILE_COLUMNS, 'file_versions', 'f') };

/** $1 space, $2 pages, $3 number: whether the main content has another version of one of them since, or none any more */
const IS_CHANGED: Statement = {
  name: 'content_is_changed',
  text: `
    SELECT EXISTS (
      SELECT FROM page_versions p WHERE p.space_id = $1 AND p.line = 'main' AND p.page_id = ANY ($2) AND (p.since > $3 OR p.until > $3)
    ) AS changed`,
};

const FILES_BY_ID = lineStatement('content_files_by_id', 1, (rows) => `SELECT ${FILE_COLUMNS} FROM ${rows.files('f', 'f.file_id = ANY ($2)')}`);

/** SQL: pages or files of which a line ($2, and the main content) has a version that began or ended in a range of numbers. */
const touched = (table: string, item: string): string => `
  WITH ranges (line, after, up_to) AS (VALUES ($2::text, $3::integer, $4::integer), ('main', $5::integer, $6::integer))
  SELECT found.id FROM ranges CROSS JOIN LATERAL (
    SELECT ${item} AS id FROM ${table} WHERE space_id = $1 AND line = ranges.line AND until IS NULL AND since > after AND since <= up_to
    UNION ALL
    SELECT ${item} FROM ${table} WHERE space_id = $1 AND line = ranges.line AND until > after AND (until <= up_to OR (since > after AND since <= up_to))
    UNION ALL
    SELECT item_id FROM covered_items WHERE space_id = $1 AND line = ranges.line AND ((since > after AND since <= up_to) OR (until > after AND until <= up_to))
  ) found`;

/** $1 space, $2 line, $3 and $4 numbers on it, $5 and $6 numbers of the main content */
const TOUCHED_PAGES: Statement = { name: 'content_touched_pages', text: touched('page_versions', 'page_id') };
const TOUCHED_FILES: Statement = { name: 'content_touched_files', text: touched('file_versions', 'file_id') };

/** A revision of the main content. */
export interface MainRevision {
  readonly number: number;
  readonly facts: RevisionFacts;
}

/** Reads what a line has changed; it costs what was changed, however large the space is. */
@Injectable()
export class LineChanges {
  constructor(private readonly db: Database) {}

  /** What a line over the main content has changed of it, as it is newest. */
  async overMain(state: LineState, base: number): Promise<SideChanges> {
    const { spaceId, line } = state;
    const below = pastState(spaceId, base, '');
    const [pages, files, covered, facts] = await Promise.all([
      this.db.query<Page>(OWN_PAGES, [spaceId, line]),
      this.db.query<StoredFile>(OWN_FILES, [spaceId, line]),
      this.db.query<{ id: string }>(COVERED, [spaceId, line]),
      factsOf(this.db, spaceId, state.over?.revisionId ?? null),
    ]);
    const pageIds = new Set(pages.map((page) => page.pageId));
    // Of what is deleted, the covers don't tell whether it is a page or a file.
    const others = covered.flatMap(({ id }) => (pageIds.has(id) ? [] : [id]));
    const fileIds = [...others, ...files.map((file) => file.fileId)];
    const [before, filesBefore] = await Promise.all([
      pagesById(this.db, below, [...pageIds, ...others]),
      fileIds.length === 0 ? [] : queryLine<StoredFile>(this.db, FILES_BY_ID, below, [fileIds]),
    ]);
    return { pages: pageChanges([...before.values()], pages), files: fileChanges(filesBefore, files), ...facts };
  }

  /** What the main content has changed from one of its revisions to another. */
  async ofMain(spaceId: string, from: number, to: MainRevision): Promise<SideChanges> {
    const values = [spaceId, from, to.number];
    const [endedPages, begunPages, endedFiles, begunFiles] = await Promise.all([
      this.db.query<Page>(ENDED_PAGES, values),
      this.db.query<Page>(BEGUN_PAGES, values),
      this.db.query<StoredFile>(ENDED_FILES, values),
      this.db.query<StoredFile>(BEGUN_FILES, values),
    ]);
    return { ...to.facts, pages: pageChanges(endedPages, begunPages), files: fileChanges(endedFiles, begunFiles) };
  }

  /**
   * As `ofMain`, as far as a merge of what a branch changed has to know it: where that edits pages in place which the main
   * content has left alone, other pages can't matter to it, and as many as the main content has changed, none are read.
   */
  async ofMainFor(branch: Pick<SideChanges, 'pages' | 'files'>, spaceId: string, from: number, to: MainRevision): Promise<SideChanges> {
    if (branch.files.length > 0 || !areInPlace(branch.pages) || (await this.isChanged(spaceId, from, branch.pages))) return this.ofMain(spaceId, from, to);
    return { ...to.facts, pages: [], files: [] };
  }

  private async isChanged(spaceId: string, from: number, pages: readonly PageChange[]): Promise<boolean> {
    const [row] = await this.db.query<{ changed: boolean }>(IS_CHANGED, [spaceId, pages.map(({ pageId }) => pageId), from]);
    return row?.changed === true;
  }

  /** What is different at a state of a line from an earlier one of it, or of the main content below. What is not may be in it, too. */
  async between(from: Required<LineState>, to: Required<LineState>): Promise<ContentDifference> {
    const { spaceId, line } = to;
    const values = [spaceId, line, from.line === line ? from.over.number : 0, to.over.number, from.over.base, to.over.base];
    const touched = await Promise.all([TOUCHED_PAGES, TOUCHED_FILES].map((statement) => this.db.query<{ id: string }>(statement, values)));
    const [pageIds = [], fileIds = []] = touched.map((rows) => [...new Set(rows.map(({ id }) => id))]);
    const filesAt = (state: LineState): Promise<StoredFile[]> => queryLine<StoredFile>(this.db, FILES_BY_ID, state, [fileIds]);
    const [pagesBefore, pagesAfter, filesBefore, filesAfter, before, after] = await Promise.all([
      pagesById(this.db, from, pageIds),
      pagesById(this.db, to, pageIds),
      filesAt(from),
      filesAt(to),
      this.variables(from),
      this.variables(to),
    ]);
    return { pages: pageChanges([...pagesBefore.values()], [...pagesAfter.values()]), files: fileChanges(filesBefore, filesAfter), variables: { before, after } };
  }

  private async variables({ spaceId, line, over }: Required<LineState>): Promise<Readonly<Record<string, string>>> {
    return (line === NO_LINE ? await mainFacts(this.db, spaceId, over.base) : await factsOf(this.db, spaceId, over.revisionId)).variables;
  }
}

function pageChanges(before: readonly Page[], after: readonly Page[]): PageChange[] {
  return pairs(before, after, ({ pageId }) => pageId).map(([pageId, one, other]) => ({ pageId, before: one, after: other }));
}

function fileChanges(before: readonly StoredFile[], after: readonly StoredFile[]): FileChange[] {
  return pairs(before, after, ({ fileId }) => fileId).map(([fileId, one, other]) => ({ fileId, before: one, after: other }));
}

function pairs<Item>(before: readonly Item[], after: readonly Item[], idOf: (item: Item) => string): [string, Item | null, Item | null][] {
  const [was, is] = [new Map(before.map((item) => [idOf(item), item])), new Map(after.map((item) => [idOf(item), item]))];
  return [...new Set([...was.keys(), ...is.keys()])].map((id) => [id, was.get(id) ?? null, is.get(id) ?? null]);
}
