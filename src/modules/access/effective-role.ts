/** SQL: the highest role that is granted to a user, or to a team of the user, on a target (an alias of it) or above. */
export function grantedRole(target: string, userId: string): string {
  return `(SELECT max(g.role) FROM grants g WHERE g.target_id = ANY (${target}.ancestors) AND (g.user_id = ${userId} OR g.team_id IN (
    SELECT team_id FROM team_members WHERE organization_id = ${target}.organization_id AND user_id = ${userId})))`;
}

/**
 * SQL: the role of an enabled member on a target (aliases of them) of the member's organization; null: no access. This alone
 * decides it: organization admins are admins everywhere, others have the higher of what was granted and the default, which
 * guests don't get.
 * @param granted SQL of the highest role that is granted to the member there
 */
export function effectiveRole(target: string, member: string, granted: string): string {
  return `CASE WHEN ${member}.role = 'admin' THEN ${member}.role ELSE greatest(${granted}, CASE
    WHEN ${member}.role IS NULL THEN NULL WHEN ${target}.default_fixed THEN ${target}.default_level ELSE ${member}.role END) END`;
}

/** SQL: what the default level of a target (an alias of it) resolves to: the nearest one that is fixed, else this one; null: no access by default. */
export function defaultLevel(target: string, organizationDefault: string): string {
  return `CASE WHEN ${target}.default_fixed THEN ${target}.default_level ELSE ${organizationDefault} END`;
}
