import { invariants } from './invariant.js';

/** Change requests, what spaces count of them, and their reviews. */
export const CHANGE_REQUEST_INVARIANTS = invariants({
  'numbers of change requests have a gap': `
    SELECT space_id, number FROM (SELECT space_id, number, row_number() OVER (PARTITION BY space_id ORDER BY number) AS expected FROM change_requests) c
    WHERE number <> expected`,
  'a head is not the newest revision of the change request': `
    SELECT c.space_id, c.id AS change_request_id FROM change_requests c
    LEFT JOIN revisions head ON head.space_id = c.space_id AND head.id = c.revision_id
    WHERE c.revision_number <> coalesce((SELECT max(number) FROM revisions r WHERE r.space_id = c.space_id AND r.line = c.id), 0)
      OR head.line IS DISTINCT FROM CASE WHEN c.revision_number = 0 THEN 'main' ELSE c.id END
      OR (c.revision_number > 0 AND head.number <> c.revision_number)`,
  'a change request lies over no revision of the main content': `
    SELECT c.space_id, c.id AS change_request_id FROM change_requests c
    WHERE NOT EXISTS (SELECT FROM revisions r WHERE r.space_id = c.space_id AND r.line = 'main' AND r.number = c.base_number)
      OR NOT EXISTS (SELECT FROM revisions r WHERE r.space_id = c.space_id AND r.line = 'main' AND r.id = c.revision_initial)`,
  'a merge is not one of a merged change request': `
    SELECT r.space_id, r.number FROM revisions r
    WHERE r.line = 'main' AND r.type = 'merge'
      AND NOT EXISTS (SELECT FROM change_requests c WHERE c.space_id = r.space_id AND c.status = 'merged' AND c.revision_merged = r.id AND c.revision_id = r.parents[2])`,
  'a merged change request is not in the main content': `
    SELECT c.space_id, c.number FROM change_requests c LEFT JOIN revisions r ON r.space_id = c.space_id AND r.id = c.revision_merged AND r.line = 'main'
    WHERE c.status = 'merged' AND (r.id IS NULL OR (c.revision_number = 0 AND r.parents[2] = c.revision_id))`,
  'an update does not lie over what it took in': `
    SELECT r.space_id, r.line, r.number FROM revisions r LEFT JOIN revisions main ON main.space_id = r.space_id AND main.id = r.parents[2]
    WHERE r.type = 'update' AND (main.line IS DISTINCT FROM 'main' OR main.number <> r.base_number)`,
  'the space counts its change requests wrongly': `
    SELECT s.id AS space_id FROM spaces s LEFT JOIN (
      SELECT space_id, count(*) AS total, count(*) FILTER (WHERE status = 'open') AS open, count(*) FILTER (WHERE status = 'draft') AS draft,
        count(*) FILTER (WHERE status = 'archived') AS archived
      FROM change_requests GROUP BY space_id
    ) counted ON counted.space_id = s.id
    WHERE (s.change_requests, s.change_requests_open, s.change_requests_draft, s.change_requests_archived)
      <> (coalesce(total, 0), coalesce(open, 0), coalesce(draft, 0), coalesce(archived, 0))`,
  'a change request is not in the organization of its space': `
    SELECT c.space_id, c.id AS change_request_id FROM change_requests c LEFT JOIN targets t ON t.id = c.space_id WHERE t.organization_id IS DISTINCT FROM c.organization_id`,
  'a contributor is kept under another space': `
    SELECT c.space_id, c.id AS change_request_id, k.user_id FROM change_request_contributors k JOIN change_requests c ON c.id = k.change_request_id WHERE k.space_id <> c.space_id`,
  'a review or a request for one names no revision': `
    SELECT c.space_id, asked.change_request_id, asked.user_id FROM (
      SELECT change_request_id, reviewer_id AS user_id, revision_id FROM change_request_reviews
      UNION ALL SELECT change_request_id, user_id, revision_id FROM requested_reviewers
    ) asked JOIN change_requests c ON c.id = asked.change_request_id
    WHERE NOT EXISTS (SELECT FROM revisions r WHERE r.space_id = c.space_id AND r.id = asked.revision_id)`,
});
