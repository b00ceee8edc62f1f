import type { Database } from '../../src/kernel/database/database.js';

/** What is wrong with the trees of these organizations: cycles, shared positions, and whatever follows from a tree and doesn't. */
export async function treeFaults(db: Database, organizationIds: readonly string[]): Promise<object[]> {
  return db.query(
    `WITH RECURSIVE tree AS (
       SELECT id, organization_id, ARRAY[id::text] AS ancestors, NOT inherits AS default_fixed, fixed_level AS default_level
       FROM targets WHERE parent_id IS NULL AND organization_id = ANY ($1)
       UNION ALL
       SELECT t.id, t.organization_id, tree.ancestors || t.id::text, NOT t.inherits OR tree.default_fixed,
         CASE WHEN t.inherits THEN tree.default_level ELSE t.fixed_level END
       FROM tree JOIN targets t ON t.parent_id = tree.id AND t.organization_id = tree.organization_id
     ), counted AS (
       SELECT organization_id, kind, scope, NOT default_fixed OR default_level IS NOT NULL AS open, count(*)::integer AS count
       FROM targets CROSS JOIN LATERAL (VALUES ('*'), (coalesce(parent_id, ''))) AS scopes (scope)
       WHERE NOT trashed AND organization_id = ANY ($1) GROUP BY 1, 2, 3, 4
     )
     SELECT 'not in the tree' AS fault, t.id FROM targets t LEFT JOIN tree USING (id) WHERE t.organization_id = ANY ($1) AND tree.id IS NULL
     UNION ALL
     SELECT 'derived', t.id FROM targets t JOIN tree USING (id)
     WHERE (t.ancestors, t.default_fixed, t.default_level) IS DISTINCT FROM (tree.ancestors, tree.default_fixed, tree.default_level)
     UNION ALL
     SELECT 'position', min(id) FROM targets WHERE organization_id = ANY ($1) GROUP BY organization_id, parent_id, position HAVING count(*) > 1
     UNION ALL
     SELECT 'count', scope FROM (SELECT * FROM target_counts WHERE organization_id = ANY ($1) AND count <> 0) kept
     FULL JOIN counted USING (organization_id, kind, scope, open) WHERE kept.count IS DISTINCT FROM counted.count
     UNION ALL
     SELECT 'grant', g.id FROM grants g JOIN targets t ON t.id = g.target_id WHERE t.organization_id = ANY ($1) AND g.organization_id <> t.organization_id`,
    [organizationIds],
  );
}
