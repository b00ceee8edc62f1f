import { Injectable } from '@nestjs/common';
import type { ContentSpace } from '../spaces/space.access.js';
import { ContentPresenter } from './content.presenter.js';
import type { SearchResultDto } from './dto/search-result.dto.js';
import type { SearchHit } from './search/search-index.js';

/** A hit with what is known of its page. */
export interface PlacedHit extends SearchHit {
  title: string;
  path: string;
}

@Injectable()
export class SearchPresenter {
  constructor(private readonly content: ContentPresenter) {}

  page(space: ContentSpace, { pageId, title, path, sections }: PlacedHit): SearchResultDto {
    return {
      id: pageId,
      title,
      path,
      sections: sections.map((section) => ({
        id: section.anchor,
        title: section.title,
        path: section.anchor === '' ? path : `${path}#${section.anchor}`,
        body: section.body,
        urls: { app: this.content.app(space, path, section.anchor) },
      })),
      urls: { app: this.content.app(space, path) },
    };
  }
}
