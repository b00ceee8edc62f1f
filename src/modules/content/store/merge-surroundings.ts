import type { Database } from '../../../kernel/database/database.js';
import type { Meeting, PagePlace, SideChanges, Surroundings } from '../model/merge/merge-input.js';
import { neededSurroundings } from '../model/merge/needed-surroundings.js';
import type { LineState } from './line-state.js';
import { findMarkdowns } from './document-body.js';
import { lineStatement, queryLine } from './line-statement.js';

const PLACE = 'p.page_id AS "pageId", p.parent_id AS "parentId", p.slug, p.position';

/** $2 pages, $3 pages to leave out */
const ANCESTORS = lineStatement(
  'content_ancestors',
  2,
  (rows) => `
    WITH RECURSIVE up AS (
      SELECT p.page_id, p.parent_id, p.slug, p.position FROM ${rows.pages('p', 'p.page_id = ANY ($2)')}
      UNION
      SELECT p.page_id, p.parent_id, p.slug, p.position FROM up CROSS JOIN LATERAL ${rows.pages('p', 'p.page_id = up.parent_id')}
    )
    SELECT ${PLACE} FROM up p WHERE NOT p.page_id = ANY ($3)`,
);

/** $2, $3, $4 parents, slugs and positions of meetings, $5 pages to leave out */
const MEETINGS = lineStatement('content_meetings', 4, (rows) => {
  const near = `p.slug >= met.slug AND p.slug < met.slug || '.' AND (p.slug = met.slug OR p.slug > met.slug || '-')`;
  const child = ['p.parent_id = met.parent_id', 'p.parent_id IS NULL AND met.parent_id IS NULL'];
  const select = (found: string): string => `
    SELECT ${PLACE} FROM unnest($2::text[], $3::text[], $4::text[]) AS met (parent_id, slug, position) CROSS JOIN LATERAL ${found} WHERE NOT p.page_id = ANY ($5)`;
  const beside = (where: string, comparison: string, direction: string): string =>
    `(SELECT p.* FROM ${rows.pages('p', `${where} AND p.position ${comparison} met.position AND NOT p.page_id = ANY ($5)`)} ORDER BY p.position ${direction} LIMIT 1) p`;
  return child
    .flatMap((where) => [select(rows.pages('p', `${where} AND ${near}`)), select(beside(where, '<=', 'DESC')), select(beside(where, '>', 'ASC'))])
    .join(' UNION ');
});

/** What a merge of these changes has to know besides them, from the main content as it is in `main`. */
export async function findSurroundings(db: Database, main: LineState, ours: SideChanges, theirs: SideChanges): Promise<Surroundings> {
  const { documentIds, ancestorsOf, meetings } = neededSurroundings(ours, theirs);
  const changed = [...ours.pages, ...theirs.pages].map(({ pageId }) => pageId);
  const [ancestors, met, markdowns] = await Promise.all([
    ancestorsOf.length === 0 ? [] : queryLine<PagePlace>(db, ANCESTORS, main, [ancestorsOf, changed]),
    findMeetings(db, main, meetings, changed),
    findMarkdowns(db, documentIds),
  ]);
  const unchanged = new Map([...ancestors, ...met].map((place) => [place.pageId, place]));
  return { markdowns, unchanged: [...unchanged.values()] };
}

function findMeetings(db: Database, main: LineState, meetings: readonly Meeting[], changed: readonly string[]): Promise<PagePlace[]> | [] {
  if (meetings.length === 0) return [];
  const values = [meetings.map(({ parentId }) => parentId), meetings.map(({ slug }) => slug), meetings.map(({ position }) => position), changed];
  return queryLine<PagePlace>(db, MEETINGS, main, values);
}
