import { QueryInteger, QueryText } from '../validation/query-fields.js';

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 1_000;

/** A cursor holds a title or an address at most, several times over. */
const LONGEST_CURSOR = 8_192;

/** What every list takes; lists with filters extend it. */
export class PageQuery {
  @QueryText({ min: 1, max: LONGEST_CURSOR, description: 'The page to answer: `next.page` of the page before, together with the same filters.' })
  page?: string;

  @QueryInteger({ min: 1, max: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE, description: 'Results per page.' })
  limit: number;
}
