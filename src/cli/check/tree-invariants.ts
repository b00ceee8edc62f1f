import { invariants } from './invariant.js';

/** Collections and spaces: their tree, what follows from it, and what is granted on it. */
export const TREE_INVARIANTS = invariants({
  'a collection or space stands nowhere in its tree, or keeps something else of what is above it': `
    WITH RECURSIVE tree AS (
      SELECT id, organization_id, ARRAY[id::text] AS ancestors, NOT inherits AS default_fixed, fixed_level AS default_level
      FROM targets WHERE parent_id IS NULL
      UNION ALL
      SELECT t.id, t.organization_id, tree.ancestors || t.id::text, NOT t.inherits OR tree.default_fixed,
        CASE WHEN t.inherits THEN tree.default_level ELSE t.fixed_level END
      FROM tree JOIN targets t ON t.parent_id = tree.id AND t.organization_id = tree.organization_id
    )
    SELECT t.organization_id, t.id FROM targets t LEFT JOIN tree USING (id)
    WHERE tree.id IS NULL OR (t.ancestors, t.default_fixed, t.default_level) IS DISTINCT FROM (tree.ancestors, tree.default_fixed, tree.default_level)`,
  'something stands in a space': `
    SELECT t.organization_id, t.id FROM targets t JOIN targets parent ON parent.id = t.parent_id WHERE parent.kind <> 'collection'`,
  'two collections or spaces have one position': `
    SELECT organization_id, min(id) AS id, max(id) AS other_id FROM targets GROUP BY organization_id, parent_id, position HAVING count(*) > 1`,
  'a place in the tree is of nothing, or of something of another kind': `
    SELECT t.organization_id, t.id FROM targets t LEFT JOIN spaces s USING (id) LEFT JOIN collections c USING (id)
    WHERE (s.id IS NULL) <> (t.kind <> 'space') OR (c.id IS NULL) <> (t.kind <> 'collection')`,
  'a space is half in the trash': `
    SELECT t.organization_id, s.id AS space_id FROM spaces s JOIN targets t USING (id) WHERE t.trashed <> (s.deleted_at IS NOT NULL)`,
  'collections and spaces are counted wrongly': `
    SELECT organization_id, kind, scope, open FROM (SELECT * FROM target_counts WHERE count <> 0) kept
    FULL JOIN (
      SELECT organization_id, kind, scope, NOT default_fixed OR default_level IS NOT NULL AS open, count(*)::integer AS count
      FROM targets CROSS JOIN LATERAL (VALUES ('*'), (coalesce(parent_id, ''))) AS scopes (scope)
      WHERE NOT trashed GROUP BY 1, 2, 3, 4
    ) counted USING (organization_id, kind, scope, open)
    WHERE kept.count IS DISTINCT FROM counted.count`,
  'something is granted in another organization': `
    SELECT t.organization_id, g.id AS grant_id FROM grants g JOIN targets t ON t.id = g.target_id WHERE g.organization_id <> t.organization_id`,
  'an invitation is to another organization': `
    SELECT i.organization_id, i.id AS invite_id FROM link_invites i JOIN targets t ON t.id = i.target_id WHERE i.organization_id <> t.organization_id`,
});
