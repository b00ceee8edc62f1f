import { createHmac, timingSafeEqual } from 'node:crypto';
import { BadInputError } from '../errors/errors.js';
import type { CursorValue, KeysetColumn } from './keyset.js';

const SEAL_BYTES = 16;

/** What a cursor belongs to: a list's name with everything that filters or orders it, in a fixed order of keys. */
export function cursorScope(list: string, filters: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([list, filters]);
}

/**
 * Seals positions in lists into the opaque, URL-safe `page` values. A position is the values of a row's
 * order columns, not the row: it holds when the row is changed or deleted. The seal (HMAC-SHA-256, cut to
 * 128 bits) covers the scope too, so that a cursor of another list, other filters or a client's own making
 * is refused, and no value of a client's choice reaches SQL.
 */
export class Cursors {
  constructor(private readonly key: string | Uint8Array) {}

  encode(scope: string, values: readonly CursorValue[]): string {
    const payload = Buffer.from(JSON.stringify(values));
    return Buffer.concat([this.seal(scope, payload), payload]).toString('base64url');
  }

  /** The values behind a `page`, none for the first one; throws BadInputError for one that `encode` didn't make for this scope and these columns. */
  decode(scope: string, page: string | undefined, columns: readonly KeysetColumn[]): CursorValue[] {
    if (page === undefined) return [];
    const bytes = Buffer.from(page, 'base64url');
    const payload = bytes.subarray(SEAL_BYTES);
    // Decoding base64url skips what it doesn't know, so that many texts would stand for one cursor.
    const exact = bytes.length > SEAL_BYTES && bytes.toString('base64url') === page;
    if (!exact || !timingSafeEqual(bytes.subarray(0, SEAL_BYTES), this.seal(scope, payload))) throw unknownPage();
    const values: unknown = JSON.parse(payload.toString());
    if (!fits(values, columns)) throw unknownPage();
    return values;
  }

  private seal(scope: string, payload: Uint8Array): Buffer {
    // The key may seal other things as well: the label keeps their seals from passing as cursors.
    return createHmac('sha256', this.key).update(`page cursor\0${scope}\0`).update(payload).digest().subarray(0, SEAL_BYTES);
  }
}

/** An own cursor can outlive a release that orders the list anew. */
function fits(values: unknown, columns: readonly KeysetColumn[]): values is CursorValue[] {
  if (!Array.isArray(values) || values.length !== columns.length) return false;
  return columns.every(({ kind = 'string', nullable = false }, index) => {
    const value: unknown = values[index];
    return value === null ? nullable : typeof value === kind;
  });
}

function unknownPage(): BadInputError {
  return BadInputError.ofField('page', 'is not a page of this list with these filters; leave it out to start from the first');
}
