import { invariants } from './invariant.js';

/** Comments, their replies and reactions, and what is counted of them. */
export const COMMENT_INVARIANTS = invariants({
  'a comment counts its replies wrongly': `
    SELECT c.space_id, c.id AS comment_id, c.replies FROM comments c LEFT JOIN (SELECT comment_id, count(*) AS count FROM comment_replies GROUP BY comment_id) counted ON counted.comment_id = c.id
    WHERE c.replies <> coalesce(counted.count, 0)`,
  'comments of a space or a change request are counted wrongly': `
    SELECT home_id, resolved FROM (SELECT home_id, resolved, count FROM comment_counts WHERE count <> 0) kept
    FULL JOIN (SELECT home_id, resolved, count(*)::integer AS count FROM comments GROUP BY home_id, resolved) counted USING (home_id, resolved)
    WHERE kept.count IS DISTINCT FROM counted.count`,
  'a space counts its open comments wrongly': `
    SELECT s.id AS space_id, s.comments FROM spaces s
    WHERE s.comments <> (SELECT count(*) FROM comments c WHERE c.home_id = s.id AND NOT c.resolved)`,
  'a change request counts its open comments wrongly': `
    SELECT r.space_id, r.id AS change_request_id, r.comments FROM change_requests r
    WHERE r.comments <> (SELECT count(*) FROM comments c WHERE c.home_id = r.id AND NOT c.resolved)`,
  'a comment is on a change request of another space': `
    SELECT c.space_id, c.id AS comment_id FROM comments c JOIN change_requests r ON r.id = c.change_request_id WHERE r.space_id <> c.space_id`,
  'a comment names no revision': `
    SELECT c.space_id, c.id AS comment_id FROM comments c WHERE NOT EXISTS (SELECT FROM revisions r WHERE r.space_id = c.space_id AND r.id = c.revision_id)`,
  'a comment belongs to a review of something else': `
    SELECT c.space_id, c.id AS comment_id FROM comments c JOIN change_request_reviews r ON r.id = c.review_id WHERE r.change_request_id IS DISTINCT FROM c.change_request_id`,
  'a reply is not where its comment is': `
    SELECT c.space_id, r.id AS reply_id FROM comment_replies r JOIN comments c ON c.id = r.comment_id WHERE r.home_id <> c.home_id`,
  'a reaction is to a reply to another comment': `
    SELECT x.subject_id, x.emoji, x.user_id FROM comment_reactions x JOIN comment_replies r ON r.id = x.reply_id WHERE r.comment_id <> x.comment_id`,
});
