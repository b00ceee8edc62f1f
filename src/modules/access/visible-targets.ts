import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../kernel/database/database.js';
import { prepared } from '../../kernel/database/prepared.js';
import { type RightsCache, RightsCaches } from '../../kernel/permissions/rights-caches.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { behindCondition, type CursorValue, type KeysetColumn, keysetOrder } from '../../kernel/pagination/keyset.js';
import { rowLimit } from '../../kernel/pagination/row-limit.js';
import { type Page, toPage } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import type { Told } from '../../kernel/pagination/written-items.js';
import { barredCondition } from '../members/admission.js';
import { defaultLevel, effectiveRole, grantedRole } from './effective-role.js';
import type { Standing } from './effective-roles.js';
import { type Membership, NOTHING, type SeenPart, seenByAll, type Sight, type Sights } from './sight.js';
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

/** What lists show of their targets beside the place in the tree. */
export interface ListedTable {
  /** Its rows have the ids of their targets. */
  readonly name: string;
  /** SQL: of these rows as `own` and of their targets as `target`. */
  readonly columns: string;
}

/** A row of a list, with the standing on it of the one who asked. */
export type Listed<Row> = Told<Row> & { readonly standing: Standing };

/** A page of rows as PostgreSQL told them, in JSON. */
export interface ListedPage<Row> extends Page<string> {
  /** What the standings on the rows tell that the rows don't. */
  readonly facts: readonly unknown[];
  readonly read: (row: string) => Listed<Row>;
}

/** What every row tells beside what is shown of it. */
interface ToldRow extends Pick<Standing, 'role' | 'defaultLevel'> {
  readonly id: string;
  readonly position: string;
}

const SIGHT: Statement = {
  name: 'access_sight',
  text: `
    SELECT m.role, ${barredCondition('o', 'm')} AS barred, o.default_role AS "organizationDefault", array(
      SELECT target_id FROM grants WHERE organization_id = $1 AND user_id = $2
      UNION
      SELECT g.target_id FROM team_members t JOIN grants g ON g.organization_id = $1 AND g.team_id = t.team_id
      WHERE t.organization_id = $1 AND t.user_id = $2
    ) AS granted
    FROM members m JOIN organizations o ON o.id = m.organization_id WHERE m.organization_id = $1 AND m.user_id = $2 AND NOT m.disabled`,
};

/** The conditions of the partial indexes on targets, to the letter. */
const OPEN = '(NOT default_fixed OR default_level IS NOT NULL)';
const CLOSED = '(default_fixed AND default_level IS NULL)';

/**
 * Lists of collections and spaces, cut to what users see, in SQL. What it costs follows from the page
 * and from what is granted to the users, not from the size of the organization.
 */
@Injectable()
export class VisibleTargets {
  private readonly sights: RightsCache<Sight>;

  constructor(
    private readonly db: Database,
    private readonly cursors: Cursors,
    rights: RightsCaches,
  ) {
    // Few, as each holds all that is granted to its user.
    this.sights = rights.create(1_000);
  }

  /** What decides what the user sees; outsiders and disabled members see nothing. At most a second old. */
  async sight(userId: string, organizationId: string): Promise<Sight> {
    return (await this.sights.get(`${organizationId}/${userId}`, () => this.readSight(userId, organizationId))) ?? NOTHING;
  }

  private async readSight(userId: string, organizationId: string): Promise<Sight | undefined> {
    const [row] = await this.db.query<Omit<Membership, 'userId'> & { granted: string[] }>(SIGHT, [organizationId, userId]);
    if (row === undefined) return undefined;
    const { role, granted, barred, organizationDefault } = row;
    return { sees: role === 'admin' ? 'all' : role === null ? 'granted' : 'open', granted, membership: { userId, role, barred, organizationDefault } };
  }

  /**
   * A page of what all of these users see, with the standing of the first of them on each; one statement.
   * @param name of the list, with whatever else its cursors belong to
   * @throws BadInputError for a cursor of another list
   */
  async page<Row extends { id: string }>(name: string, sights: Sights, list: TargetList, table: ListedTable, { page, limit }: PageQuery): Promise<ListedPage<Row>> {
    const { organizationId, parentId, order } = list;
    const columns: readonly KeysetColumn[] = ORDERS[order];
    const scope = cursorScope(name, { organizationId, parentId, order });
    const after = this.cursors.decode(scope, page, columns);
    const { count, rows } = await this.rows(sights, list, table, after, limit);
    const cursorOf = (row: string): string => {
      const { position, id } = JSON.parse(row) as ToldRow;
      return this.cursors.encode(scope, order === 'position' ? [position, id] : [id]);
    };
    const { barred = false } = sights[0].membership ?? {};
    return {
      ...toPage({ rows, limit, count, cursorOf, present: (row) => row }),
      facts: [barred],
      read: (row) => {
        const told = JSON.parse(row) as Told<Row> & ToldRow;
        const { id: targetId, role, defaultLevel } = told;
        return Object.assign(told, { standing: { targetId, organizationId, role, defaultLevel, barred } });
      },
    };
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

  private async rows(sights: Sights, list: TargetList, { name, columns }: ListedTable, after: readonly CursorValue[], limit: number): Promise<{ count: number; rows: string[] }> {
    const parts = seenByAll(sights);
    const { membership, granted } = sights[0];
    if (parts.length === 0 || membership === undefined) return { count: 0, rows: [] };
    const values: unknown[] = [...after];
    const place = placeOf(list, values);
    const order = keysetOrder(ORDERS[list.order]);
    const most = `LIMIT ${rowLimit(limit, values)}`;
    const pages = parts.map((part) => pageOf(part, list, place, behindCondition(after, ORDERS[list.order], 1), most, values));
    const { userId, role, organizationDefault } = membership;
    const [viewer, memberRole, defaultRole] = [userId, role, organizationDefault].map((value) => parameter(values, value));
    const text = `
      SELECT (${countOf(parts, list, place, values)}) AS total, listed.row
      FROM (SELECT) AS one LEFT JOIN (
        SELECT id, position FROM (${pages.join(' UNION ALL ')}) AS pages ORDER BY ${order} ${most}
      ) AS page ON true
      -- OFFSET 0 keeps the planner from turning the look-ups by id into scans of the whole tables.
      LEFT JOIN LATERAL (
        SELECT row_to_json(told)::text AS row FROM (
          SELECT ${columns}, ${effectiveRole('target', 'viewer', granted.length === 0 ? 'NULL' : grantedRole('target', 'viewer.user_id'))} AS role,
            ${defaultLevel('target', 'viewer.default_role')} AS "defaultLevel", page.position
          FROM ${name} AS own JOIN targets AS target ON target.id = own.id
          CROSS JOIN (SELECT ${viewer}::text AS user_id, ${memberRole}::member_role AS role, ${defaultRole}::member_role AS default_role) AS viewer
          WHERE own.id = page.id OFFSET 0
        ) AS told
      ) AS listed ON true
      ORDER BY ${order.replace(/\b(position|id)\b/g, 'page.$1')}`;
    // One row at least, which tells the number of all. Null: the page is empty, or what it shows is gone since.
    const rows = await this.db.query<{ total: number; row: string | null }>(prepared(text), values);
    return { count: rows[0]?.total ?? 0, rows: rows.flatMap(({ row }) => row ?? []) };
  }
}

/** SQL: the ids and positions of a page's part. */
function pageOf(part: SeenPart, list: TargetList, place: string, behind: string, most: string, values: unknown[]): string {
  const columns = ORDERS[list.order];
  const order = keysetOrder(columns);
  if (part.inside.length > 0) return `(SELECT id, position FROM (${reached(part, place, values)}) reached WHERE ${behind} ORDER BY ${order} ${most})`;
  // At the root all parents are null, but only when told does the planner see that the index has this order.
  const indexOrder = list.parentId === null ? `parent_id ${columns[0].direction}, ${order}` : order;
  return `(SELECT id, position FROM targets WHERE ${place} AND ${openness(part)} AND ${behind} ORDER BY ${indexOrder} ${most})`;
}

/** SQL: how many the parts hold together: what is open or closed is counted already, what is granted is counted now. */
function countOf(parts: readonly SeenPart[], { organizationId, kind, parentId }: TargetList, place: string, values: unknown[]): string {
  const sums = parts.map((part) => {
    if (part.inside.length > 0) return `(SELECT count(*) FROM (${reached(part, place, values)}) reached)`;
    const [organization, counted, scope] = [organizationId, kind, parentId ?? ''].map((value) => parameter(values, value));
    const open = part.open === undefined ? '' : `AND ${part.open ? 'open' : 'NOT open'}`;
    return `(SELECT coalesce(sum(count), 0) FROM target_counts WHERE organization_id = ${organization ?? ''} AND kind = ${counted ?? ''} AND scope = ${scope ?? ''} ${open})`;
  });
  return `SELECT (${sums.join(' + ')})::integer`;
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
