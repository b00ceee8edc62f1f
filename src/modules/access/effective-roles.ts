import { Injectable } from '@nestjs/common';
import { noteAct } from '../../kernel/audit/act.js';
import type { Visit } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { type RightsCache, RightsCaches } from '../../kernel/permissions/rights-caches.js';
import type { Role } from '../../kernel/permissions/role.js';
import { barred, barredCondition, type Caller, worksIn } from '../members/admission.js';
import { effectiveRole } from './effective-role.js';

/** A user's standing on a collection or space. */
export interface Standing {
  readonly targetId: string;
  readonly organizationId: string;
  /** Null: no access. */
  readonly role: Role | null;
  /** What the default level resolves to: the nearest one that is fixed, else the organization's default role; null: no access by default. */
  readonly defaultLevel: Role | null;
  /** Single sign-on is enforced against the user. */
  readonly barred: boolean;
}

/** What decides a standing, as it is read. */
export interface StandingRow {
  id: string;
  organization_id: string;
  is_member: boolean;
  member_role: Role | null;
  granted: Role | null;
  is_fixed: boolean;
  fixed_level: Role | null;
  organization_default: Role | null;
  barred: boolean;
}

/** SQL: the highest role that is granted to a user, or to a team of the user, on a target (an alias of it) or above. */
export function grantedRole(target: string, userId: string): string {
  return `(SELECT max(g.role) FROM grants g WHERE g.target_id = ANY (${target}.ancestors) AND (g.user_id = ${userId} OR g.team_id IN (
    SELECT team_id FROM team_members WHERE organization_id = ${target}.organization_id AND user_id = ${userId})))`;
}

/**
 * SQL: as `effectiveRole` decides, the role of an enabled member on a target (aliases of them) of the member's organization.
 * @param granted SQL of the highest role that is granted to the member there
 */
export function roleOfMember(target: string, member: string, granted: string): string {
  return `CASE WHEN ${member}.role = 'admin' THEN ${member}.role ELSE greatest(${granted}, CASE
    WHEN ${member}.role IS NULL THEN NULL WHEN ${target}.default_fixed THEN ${target}.default_level ELSE ${member}.role END) END`;
}

/** $1: ids of targets, $2: user */
const STANDINGS: Statement = {
  name: 'access_standings',
  text: `
    SELECT target.id, target.organization_id, member.user_id IS NOT NULL AS is_member, member.role AS member_role,
      member.user_id IS NOT NULL AND ${barredCondition('organization', 'member')} AS barred,
      target.default_fixed AS is_fixed, target.default_level AS fixed_level, organization.default_role AS organization_default,
      ${grantedRole('target', '$2')} AS granted
    FROM targets target
    JOIN organizations organization ON organization.id = target.organization_id
    LEFT JOIN members member ON member.organization_id = target.organization_id AND member.user_id = $2 AND NOT member.disabled
    WHERE target.id = ANY ($1)`,
};

/** Effective roles on collections and spaces; at most a second old on other nodes than the one that changed them. */
@Injectable()
export class EffectiveRoles {
  private readonly standings: RightsCache<Standing>;

  constructor(
    private readonly db: Database,
    rights: RightsCaches,
  ) {
    this.standings = rights.create(20_000);
  }

  /**
   * Undefined when there is no such collection or space, or the caller's token doesn't work in its organization.
   * @throws ForbiddenError when single sign-on is enforced against the caller
   */
  async find(caller: Caller, targetId: string): Promise<Standing | undefined> {
    const { userId, visit } = caller;
    if (visit !== undefined) return visited(visit, targetId);
    const found = await this.standings.get(`${userId}/${targetId}`, async () => (await this.load({ userId }, [targetId])).get(targetId));
    if (found === undefined || !worksIn(caller, found.organizationId)) return undefined;
    noteAct({ organizationId: found.organizationId });
    if (found.barred) throw barred();
    return found;
  }

  /** Standings on many at once, in one query; targets that don't exist, or where the caller's token doesn't work, are left out. */
  async load(caller: Caller, targetIds: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
    const { visit } = caller;
    if (visit !== undefined) return new Map(targetIds.flatMap((id) => visited(visit, id) ?? []).map((found) => [found.targetId, found]));
    const rows = await this.db.query<StandingRow>(STANDINGS, [targetIds, caller.userId]);
    return new Map(rows.filter((row) => worksIn(caller, row.organization_id)).map((row) => [row.id, standingOf(row)]));
  }

  /** As `load`, for targets of which some were read together with the caller's standing. */
  async of(caller: Caller, targets: readonly { readonly id: string; readonly standing?: Standing }[]): Promise<ReadonlyMap<string, Standing>> {
    const others = new Set(targets.flatMap(({ id, standing }) => (standing === undefined ? id : [])));
    const standings = new Map(others.size === 0 ? [] : await this.load(caller, [...others]));
    for (const { id, standing } of targets) if (standing !== undefined) standings.set(id, standing);
    return standings;
  }
}

/** A visit reads what the site shows it, whatever roles there are. */
function visited({ organizationId, spaceIds }: Visit, targetId: string): Standing | undefined {
  return spaceIds.has(targetId) ? { targetId, organizationId, role: 'read', defaultLevel: null, barred: false } : undefined;
}

export function standingOf(row: StandingRow): Standing {
  const fixed = row.is_fixed ? { level: row.fixed_level } : undefined;
  const membership = row.is_member ? { role: row.member_role } : undefined;
  return {
    targetId: row.id,
    organizationId: row.organization_id,
    role: effectiveRole({ membership, granted: row.granted, fixed }),
    defaultLevel: fixed === undefined ? row.organization_default : fixed.level,
    barred: row.barred,
  };
}
