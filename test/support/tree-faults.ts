import { violatedOf } from '../../src/cli/check/database-check.js';
import { TREE_INVARIANTS } from '../../src/cli/check/tree-invariants.js';
import type { Database } from '../../src/kernel/database/database.js';

/** What is wrong with the trees of all organizations: cycles, shared positions, and whatever follows from a tree and doesn't. */
export function treeFaults(db: Database): Promise<object[]> {
  return violatedOf(db, TREE_INVARIANTS);
}
