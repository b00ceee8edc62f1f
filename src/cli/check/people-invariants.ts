import { invariants } from './invariant.js';

/** Members and teams of organizations, and what is counted of them. */
export const PEOPLE_INVARIANTS = invariants({
  'members are counted wrongly': memberCountFaults('member_counts', 'true'),
  'members who were seen are counted wrongly': memberCountFaults('seen_member_counts', 'last_seen_at IS NOT NULL'),
  'teams are counted wrongly': `
    SELECT organization_id FROM (SELECT organization_id, count FROM team_counts WHERE count <> 0) kept
    FULL JOIN (SELECT organization_id, count(*)::integer AS count FROM teams GROUP BY organization_id) counted USING (organization_id)
    WHERE kept.count IS DISTINCT FROM counted.count`,
  'a team counts its members wrongly': `
    SELECT t.organization_id, t.id AS team_id, t.members FROM teams t WHERE t.members <> (SELECT count(*) FROM team_members m WHERE m.team_id = t.id)`,
  'a member is not found by name': `
    SELECT m.organization_id, m.user_id FROM members m
    WHERE NOT EXISTS (SELECT FROM member_texts t WHERE t.organization_id = m.organization_id AND t.user_id = m.user_id)`,
});

function memberCountFaults(table: string, condition: string): string {
  return `
    SELECT organization_id, role FROM (SELECT organization_id, role, count FROM ${table} WHERE count <> 0) kept
    FULL JOIN (
      SELECT organization_id, coalesce(role::text, 'guest') AS role, count(*)::integer AS count FROM members WHERE ${condition} GROUP BY 1, 2
    ) counted USING (organization_id, role)
    WHERE kept.count IS DISTINCT FROM counted.count`;
}
