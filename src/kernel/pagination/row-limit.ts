import { DEFAULT_PAGE_SIZE } from './page-query.js';

/**
 * SQL: how many rows of a prepared statement a page takes, one more than it shows. The size that most pages have stands in
 * the text: PostgreSQL then knows what to expect and plans once, where it would plan anew for each value. Others are
 * values, added to these, as each text is kept.
 */
export function rowLimit(limit: number, values: unknown[]): string {
  return limit === DEFAULT_PAGE_SIZE ? String(limit + 1) : `$${String(values.push(limit + 1))}`;
}
