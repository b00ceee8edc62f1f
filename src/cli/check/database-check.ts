import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { ObjectStorage } from '../../kernel/storage/object-storage.js';
import { storageKey } from '../../modules/content/store/file-rows.js';
import { imageStorageKey } from '../../modules/integrations/integration-images.js';
import { CHANGE_REQUEST_INVARIANTS } from './change-request-invariants.js';
import { COMMENT_INVARIANTS } from './comment-invariants.js';
import { CONTENT_INVARIANTS, SEARCH_INVARIANTS } from './content-invariants.js';
import type { Invariant } from './invariant.js';
import { PEOPLE_INVARIANTS } from './people-invariants.js';
import { SITE_INVARIANTS } from './site-invariants.js';
import { TREE_INVARIANTS } from './tree-invariants.js';

export const INVARIANTS: readonly Invariant[] = [
  ...PEOPLE_INVARIANTS,
  ...TREE_INVARIANTS,
  ...CONTENT_INVARIANTS,
  ...SEARCH_INVARIANTS,
  ...CHANGE_REQUEST_INVARIANTS,
  ...COMMENT_INVARIANTS,
  ...SITE_INVARIANTS,
];

/** Told of one invariant. */
const MOST_VIOLATIONS = 100;
const HASHES_AT_ONCE = 500;
const LOOK_UPS_AT_ONCE = 16;

/** SQL of the hashes of what is in the storage, each once, and where its bytes lie. */
const STORED: readonly { readonly hashes: string; readonly keyOf: (hash: string) => string }[] = [
  { hashes: 'SELECT DISTINCT hash FROM file_versions', keyOf: storageKey },
  {
    hashes: `
      SELECT icon->>'hash' AS hash FROM integrations WHERE icon IS NOT NULL
      UNION SELECT image->>'hash' FROM integrations, jsonb_array_elements(preview_images) image`,
    keyOf: imageStorageKey,
  },
];

export interface Violated {
  fault: string;
  /** At least so many. */
  violations: readonly object[];
}

export interface CheckReport {
  invariants: number;
  /** Whose bytes were looked for. */
  files: number;
  violated: readonly Violated[];
}

/** Sees whether everything that is stored holds together. Writes nothing. */
@Injectable()
export class DatabaseCheck {
  constructor(
    private readonly db: Database,
    private readonly storage: ObjectStorage,
  ) {}

  async run(): Promise<CheckReport> {
    // One moment for all of them: the service may write meanwhile.
    const violated = await this.db.snapshot(() => violatedOf(this.db));
    const { files, missing } = await this.storedFiles();
    return {
      invariants: INVARIANTS.length + 1,
      files,
      violated: missing.length === 0 ? violated : [...violated, { fault: 'bytes of a file are not in the storage', violations: missing }],
    };
  }

  private async storedFiles(): Promise<{ files: number; missing: object[] }> {
    const missing: object[] = [];
    let files = 0;
    for (const { hashes, keyOf } of STORED) {
      for await (const found of this.batches(hashes)) {
        files += found.length;
        missing.push(...(await this.missing(found, keyOf)));
        if (missing.length >= MOST_VIOLATIONS) return { files, missing };
      }
    }
    return { files, missing };
  }

  private async *batches(hashes: string): AsyncGenerator<string[]> {
    for (let last = ''; ; ) {
      const rows = await this.db.query<{ hash: string }>(`SELECT hash FROM (${hashes}) stored WHERE hash > $1 COLLATE "C" ORDER BY hash COLLATE "C" LIMIT $2`, [last, HASHES_AT_ONCE]);
      const newest = rows.at(-1);
      if (newest === undefined) return;
      yield rows.map(({ hash }) => hash);
      last = newest.hash;
    }
  }

  private async missing(hashes: readonly string[], keyOf: (hash: string) => string): Promise<{ hash: string }[]> {
    const missing: { hash: string }[] = [];
    for (let from = 0; from < hashes.length; from += LOOK_UPS_AT_ONCE) {
      const found = await Promise.all(hashes.slice(from, from + LOOK_UPS_AT_ONCE).map(async (hash) => ({ hash, exists: await this.storage.exists(keyOf(hash)) })));
      missing.push(...found.filter(({ exists }) => !exists).map(({ hash }) => ({ hash })));
    }
    return missing;
  }
}

/** The invariants that don't hold, with where. */
export async function violatedOf(db: Pick<Database, 'query'>, checked: readonly Invariant[] = INVARIANTS): Promise<Violated[]> {
  const violated: Violated[] = [];
  for (const { fault, sql } of checked) {
    const violations = await db.query(`SELECT * FROM (${sql}) violation LIMIT ${String(MOST_VIOLATIONS)}`);
    if (violations.length > 0) violated.push({ fault, violations });
  }
  return violated;
}
