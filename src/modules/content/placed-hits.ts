import type { Database } from '../../kernel/database/database.js';
import type { SearchHit } from './search/search-index.js';
import type { PlacedHit } from './search.presenter.js';
import { MAIN_LINE } from './store/line-state.js';
import { currentPlaces } from './store/page-rows.js';

type HitInSpace = SearchHit & { readonly spaceId: string };

/** The hits with the titles and paths of their pages, in one query; a page that went in between is left out. */
export async function placedHits(db: Database, hits: readonly HitInSpace[]): Promise<(PlacedHit & HitInSpace)[]> {
  const places = await currentPlaces(db, MAIN_LINE, hits);
  return hits.flatMap((hit, index) => {
    const place = places[index];
    return place === undefined ? [] : [{ ...hit, ...place }];
  });
}
