import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../kernel/database/database.js';
import { type RightsCache, RightsCaches } from '../../kernel/permissions/rights-caches.js';
import type { Role } from '../../kernel/permissions/role.js';
import { effectiveRole } from './effective-role.js';

/** A user's standing on a collection or space. */
export interface Standing {
  readonly targetId: string;
  readonly organizationId: string;
  /** Null: no access. */
  readonly role: Role | null;
  /** What the default level resolves to: the nearest one that is fixed, else the organization's default role; null: no access by default. */
  readonly defaultLevel: Role | null;
}

interface Row {
  id: string;
  organization_id: string;
  is_member: boolean;
  member_role: Role | null;
  granted: Role | null;
  is_fixed: boolean;
  fixed_level: Role | null;
  organization_default: Role | null;
}

/** $1: ids of targets, $2: user */
const STANDINGS: Statement = {
  name: 'access_standings',
  text: `
    SELECT target.id, target.organization_id, member.user_id IS NOT NULL AS is_member, member.role AS member_role,
      target.default_fixed AS is_fixed, target.default_level AS fixed_level, organization.default_role AS organization_default,
      (SELECT max(g.role) FROM grants g WHERE g.target_id = ANY (target.ancestors) AND (g.user_id = $2 OR g.team_id IN (
        SELECT team_id FROM team_members WHERE organization_id = target.organization_id AND user_id = $2))) AS granted
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

  /** Undefined when there is no such collection or space. */
  find(userId: string, targetId: string): Promise<Standing | undefined> {
    return this.standings.get(`${userId}/${targetId}`, async () => (await this.load(userId, [targetId])).get(targetId));
  }

  /** Standings on many at once, in one query; targets that don't exist are left out. */
  async load(userId: string, targetIds: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
    const rows = await this.db.query<Row>(STANDINGS, [targetIds, userId]);
    return new Map(rows.map((row) => [row.id, standing(row)]));
  }
}

function standing(row: Row): Standing {
  const fixed = row.is_fixed ? { level: row.fixed_level } : undefined;
  const membership = row.is_member ? { role: row.member_role } : undefined;
  return {
    targetId: row.id,
    organizationId: row.organization_id,
    role: effectiveRole({ membership, granted: row.granted, fixed }),
    defaultLevel: fixed === undefined ? row.organization_default : fixed.level,
  };
}
