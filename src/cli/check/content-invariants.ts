import { invariants } from './invariant.js';

/** Revisions of every line, and the versions of pages, files and links that they consist of. */
export const CONTENT_INVARIANTS = invariants({
  'a line of content belongs to no change request': `
    SELECT r.space_id, r.line, r.number FROM revisions r
    WHERE r.line <> 'main' AND NOT EXISTS (SELECT FROM change_requests c WHERE c.space_id = r.space_id AND c.id = r.line)`,
  'numbers of a line have a gap': `
    SELECT space_id, line, number FROM (
      SELECT space_id, line, number, row_number() OVER (PARTITION BY space_id, line ORDER BY number) AS expected FROM revisions
    ) r WHERE number <> expected`,
  'the first parent is not the revision before': `
    SELECT r.space_id, r.line, r.number FROM revisions r
    LEFT JOIN revisions before ON before.space_id = r.space_id AND before.line = r.line AND before.number = r.number - 1
    LEFT JOIN change_requests c ON c.id = r.line
    WHERE r.parents[1] IS DISTINCT FROM coalesce(before.id, c.revision_initial)`,
  'a merge or an update has not two parents, or anything else more than one': `
    SELECT space_id, line, number, type FROM revisions
    WHERE number > 1 AND cardinality(parents) <> CASE WHEN type IN ('merge', 'update') THEN 2 ELSE 1 END`,
  'a head is not the newest revision of the main content': `
    SELECT s.id AS space_id, s.revision_id, s.revision_number FROM spaces s
    WHERE NOT EXISTS (SELECT FROM revisions r WHERE r.space_id = s.id AND r.id = s.revision_id AND r.line = 'main' AND r.number = s.revision_number)
      OR EXISTS (SELECT FROM revisions r WHERE r.space_id = s.id AND r.line = 'main' AND r.number > s.revision_number)`,
  'a duplicate shows what its original had, and that has changed': `
    SELECT s.id AS space_id, s.source_id FROM spaces s LEFT JOIN spaces original ON original.id = s.source_id
    WHERE s.source_id IS NOT NULL AND (
      original.revision_number IS DISTINCT FROM s.source_number OR EXISTS (SELECT FROM page_versions p WHERE p.space_id = s.id))`,
  'versions of one page overlap, or belong to no revision': versionFaults('page_versions', 'page_id'),
  'versions of one file overlap, or belong to no revision': versionFaults('file_versions', 'file_id'),
  'covers of one page or file overlap, or belong to no revision': versionFaults('covered_items', 'item_id'),
  'a page of the main content stands nowhere': `
    WITH RECURSIVE pages AS (
      SELECT space_id, page_id, parent_id, since, int4range(since, until) AS period FROM page_versions WHERE line = 'main'
    ), tree AS (
      SELECT space_id, page_id, since, period FROM pages WHERE parent_id IS NULL
      UNION ALL
      SELECT pages.space_id, pages.page_id, pages.since, pages.period * tree.period
      FROM tree JOIN pages ON pages.space_id = tree.space_id AND pages.parent_id = tree.page_id AND pages.period && tree.period
    ), standing AS (
      SELECT space_id, page_id, since, range_agg(period) AS periods FROM tree GROUP BY space_id, page_id, since
    )
    SELECT space_id, page_id, since FROM pages LEFT JOIN standing USING (space_id, page_id, since)
    WHERE standing.periods IS DISTINCT FROM int4multirange(pages.period)`,
  'two pages of the main content have one path': siblingFaults('slug'),
  'two pages of the main content have one position': siblingFaults('position'),
  'a link belongs to no version of a page': `
    WITH versions AS (
      SELECT space_id, line, page_id, range_agg(int4range(since, until)) AS periods, array_agg(since) AS begins, array_agg(until) AS ends
      FROM page_versions GROUP BY space_id, line, page_id
    )
    SELECT space_id, line, page_id, l.since, l.ordinal FROM page_links l LEFT JOIN versions p USING (space_id, line, page_id)
    WHERE (p.periods @> int4range(l.since, l.until) AND l.since = ANY (p.begins) AND (l.until IS NULL OR l.until = ANY (p.ends))) IS NOT TRUE`,
});

/** What search knows: pages of the newest main content, each by one text. */
export const SEARCH_INVARIANTS = invariants({
  'a page is found that is not there, or the other way round': `
    SELECT space_id, page_id FROM (SELECT space_id, page_id, home_id FROM search_places) s
    FULL JOIN (SELECT space_id, page_id, since FROM page_versions WHERE line = 'main' AND until IS NULL AND NOT no_index AND type <> 'link') p USING (space_id, page_id)
    WHERE s.home_id IS NULL OR p.since IS NULL`,
  'a page is found by a text that is not there, or by none that the search asks for': `
    SELECT place.space_id, place.page_id FROM search_places place
    WHERE NOT EXISTS (SELECT FROM search_pages text WHERE text.home_id = place.home_id AND text.page_id = place.page_id AND text.version = place.version)
      OR (place.home_id <> place.space_id AND NOT EXISTS (SELECT FROM search_homes h WHERE h.space_id = place.space_id AND h.home_id = place.home_id))`,
  'a text is found nowhere': `
    SELECT home_id AS space_id, page_id, version FROM (
      SELECT home_id, page_id, version FROM search_pages UNION SELECT home_id, page_id, version FROM search_sections
    ) text
    WHERE NOT EXISTS (SELECT FROM search_places place WHERE (place.home_id, place.page_id, place.version) = (text.home_id, text.page_id, text.version))`,
});

function versionFaults(table: string, id: string): string {
  return `
    SELECT one.space_id, one.line, one.${id}, one.since FROM (
      SELECT space_id, line, ${id}, since, until, lead(since) OVER (PARTITION BY space_id, line, ${id} ORDER BY since) AS next FROM ${table}
    ) one
    LEFT JOIN revisions begun ON begun.space_id = one.space_id AND begun.line = one.line AND begun.number = one.since
    LEFT JOIN revisions ended ON ended.space_id = one.space_id AND ended.line = one.line AND ended.number = one.until
    WHERE begun.id IS NULL OR (one.until IS NOT NULL AND ended.id IS NULL) OR (one.next IS NOT NULL AND (one.until IS NULL OR one.next < one.until))`;
}

function siblingFaults(column: string): string {
  return `
    SELECT one.space_id, one.page_id, other.page_id AS other_page_id, one.since FROM page_versions one
    JOIN page_versions other ON other.space_id = one.space_id AND other.line = 'main' AND coalesce(other.parent_id, '') = coalesce(one.parent_id, '')
      AND other.${column} = one.${column} AND other.page_id > one.page_id AND int4range(other.since, other.until) && int4range(one.since, one.until)
    WHERE one.line = 'main'`;
}
