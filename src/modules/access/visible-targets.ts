import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../kernel/database/database.js';
import type { Role } from '../../kernel/permissions/role.js';
import type { TargetEntity } from './target.entity.js';

/** What decides which collections and spaces of an organization a user sees. */
export interface Sight {
  /** Organization admins see everything; members what is open by default and what is granted; guests what is granted. */
  sees: 'all' | 'open' | 'granted';
  /** Collections and spaces with a grant to the user or a team of the user. */
  granted: readonly string[];
}

export interface TargetList {
  organizationId: string;
  kind: TargetEntity['kind'];
  /** '*': everywhere in the organization; null: at its root; else the children of this parent. */
  parentId: string | null;
}

export interface VisiblePage {
  /** In the order of positions, at most `limit`. */
  targets: { id: string; position: string }[];
  /** All that the user sees. */
  count: number;
}

const SIGHT: Statement = {
  name: 'access_sight',
  text: `
    SELECT m.role, array(
      SELECT target_id FROM grants WHERE organization_id = $1 AND user_id = $2
      UNION
      SELECT g.target_id FROM team_members t JOIN grants g ON g.organization_id = $1 AND g.team_id = t.team_id
      WHERE t.organization_id = $1 AND t.user_id = $2
    ) AS granted
    FROM members m WHERE m.organization_id = $1 AND m.user_id = $2 AND NOT m.disabled`,
};

const OPEN = '(NOT default_fixed OR default_level IS NOT NULL)';
const CLOSED = '(default_fixed AND default_level IS NULL)';

/**
 * Lists of collections and spaces, cut to what a user sees, in SQL. What it costs follows from the page
 * and from what is granted to the user, not from the size of the organization.
 */
@Injectable()
export class VisibleTargets {
  constructor(private readonly db: Database) {}

  /** Undefined for outsiders and disabled members, who see nothing. */
  async sight(userId: string, organizationId: string): Promise<Sight | undefined> {
    const [row] = await this.db.query<{ role: Role | null; granted: string[] }>(SIGHT, [organizationId, userId]);
    if (row === undefined) return undefined;
    return { sees: row.role === 'admin' ? 'all' : row.role === null ? 'granted' : 'open', granted: row.granted };
  }

  /** A page of the list behind a position. */
  async list(sight: Sight, list: TargetList, after: { position: string; id: string } | undefined, limit: number): Promise<VisiblePage> {
    const { organizationId, kind, parentId } = list;
    const values = [organizationId, kind, sight.granted, after?.position ?? '', after?.id ?? '', limit, ...(parentId === '*' || parentId === null ? [] : [parentId])];
    const scope = `organization_id = $1 AND kind = $2 AND NOT trashed${parentId === '*' ? '' : parentId === null ? ' AND parent_id IS NULL' : ' AND parent_id = $7'}`;
    const branches = branchesOf(sight);
    const pages = branches.map((branch) => `(SELECT id, position FROM targets WHERE ${scope} AND ${branch} AND (position, id) > ($4, $5) ORDER BY position, id LIMIT $6)`);
    const [targets, count] = await Promise.all([
      this.db.query<{ id: string; position: string }>(
        // Values that a branch doesn't use still need a type.
        `SELECT id, position FROM (${pages.join(' UNION ALL ')}) page WHERE $3::text[] IS NOT NULL ORDER BY position, id LIMIT $6`,
        values,
      ),
      this.count(sight, organizationId, kind, parentId),
    ]);
    return { targets, count };
  }

  /** How many collections or spaces of the organization the user sees. */
  async count(sight: Sight, organizationId: string, kind: TargetEntity['kind'], parentId: string | null): Promise<number> {
    const scope = parentId ?? '';
    const rows = await this.db.query<{ open: boolean; count: number }>(
      `SELECT open, count FROM target_counts WHERE organization_id = $1 AND kind = $2 AND scope = $3`,
      [organizationId, kind, scope],
    );
    const counted = (open: boolean): number => rows.find((row) => row.open === open)?.count ?? 0;
    if (sight.sees === 'all') return counted(true) + counted(false);
    if (sight.granted.length === 0) return sight.sees === 'open' ? counted(true) : 0;
    const [granted] = await this.db.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM targets
       WHERE organization_id = $1 AND kind = $2 AND NOT trashed AND ancestors && $3
         AND ($4 = '*' OR coalesce(parent_id, '') = $4) ${sight.sees === 'open' ? `AND ${CLOSED}` : ''}`,
      [organizationId, kind, sight.granted, scope],
    );
    return (granted?.count ?? 0) + (sight.sees === 'open' ? counted(true) : 0);
  }
}

/** Conditions that don't overlap, each answered by an index of its own; together they are what the user sees. */
function branchesOf({ sees, granted }: Sight): string[] {
  if (sees === 'all') return ['true'];
  const reached = 'ancestors && $3::text[]';
  if (sees === 'granted') return [reached];
  return granted.length === 0 ? [OPEN] : [OPEN, `${CLOSED} AND ${reached}`];
}
