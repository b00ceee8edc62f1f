import type { Database, Statement } from '../../../kernel/database/database.js';
import { MAIN_LINE } from './line-state.js';

/** What a revision says of the whole content, beside pages and files. */
export interface RevisionFacts {
  variables: Readonly<Record<string, string>>;
  origins: readonly string[];
}

const FACTS: Statement = { name: 'content_facts', text: 'SELECT variables, origins FROM revisions WHERE space_id = $1 AND id = $2' };
const FACTS_BY_NUMBER: Statement = { name: 'content_facts_by_number', text: 'SELECT variables, origins FROM revisions WHERE space_id = $1 AND line = $2 AND number = $3' };

/** Nothing, before the first revision. */
export async function factsOf(db: Database, spaceId: string, revisionId: string | null): Promise<RevisionFacts> {
  const [row] = await db.query<RevisionFacts>(FACTS, [spaceId, revisionId]);
  return row ?? { variables: {}, origins: [] };
}

/** Of the main content's revision with this number. */
export async function mainFacts(db: Database, spaceId: string, number: number): Promise<RevisionFacts> {
  const [row] = await db.query<RevisionFacts>(FACTS_BY_NUMBER, [spaceId, MAIN_LINE, number]);
  return row ?? { variables: {}, origins: [] };
}
