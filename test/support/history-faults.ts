import type { Database } from '../../src/kernel/database/database.js';

/**
 * What is wrong with the whole history of a space: revisions of every line, the merges between them, the versions
 * of pages and files that they consist of, and the tree of pages at every revision of the main content.
 */
export async function historyFaults(db: Pick<Database, 'query'>, spaceId: string): Promise<object[]> {
  const faults: object[] = [];
  for (const [fault, sql] of Object.entries(FAULTS)) {
    const rows = await db.query(sql, [spaceId]);
    faults.push(...rows.map((row) => ({ fault, ...row })));
  }
  return faults;
}

const FAULTS: Readonly<Record<string, string>> = {
  'numbers of a line have a gap': `
    SELECT line, number FROM (SELECT line, number, row_number() OVER (PARTITION BY line ORDER BY number) AS expected FROM revisions WHERE space_id = $1) r
    WHERE number <> expected`,
  'the first parent is not the revision before': `
    SELECT r.line, r.number FROM revisions r
    LEFT JOIN revisions before ON before.space_id = r.space_id AND before.line = r.line AND before.number = r.number - 1
    LEFT JOIN change_requests c ON c.id = r.line
    WHERE r.space_id = $1 AND r.parents[1] IS DISTINCT FROM coalesce(before.id, c.revision_initial)`,
  'a merge or an update has not two parents, or anything else more than one': `
    SELECT line, number, type FROM revisions
    WHERE space_id = $1 AND number > 1 AND cardinality(parents) <> CASE WHEN type IN ('merge', 'update') THEN 2 ELSE 1 END`,
  'a merge is not one of a merged change request': `
    SELECT r.number FROM revisions r
    WHERE r.space_id = $1 AND r.line = 'main' AND r.type = 'merge'
      AND NOT EXISTS (SELECT 1 FROM change_requests c WHERE c.space_id = $1 AND c.status = 'merged' AND c.revision_merged = r.id AND c.revision_id = r.parents[2])`,
  'a merged change request is not in the main content': `
    SELECT c.number FROM change_requests c LEFT JOIN revisions r ON r.space_id = c.space_id AND r.id = c.revision_merged AND r.line = 'main'
    WHERE c.space_id = $1 AND c.status = 'merged' AND (r.id IS NULL OR (r.type = 'merge' AND c.revision_number = 0))`,
  'an update does not lie over what it took in': `
    SELECT r.line, r.number FROM revisions r LEFT JOIN revisions main ON main.space_id = r.space_id AND main.id = r.parents[2]
    WHERE r.space_id = $1 AND r.type = 'update' AND (main.line IS DISTINCT FROM 'main' OR main.number <> r.base_number)`,
  'a head is not the newest revision': `
    SELECT s.revision_number FROM spaces s WHERE s.id = $1
      AND NOT EXISTS (SELECT 1 FROM revisions r WHERE r.space_id = $1 AND r.id = s.revision_id AND r.line = 'main' AND r.number = s.revision_number
        AND r.number = (SELECT max(number) FROM revisions WHERE space_id = $1 AND line = 'main'))
    UNION ALL
    SELECT c.number FROM change_requests c WHERE c.space_id = $1
      AND c.revision_number <> coalesce((SELECT max(number) FROM revisions WHERE space_id = $1 AND line = c.id), 0)`,
  'numbers of change requests have a gap': `
    SELECT number FROM (SELECT number, row_number() OVER (ORDER BY number) AS expected FROM change_requests WHERE space_id = $1) c WHERE number <> expected`,
  'the space counts its change requests wrongly': `
    SELECT s.change_requests FROM spaces s, LATERAL (
      SELECT count(*) AS total, count(*) FILTER (WHERE status = 'open') AS open, count(*) FILTER (WHERE status = 'draft') AS draft,
        count(*) FILTER (WHERE status = 'archived') AS archived
      FROM change_requests WHERE space_id = s.id
    ) counted
    WHERE s.id = $1 AND (s.change_requests, s.change_requests_open, s.change_requests_draft, s.change_requests_archived) <> (counted.total, counted.open, counted.draft, counted.archived)`,
  'versions of one page overlap, or belong to no revision': `
    SELECT one.line, one.page_id, one.since FROM page_versions one
    WHERE one.space_id = $1 AND (
      NOT EXISTS (SELECT 1 FROM revisions r WHERE r.space_id = $1 AND r.line = one.line AND r.number = one.since)
      OR (one.until IS NOT NULL AND NOT EXISTS (SELECT 1 FROM revisions r WHERE r.space_id = $1 AND r.line = one.line AND r.number = one.until))
      OR EXISTS (
        SELECT 1 FROM page_versions other
        WHERE other.space_id = $1 AND other.line = one.line AND other.page_id = one.page_id AND other.since > one.since AND (one.until IS NULL OR other.since < one.until)
      ))`,
  'a page of the main content stands nowhere, or where another one stands': `
    WITH RECURSIVE pages AS (
      SELECT r.number, p.page_id, p.parent_id, p.slug, p.position
      FROM revisions r JOIN page_versions p ON p.space_id = r.space_id AND p.line = 'main' AND p.since <= r.number AND (p.until IS NULL OR p.until > r.number)
      WHERE r.space_id = $1 AND r.line = 'main'
    ), tree AS (
      SELECT number, page_id FROM pages WHERE parent_id IS NULL
      UNION ALL
      SELECT pages.number, pages.page_id FROM tree JOIN pages ON pages.number = tree.number AND pages.parent_id = tree.page_id
    )
    SELECT number, page_id FROM pages EXCEPT SELECT number, page_id FROM tree
    UNION ALL
    SELECT number, min(page_id) FROM pages GROUP BY number, parent_id, slug HAVING count(*) > 1
    UNION ALL
    SELECT number, min(page_id) FROM pages GROUP BY number, parent_id, position HAVING count(*) > 1`,
  'a page is found that is not there, or the other way round': `
    SELECT coalesce(s.page_id, p.page_id) AS page_id
    FROM (SELECT page_id FROM search_places WHERE space_id = $1) s
    FULL JOIN (SELECT page_id FROM page_versions WHERE space_id = $1 AND line = 'main' AND until IS NULL AND NOT no_index AND type <> 'link') p USING (page_id)
    WHERE s.page_id IS NULL OR p.page_id IS NULL`,
  'a page is found by a text that is not there, or by none that the search asks for': `
    SELECT place.page_id FROM search_places place
    WHERE place.space_id = $1 AND (
      NOT EXISTS (SELECT FROM search_pages text WHERE text.home_id = place.home_id AND text.page_id = place.page_id AND text.version = place.version)
      OR (place.home_id <> $1 AND NOT EXISTS (SELECT FROM search_homes WHERE space_id = $1 AND home_id = place.home_id)))`,
  'a text is found nowhere': `
    SELECT text.page_id, text.version FROM search_pages text
    WHERE text.home_id = $1 AND NOT EXISTS (
      SELECT FROM search_places place WHERE place.home_id = text.home_id AND place.page_id = text.page_id AND place.version = text.version)`,
};
