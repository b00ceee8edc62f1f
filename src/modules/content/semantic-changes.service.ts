import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import type { ContentSpace } from './content-reference.js';
import type { ChangedFileDto, ChangedPageDto, SemanticChangeDto } from './dto/semantic-changes.dto.js';
import { FileLinks } from './files/file-links.js';
import type { FileState } from './model/merge/merge-input.js';
import type { Page } from './model/page.js';
import { type AttributeChanges, type SemanticChange, semanticChanges } from './model/semantic-changes.js';
import { LineChanges } from './store/line-changes.js';
import type { LineState } from './store/line-state.js';
import { pagePaths, pagesById } from './store/page-rows.js';

/** Pages of one state by their ids. */
type Pages = ReadonlyMap<string, ChangedPageDto>;

/** Tells what is different between two states of content. */
@Injectable()
export class SemanticChanges {
  constructor(
    private readonly db: Database,
    private readonly changes: LineChanges,
    private readonly files: FileLinks,
  ) {}

  /** At most `limit` changes, and how many more there are. */
  async between(space: ContentSpace, from: Required<LineState>, to: Required<LineState>, limit: number): Promise<{ changes: SemanticChangeDto[]; more?: number }> {
    const all = semanticChanges(await this.changes.between(from, to));
    const shown = all.slice(0, limit);
    const before = await this.pages(from, shown.flatMap((change) => ('before' in change && 'after' in change ? pageIds(change.before, change.type === 'page_moved') : [])));
    const after = await this.pages(to, shown.flatMap((change) => ('after' in change ? pageIds(change.after, change.type === 'page_moved') : [])));
    const more = all.length - shown.length;
    return { changes: shown.map((change) => this.present(space, change, before, after)), ...(more === 0 ? {} : { more }) };
  }

  private async pages(state: LineState, ids: readonly string[]): Promise<Pages> {
    const [pages, paths] = [await pagesById(this.db, state, ids), await pagePaths(this.db, state, ids)];
    return new Map([...pages.values()].map(({ pageId, type, title }) => [pageId, { id: pageId, type, title, path: paths.get(pageId) ?? '' }]));
  }

  private present(space: ContentSpace, change: SemanticChange, before: Pages, after: Pages): SemanticChangeDto {
    switch (change.type) {
      case 'page_created':
      case 'page_deleted':
        return { type: change.type, page: pageOf(change.after, after) ?? pageOf(change.before, before) };
      case 'page_moved': {
        const [was, is] = [before.get(change.before?.parentId ?? ''), after.get(change.after?.parentId ?? '')];
        return { type: change.type, page: pageOf(change.after, after), parent: { ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) } };
      }
      case 'page_edited':
        return { type: change.type, page: pageOf(change.after, after), attributes: change.attributes };
      case 'file_edited': {
        const [was, is] = [this.file(space, change.before), this.file(space, change.file)];
        const address: AttributeChanges = was.downloadURL === is.downloadURL ? {} : { downloadURL: { before: was.downloadURL, after: is.downloadURL } };
        return { type: change.type, file: is, attributes: { ...change.attributes, ...address } };
      }
      case 'variables_edited':
        return change;
      default:
        return { type: change.type, file: this.file(space, change.file) };
    }
  }

  private file(space: ContentSpace, file: FileState): ChangedFileDto {
    return { id: file.fileId, name: file.name, contentType: file.contentType, downloadURL: this.files.download(space.id, file) };
  }
}

function pageIds(page: Page | null, withParent: boolean): string[] {
  if (page === null) return [];
  return withParent && page.parentId !== null ? [page.pageId, page.parentId] : [page.pageId];
}

function pageOf(page: Page | null, pages: Pages): ChangedPageDto | undefined {
  return page === null ? undefined : pages.get(page.pageId);
}
