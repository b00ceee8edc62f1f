import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import type { DeletePageDto, InsertPageDto, RevertPageDto, UpdatePageDto } from '../dto/content-edits.dto.js';
import type { Page } from '../model/page.js';
import type { ContentChanges } from '../store/content-changes.js';
import type { DocumentBody } from '../store/document-body.js';
import type { LineState } from '../store/line-state.js';
import { PageChanges } from '../store/page-changes.js';
import { MOST_DEPTH, pagesById, placeBelow, withDescendants } from '../store/page-rows.js';
import { type Draft, RevisionWriter, type VersionChanges } from '../store/revision-writer.js';
import { askedSlug } from './edit-names.js';
import type { PreparedPage } from './edit-preparation.js';
import { PageReverts } from './page-reverts.js';
import type { TouchedPages } from './touched-pages.js';

export type PageEdit = InsertPageDto | UpdatePageDto | DeletePageDto | RevertPageDto;

/** Makes edits of pages, one after the other, each on what the ones before left. */
@Injectable()
export class PageEdits {
  constructor(
    private readonly db: Database,
    private readonly changes: PageChanges,
    private readonly reverts: PageReverts,
    private readonly writer: RevisionWriter,
  ) {}

  async make(draft: Draft, edit: PageEdit, prepared: PreparedPage, touched: TouchedPages): Promise<void> {
    switch (edit.operation) {
      case 'insert_page':
        return this.insert(draft, edit, prepared, touched);
      case 'update_page':
        return this.update(draft, edit, prepared, touched);
      case 'delete_page':
        return this.delete(draft, edit, prepared, touched);
      case 'revert_page':
        return this.revert(draft, edit, prepared, touched);
    }
  }

  private async insert(draft: Draft, edit: InsertPageDto, { names, field, pageId = '', markdown = null, body }: PreparedPage, touched: TouchedPages): Promise<void> {
    const parentId = edit.into === undefined ? null : (names.pages.get(edit.into) ?? edit.into);
    const known = parentId === null ? [] : [await this.requireParent(draft.state, pageId, parentId, `${field}.into`)];
    const { newFields } = await import('./edited-pages.js');
    const fields = newFields(edit, markdown);
    await this.apply(draft, { newPages: [{ pageId, parentId, fields, ...askedSlug(edit, fields.title), ...(edit.at === undefined ? {} : { at: edit.at }), markdown }] }, known, body);
    touched.create(pageId, edit.ref);
  }

  private async update(draft: Draft, edit: UpdatePageDto, { names, field, markdown, body }: PreparedPage, touched: TouchedPages): Promise<void> {
    const pageId = names.pages.get(edit.page) ?? edit.page;
    const page = await this.require(draft.state, pageId, `${field}.page`);
    const parentId = typeof edit.into === 'string' ? (names.pages.get(edit.into) ?? edit.into) : edit.into;
    const known = typeof parentId === 'string' ? [page, await this.requireParent(draft.state, pageId, parentId, `${field}.into`)] : [page];
    const { editedFields } = await import('./edited-pages.js');
    // Front matter that a page had before tells nothing new: a document has none.
    const fields = editedFields(edit, edit.document !== undefined && 'markdown' in edit.document ? (markdown ?? null) : null);
    const place = { ...askedSlug(edit, page.title), ...(parentId === undefined ? {} : { parentId }), ...(edit.at === undefined ? {} : { at: edit.at }) };
    await this.apply(draft, { pageUpdates: [{ pageId, fields, ...place, ...(markdown === undefined ? {} : { markdown }) }] }, known, body);
    touched.update(pageId);
  }

  private async delete(draft: Draft, edit: DeletePageDto, { names, field }: PreparedPage, touched: TouchedPages): Promise<void> {
    const pageId = names.pages.get(edit.page) ?? edit.page;
    await this.require(draft.state, pageId, `${field}.page`);
    const deletedPages = await withDescendants(this.db, draft.state, [pageId]);
    await this.writer.write(draft, { deletedPages });
    for (const deleted of deletedPages) touched.delete(deleted);
  }

  private async revert(draft: Draft, edit: RevertPageDto, { names, field }: PreparedPage, touched: TouchedPages): Promise<void> {
    const pageId = names.pages.get(edit.page) ?? edit.page;
    const isThere = (await pagesById(this.db, draft.state, [pageId])).has(pageId);
    const versions: VersionChanges = await this.reverts.resolve(draft.state, pageId, edit.revision, field);
    await this.writer.write(draft, versions);
    for (const deleted of versions.deletedPages ?? []) touched.delete(deleted);
    if (versions.deletedPages !== undefined) return;
    if (isThere) touched.update(pageId);
    else touched.create(pageId, undefined);
  }

  private async apply(draft: Draft, changes: ContentChanges, known: readonly Page[], body: DocumentBody | undefined): Promise<void> {
    const byMarkdown = new Map(body === undefined ? [] : [[body.markdown, body]]);
    const versions = await this.changes.resolve(draft.state, changes, byMarkdown, new Map(known.map((page) => [page.pageId, page])));
    await this.writer.write(draft, { ...versions, bodies: new Map(body === undefined ? [] : [[body.id, body]]) });
  }

  private async require(state: LineState, pageId: string, field: string): Promise<Page> {
    const page = (await pagesById(this.db, state, [pageId])).get(pageId);
    if (page === undefined) throw BadInputError.ofField(field, 'names no page of this content');
    return page;
  }

  private async requireParent(state: LineState, pageId: string, parentId: string, field: string): Promise<Page> {
    const parent = await this.require(state, parentId, field);
    const { depth, isWithinItself } = await placeBelow(this.db, state, parentId, pageId);
    if (isWithinItself) throw BadInputError.ofField(field, 'names the page itself or one below it');
    if (depth > MOST_DEPTH) throw BadInputError.ofField(field, `names a page that is too deep: pages stand at most ${String(MOST_DEPTH)} deep, these would be ${String(depth)}`);
    return parent;
  }
}
