import { Injectable } from '@nestjs/common';
import { noteAct } from '../../kernel/audit/act.js';
import type { Visit } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { type RightsCache, RightsCaches } from '../../kernel/permissions/rights-caches.js';
import type { Role } from '../../kernel/permissions/role.js';
import { barred, barredCondition, type Caller, worksIn } from '../members/admission.js';
import { defaultLevel, effectiveRole, grantedRole } from './effective-role.js';

/** A user's standing on a collection or space. */
export interface Standing {
  readonly targetId: string;
  readonly organizationId: string;
  /** Null: no access. */
  readonly role: Role | null;
  /** What the default level resolves to; null: no access by default. */
  readonly defaultLevel: Role | null;
  /** Single sign-on is enforced against the user. */
  readonly barred: boolean;
}

/** $1: ids of targets, $2: user */
const STANDINGS: Statement = {
  name: 'access_standings',
  text: `
    SELECT target.id AS "targetId", target.organization_id AS "organizationId",
      CASE WHEN member.user_id IS NOT NULL THEN ${effectiveRole('target', 'member', grantedRole('target', '$2'))} END AS role,
      ${defaultLevel('target', 'organization.default_role')} AS "defaultLevel",
      member.user_id IS NOT NULL AND ${barredCondition('organization', 'member')} AS barred
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
    const standings = await this.db.query<Standing>(STANDINGS, [targetIds, caller.userId]);
    return new Map(standings.filter(({ organizationId }) => worksIn(caller, organizationId)).map((standing) => [standing.targetId, standing]));
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
