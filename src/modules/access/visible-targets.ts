import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../kernel/database/database.js';
import { prepared } from '../../kernel/database/prepared.js';
import { Cursors, cursorScope, type CursorValue } from '../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetCondition, keysetOrder } from '../../kernel/pagination/keyset.js';
import { type Page, toPage } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import type { Role } from '../../kernel/permissions/role.js';
import { NOTHING, type SeenPart, seenByAll, type Sight, type Sights } from './sight.js';
import type { TargetEntity } from './target.entity.js';

export interface TargetList {
  organizationId: string;
  kind: TargetEntity['kind'];
  /** '*': everywhere in the organization; null: at its root; else the children of this parent. */
  parentId: string | null;
  /** By position, or by when they were made. */
  order: keyof typeof ORDERS;
}

/** Ids tell the time at which they were made. */
const ORDERS = {
  position: [
    { sql: 'position', direction: 'asc' },
    { sql: 'id', direction: 'asc' },
  ],
  oldest: [{ sql: 'id', direction: 'asc' }],
  newest: [{ sql: 'id', direction: 'desc' }],
} as const satisfies Record<string, readonly KeysetColumn[]>;

interface TargetRow {
  id: string;
  position: string;
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

const COUNTS: Statement = { name: 'access_target_counts', text: 'SELECT open, count FROM target_counts WHERE organization_id = $1 AND kind = $2 AND scope = $3' };

/** The conditions of the partial indexes on targets, to the letter. */
const OPEN = '(NOT default_fixed OR default_level IS NOT NULL)';
const CLOSED = '(default_fixed AND default_level IS NULL)';

/**
 * Lists of collections and spaces, cut to what users see, in SQL. What it costs follows from the page
 * and from what is granted to the users, not from the size of the organization.
 */
@Injectable()
export class VisibleTargets {
  constructor(
    private readonly db: Database,
    private readonly cursors: Cursors,
  ) {}

  /** What decides what the user sees; outsiders and disabled members see nothing. */
  async sight(userId: string, organizationId: string): Promise<Sight> {
    const [row] = await this.db.query<{ role: Role | null; granted: string[] }>(SIGHT, [organizationId, userId]);
    if (row === undefined) return NOTHING;
    return { sees: row.role === 'admin' ? 'all' : row.role === null ? 'granted' : 'open', granted: row.granted };
  }

  /**
   * A page of ids of what all of these users see.
   * @param name of the list, with whatever else its cursors belong to
   * @throws BadInputError for a cursor of another list
   */
  async page(name: string, sights: Sights, list: TargetList, { page, limit }: PageQuery): Promise<Page<string>> {
    const { organizationId, parentId, order } = list;
    const columns: readonly KeysetColumn[] = ORDERS[order];
    const scope = cursorScope(name, { organizationId, parentId, order });
    const after = page === undefined ? undefined : this.cursors.decode(scope, page, columns);
    const parts = seenByAll(sights);
    const [rows, count] = await Promise.all([this.rows(parts, list, after, limit + 1), this.count(parts, list)]);
    return toPage({
      rows,
      limit,
      count,
      cursorOf: ({ id, position }) => this.cursors.encode(scope, order === 'position' ? [position, id] : [id]),
      present: ({ id }) => id,
    });
  }

  /** Ids of everything in the list that all of these users see. */
  async ids(sights: Sights, list: Omit<TargetList, 'order'>): Promise<string[]> {
    const parts = seenByAll(sights);
    if (parts.length === 0) return [];
    const values: unknown[] = [];
    const place = placeOf(list, values);
    const selects = parts.map((part) =>
      part.inside.length > 0 ? `SELECT id FROM (${reached(part, place, values)}) reached` : `SELECT id FROM targets WHERE ${place} AND ${openness(part)}`,
    );
    const rows = await this.db.query<{ id: string }>(selects.join(' UNION ALL '), values);
    return rows.map(({ id }) => id);
  }

  private async rows(parts: readonly SeenPart[], list: TargetList, after: readonly CursorValue[] | undefined, limit: number): Promise<TargetRow[]> {
    if (parts.length === 0) return [];
    const columns = ORDERS[list.order];
    const values: unknown[] = [...(after ?? [])];
    const behind = after === undefined ? '' : `AND ${keysetCondition(columns, 1)}`;
    const place = placeOf(list, values);
    const order = keysetOrder(columns);
    // At the root all parents are null, but only when told does the planner see that the index has this order.
    const indexOrder = list.parentId === null ? `parent_id ${columns[0].direction}, ${order}` : order;
    const most = `LIMIT ${parameter(values, limit)}`;
    const pages = parts.map((part) =>
      part.inside.length > 0
        ? `(SELECT id, position FROM (${reached(part, place, values)}) reached WHERE true ${behind} ORDER BY ${order} ${most})`
        : `(SELECT id, position FROM targets WHERE ${place} AND ${openness(part)} ${behind} ORDER BY ${indexOrder} ${most})`,
    );
    return this.db.query<TargetRow>(prepared(`SELECT id, position FROM (${pages.join(' UNION ALL ')}) page ORDER BY ${order} ${most}`), values);
  }

  /** How many the parts hold together: what is open or closed is counted already, what is granted is counted now. */
  private async count(parts: readonly SeenPart[], list: TargetList): Promise<number> {
    const counts = await Promise.all([
      this.counted(parts.filter(({ inside }) => inside.length === 0), list),
      ...parts.filter(({ inside }) => inside.length > 0).map((part) => this.countInside(part, list)),
    ]);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  private async counted(parts: readonly SeenPart[], { organizationId, kind, parentId }: TargetList): Promise<number> {
    if (parts.length === 0) return 0;
    const rows = await this.db.query<{ open: boolean; count: number }>(COUNTS, [organizationId, kind, parentId ?? '']);
    return rows.filter((row) => parts.some(({ open }) => open === undefined || open === row.open)).reduce((sum, { count }) => sum + count, 0);
  }

  private async countInside(part: SeenPart, list: TargetList): Promise<number> {
    const values: unknown[] = [];
    const place = placeOf(list, values);
    const [row] = await this.db.query<{ count: number }>(`SELECT count(*)::integer AS count FROM (${reached(part, place, values)}) reached`, values);
    return row?.count ?? 0;
  }
}

/** SQL: whether a row of `targets` under this alias is seen. Adds what it needs to the values. */
export function seenCondition({ sees, granted }: Sight, alias: string, values: unknown[]): string {
  if (sees === 'all') return 'true';
  const inside = `${alias}.ancestors && ${parameter(values, granted)}::text[]`;
  return sees === 'granted' ? inside : `(NOT ${alias}.default_fixed OR ${alias}.default_level IS NOT NULL OR ${inside})`;
}

/** Adds the value to those of a statement; how the statement names it. */
function parameter(values: unknown[], value: unknown): string {
  values.push(value);
  return `$${String(values.length)}`;
}

function placeOf({ organizationId, kind, parentId }: Omit<TargetList, 'order'>, values: unknown[]): string {
  const everywhere = `organization_id = ${parameter(values, organizationId)} AND kind = ${parameter(values, kind)} AND NOT trashed`;
  if (parentId === '*') return everywhere;
  return parentId === null ? `${everywhere} AND parent_id IS NULL` : `${everywhere} AND parent_id = ${parameter(values, parentId)}`;
}

function openness({ open }: SeenPart): string {
  return open === undefined ? 'true' : open ? OPEN : CLOSED;
}

/**
 * A select of what is inside. Each granted target is looked up on its own: how much several hold together
 * the planner overrates, and would rather read all of the organization.
 */
function reached(part: SeenPart, place: string, values: unknown[]): string {
  const [first, ...others] = part.inside.map((ids) => `${parameter(values, ids)}::text[]`);
  const conditions = [place, openness(part), 'ancestors @> ARRAY[granted.id]', ...others.map((ids) => `ancestors && ${ids}`)];
  return `
    SELECT DISTINCT target.id, target.position FROM unnest(${first ?? ''}) AS granted (id)
    CROSS JOIN LATERAL (SELECT id, position FROM targets WHERE ${conditions.join(' AND ')} OFFSET 0) target`;
}
