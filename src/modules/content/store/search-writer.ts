import { Injectable } from '@nestjs/common';
import type { Page } from '../model/page.js';
import { SearchIndex } from '../search/search-index.js';
import type { WrittenPage } from './written-page.js';

/** Keeps the newest main content searchable. */
@Injectable()
export class SearchWriter {
  constructor(private readonly index: SearchIndex) {}

  async write(spaceId: string, written: readonly WrittenPage[], deleted: readonly string[]): Promise<void> {
    const hidden = written.filter(({ page }) => !isSearched(page)).map(({ page }) => page.pageId);
    const searched = written
      .filter(({ page }) => isSearched(page))
      .map(({ page, body }) => ({
        pageId: page.pageId,
        title: page.title,
        ...(page.description === null ? {} : { description: page.description }),
        sections: body?.facts.sections ?? [],
      }));
    await Promise.all([this.index.remove(spaceId, [...deleted, ...hidden]), this.index.replace(spaceId, searched)]);
  }
}

function isSearched(page: Page): boolean {
  return !page.noIndex && page.type !== 'link';
}
