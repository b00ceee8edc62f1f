import type { Database } from '../../kernel/database/database.js';
import { behindCondition, type KeysetColumn, keysetOrder, type Stretch } from '../../kernel/pagination/keyset.js';
import { containsCondition, titleColumns } from '../../kernel/text/contains.js';
import type { TeamRole } from './team-member.entity.js';
import { TeamEntity } from './team.entity.js';

/** By creation, oldest first. */
export const TEAM_ORDER: readonly KeysetColumn[] = [
  { sql: 't.created_at', direction: 'asc' },
  { sql: 't.id', direction: 'asc' },
];

export interface TeamFilter {
  readonly organizationId: string;
  /** Literal part of the title, without case and accents. */
  readonly title?: string;
  /** Only teams that this user is in, in this role when one is given. */
  readonly member?: { readonly userId: string; readonly role?: TeamRole };
}

export type MemberTeamFilter = TeamFilter & Required<Pick<TeamFilter, 'member'>>;

export interface MemberTeamRow extends TeamEntity {
  /** What the member is in the team. */
  readonly role: TeamRole;
}

/** SQL: a `TeamEntity` of a row of `teams` as `t`. */
export const TEAM_COLUMNS = 't.id, t.organization_id AS "organizationId", t.title, t.created_at AS "createdAt", t.members';

/** Without members. */
export async function insertTeam(db: Database, { id, organizationId, title, createdAt }: Omit<TeamEntity, 'members'>): Promise<void> {
  await db.repo(TeamEntity).insert({ id, organizationId, createdAt, members: 0, ...titleColumns(organizationId, title) });
}

/** Writes the team's title; false when the team is gone. */
export async function writeTitle(db: Database, { id, organizationId, title }: TeamEntity): Promise<boolean> {
  const { affected } = await db.repo(TeamEntity).update({ id }, titleColumns(organizationId, title));
  return affected === 1;
}

export function findTeams(db: Database, filter: TeamFilter, stretch: Stretch): Promise<TeamEntity[]> {
  return select<TeamEntity>(db, TEAM_COLUMNS, filter, stretch);
}

export function findMemberTeams(db: Database, filter: MemberTeamFilter, stretch: Stretch): Promise<MemberTeamRow[]> {
  return select<MemberTeamRow>(db, `${TEAM_COLUMNS}, own.role`, filter, stretch);
}

export async function countTeams(db: Database, filter: TeamFilter): Promise<number> {
  const { sql, values, all } = matching(filter);
  const [row] = await db.read<{ count: number }>(
    all ? 'SELECT count FROM team_counts WHERE organization_id = $1' : `SELECT count(*)::integer AS count ${sql}`,
    values,
  );
  return row?.count ?? 0;
}

/** The part of a query from FROM on; `all` tells that it doesn't filter the organization's teams. */
function matching({ organizationId, title = '', member }: TeamFilter): { sql: string; values: unknown[]; all: boolean } {
  const values: unknown[] = [organizationId];
  const parts = ['FROM teams t'];
  if (member !== undefined) {
    parts.push(`JOIN team_members own ON own.organization_id = $1 AND own.team_id = t.id AND own.user_id = $${String(values.push(member.userId))}`);
    if (member.role !== undefined) parts.push(`AND own.role = $${String(values.push(member.role))}`);
  }
  parts.push('WHERE t.organization_id = $1');
  const contains = containsCondition(organizationId, title, { grams: 't.title_grams', folded: 't.title_folded' }, values.length + 1);
  if (contains !== undefined) {
    parts.push(`AND ${contains.sql}`);
    values.push(...contains.values);
  }
  return { sql: parts.join(' '), values, all: member === undefined && contains === undefined };
}

function select<Row extends TeamEntity>(db: Database, columns: string, filter: TeamFilter, { after, limit }: Stretch): Promise<Row[]> {
  const { sql, values } = matching(filter);
  const behind = behindCondition(after, TEAM_ORDER, values.length + 1);
  const text = `SELECT ${columns} ${sql} AND ${behind} ORDER BY ${keysetOrder(TEAM_ORDER)} LIMIT ${String(limit)}`;
  return db.read<Row>(text, [...values, ...after]);
}
