import type { Database, Statement } from '../../../kernel/database/database.js';
import { MAIN_LINE } from './line-state.js';

/** What a revision says of the whole content, beside pages and files. */
export interface RevisionFacts {
  variables: Readonly<Record<string, string>>;
  origins: readonly string[];
}

const FACTS: Statement = { name: 'content_facts', text: 'SELECT variables, origins FROM revisions WHERE space_id = $1 AND id = $2' };
/**
 * As FACTS. For the rest of the transaction, each statement keeps its one plan: those of a write look up few rows by keys, and
 * planning them anew for the values at hand would take PostgreSQL longer than all that they do.
 */
const FACTS_TO_WRITE: Statement = {
  name: 'content_facts_to_write',
  text: "SELECT variables, origins, set_config('plan_cache_mode', 'force_generic_plan', true) FROM revisions WHERE space_id = $1 AND id = $2",
};
const FACTS_BY_NUMBER: Statement = { name: 'content_facts_by_number', text: 'SELECT variables, origins FROM revisions WHERE space_id = $1 AND line = $2 AND number = $3' };

/** Nothing, before the first revision. */
export async function factsOf(db: Database, spaceId: string, revisionId: string | null): Promise<RevisionFacts> {
  const [row] = await db.query<RevisionFacts>(FACTS, [spaceId, revisionId]);
  return row ?? { variables: {}, origins: [] };
}

/** As `factsOf`, where a transaction that writes to the line begins. */
export async function factsToWrite(db: Database, spaceId: string, revisionId: string | null): Promise<RevisionFacts> {
  const [row] = await db.query<RevisionFacts>(FACTS_TO_WRITE, [spaceId, revisionId]);
  return row === undefined ? { variables: {}, origins: [] } : { variables: row.variables, origins: row.origins };
}

/** Of the main content's revision with this number. */
export async function mainFacts(db: Database, spaceId: string, number: number): Promise<RevisionFacts> {
  const [row] = await db.query<RevisionFacts>(FACTS_BY_NUMBER, [spaceId, MAIN_LINE, number]);
  return row ?? { variables: {}, origins: [] };
}
