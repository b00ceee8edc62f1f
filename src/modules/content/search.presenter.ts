import { Injectable } from '@nestjs/common';
import { ContentPresenter } from './content.presenter.js';
import type { ContentSpace } from './content-reference.js';
import type { SearchResultDto } from './dto/search-result.dto.js';
import type { SearchHit } from './search/search-hits.js';

@Injectable()
export class SearchPresenter {
  constructor(private readonly content: ContentPresenter) {}

  /** Hits in one space, whose address is made once for all of them. */
  pages(space: ContentSpace, hits: readonly SearchHit[]): SearchResultDto[] {
    const address = this.content.app(space);
    return hits.flatMap(({ pageId, place, sections }) => {
      if (place === undefined) return [];
      const { title, path } = place;
      const app = `${address}/${path.split('/').map(encodeURIComponent).join('/')}`;
      return [
        {
          id: pageId,
          title,
          path,
          sections: sections.map(({ anchor, title, body }) => ({
            id: anchor,
            title,
            path: anchor === '' ? path : `${path}#${anchor}`,
            body,
            urls: { app: anchor === '' ? app : `${app}#${encodeURIComponent(anchor)}` },
          })),
          urls: { app },
        },
      ];
    });
  }
}
