import { Injectable } from '@nestjs/common';
import { In } from '../../kernel/database/typeorm.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, type FieldFault, NotFoundError } from '../../kernel/errors/errors.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { behindCondition, type KeysetColumn } from '../../kernel/pagination/keyset.js';
import { toPage } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import type { Role } from '../../kernel/permissions/role.js';
import { badInput } from '../../kernel/validation/faults.js';
import { type PresentedUser, UserPresenter } from '../identity/user.presenter.js';
import { TeamEntity } from '../teams/team.entity.js';
import { TeamPresenter } from '../teams/team.presenter.js';
import type { EffectivePermissionsQuery, InviteToContentDto, TeamPermissionListDto, UserPermissionListDto } from './dto/content-permission.dto.js';
import { effectiveRole } from './effective-role.js';
import { type Grantee, GrantsService } from './grants.service.js';
import type { TargetEntity } from './target.entity.js';

/** A collection or space that a caller was found to administer. */
export type AdministeredTarget = Pick<TargetEntity, 'id' | 'kind' | 'organizationId'>;

const BY_USER: readonly KeysetColumn[] = [{ sql: 'user_id', direction: 'asc' }];
const BY_TEAM: readonly KeysetColumn[] = [{ sql: 'team_id', direction: 'asc' }];

interface UserRow {
  user_id: string;
  role: Role;
  email: string;
  display_name: string;
  photo_url: string | null;
}

/** SQL: who reaches the target $1 and as what. $2: only this role. */
const REACHING = `
  WITH target AS (SELECT organization_id, ancestors, default_fixed, default_level FROM targets WHERE id = $1),
  granted AS (
    SELECT user_id, max(role) AS role FROM (
      SELECT g.user_id, g.role FROM target JOIN grants g ON g.target_id = ANY (target.ancestors) WHERE g.user_id IS NOT NULL
      UNION ALL
      SELECT t.user_id, g.role FROM target JOIN grants g ON g.target_id = ANY (target.ancestors)
      JOIN team_members t ON t.organization_id = target.organization_id AND t.team_id = g.team_id
    ) AS each GROUP BY user_id
  ), reaching AS (
    SELECT m.user_id, ${effectiveRole('target', 'm', 'granted.role')} AS role
    FROM target JOIN members m ON m.organization_id = target.organization_id AND NOT m.disabled LEFT JOIN granted ON granted.user_id = m.user_id
  ), matching AS (SELECT user_id, role FROM reaching WHERE role IS NOT NULL AND ($2::member_role IS NULL OR role = $2::member_role))`;

/** What users and teams are granted on one collection or space, and who reaches it at all. */
@Injectable()
export class ContentPermissionsService {
  constructor(
    private readonly db: Database,
    private readonly grants: GrantsService,
    private readonly users: UserPresenter,
    private readonly teams: TeamPresenter,
    private readonly cursors: Cursors,
  ) {}

  /** Gives all of them the role, or takes it from them. @throws BadInputError naming who is not of the organization */
  async invite({ id, kind, organizationId }: AdministeredTarget, { users = [], teams = [], role }: InviteToContentDto): Promise<void> {
    if (users.length + teams.length === 0) throw new BadInputError('Send users or teams: there is nobody to invite.');
    await this.db.transaction(async () => {
      const faults = [...(await this.strangers('members', 'user_id', 'users', organizationId, users)), ...(await this.strangers('teams', 'id', 'teams', organizationId, teams))];
      if (faults.length > 0) throw badInput(faults);
      const grantees: Grantee[] = [...users.map((userId) => ({ userId })), ...teams.map((teamId) => ({ teamId }))];
      for (const grantee of grantees) {
        if (role === null) await this.grants.end(id, grantee);
        else await this.grants.give(id, kind, grantee, role);
      }
    });
  }

  /** @throws NotFoundError when nothing is granted to the grantee here */
  async change({ id, kind }: AdministeredTarget, grantee: Grantee, role: Role | null): Promise<void> {
    await this.db.transaction(async () => {
      if (role === null ? !(await this.grants.end(id, grantee)) : !(await this.grants.has(id, grantee))) throw new NotFoundError(NOTHING_GRANTED);
      if (role !== null) await this.grants.give(id, kind, grantee, role);
    });
  }

  /** @throws NotFoundError when nothing is granted to the grantee here */
  async remove({ id }: AdministeredTarget, grantee: Grantee): Promise<void> {
    await this.db.transaction(async () => {
      if (!(await this.grants.end(id, grantee))) throw new NotFoundError(NOTHING_GRANTED);
    });
  }

  /** What is granted to users right here, not on collections above. */
  listUsers({ id }: AdministeredTarget, query: PageQuery): Promise<UserPermissionListDto> {
    return this.userPage(`granted users of ${id}`, 'WITH matching AS (SELECT user_id, role FROM grants WHERE target_id = $1 AND user_id IS NOT NULL)', [id], query);
  }

  async listTeams({ id }: AdministeredTarget, { page, limit }: PageQuery): Promise<TeamPermissionListDto> {
    const scope = cursorScope('granted teams', { id });
    const after = this.cursors.decode(scope, page, BY_TEAM);
    const granted = 'FROM grants WHERE target_id = $1 AND team_id IS NOT NULL';
    const [rows, [total]] = await Promise.all([
      this.db.query<{ team_id: string; role: Role }>(`SELECT team_id, role ${granted} AND ${behindCondition(after, BY_TEAM, 2)} ORDER BY team_id LIMIT ${String(limit + 1)}`, [id, ...after]),
      this.db.query<{ count: number }>(`SELECT count(*)::integer AS count ${granted}`, [id]),
    ]);
    const teams = new Map((await this.db.repo(TeamEntity).findBy({ id: In(rows.map((row) => row.team_id)) })).map((team) => [team.id, team]));
    const known = rows.flatMap(({ team_id: teamId, role }) => {
      const team = teams.get(teamId);
      return team === undefined ? [] : [{ team, role }];
    });
    return toPage({
      rows: known,
      limit,
      count: total?.count ?? 0,
      cursorOf: ({ team }) => this.cursors.encode(scope, [team.id]),
      present: ({ team, role }) => ({ permission: role, team: this.teams.present(team) }),
    });
  }

  /** Everybody who reaches it, with the role that results from membership, default level and grants. */
  listEffective({ id }: AdministeredTarget, { role, ...query }: EffectivePermissionsQuery): Promise<UserPermissionListDto> {
    return this.userPage(`effective roles on ${id}, ${role ?? 'any'}`, REACHING, [id, role ?? null], query);
  }

  /** `matching`: SQL that begins with `WITH` and defines a table of that name with a user and a role in each row. */
  private async userPage(name: string, matching: string, values: readonly unknown[], { page, limit }: PageQuery): Promise<UserPermissionListDto> {
    const scope = cursorScope(name, {});
    const after = this.cursors.decode(scope, page, BY_USER);
    const [rows, [total]] = await Promise.all([
      this.db.query<UserRow>(
        `${matching} SELECT user_id, matching.role, u.email, u.display_name, u.photo_url FROM matching JOIN users u ON u.id = user_id
         WHERE ${behindCondition(after, BY_USER, values.length + 1)} ORDER BY user_id LIMIT ${String(limit + 1)}`,
        [...values, ...after],
      ),
      this.db.query<{ count: number }>(`${matching} SELECT count(*)::integer AS count FROM matching`, values),
    ]);
    return toPage({
      rows,
      limit,
      count: total?.count ?? 0,
      cursorOf: ({ user_id: userId }) => this.cursors.encode(scope, [userId]),
      present: (row) => ({ permission: row.role, user: this.users.present(presented(row)) }),
    });
  }

  private async strangers(table: 'members' | 'teams', column: 'user_id' | 'id', field: string, organizationId: string, ids: readonly string[]): Promise<FieldFault[]> {
    if (ids.length === 0) return [];
    const rows = await this.db.query<{ id: string }>(`SELECT ${column} AS id FROM ${table} WHERE organization_id = $1 AND ${column} = ANY ($2)`, [organizationId, ids]);
    const known = new Set(rows.map((row) => row.id));
    return ids.flatMap((id, index) => (known.has(id) ? [] : [{ field: `${field}.${String(index)}`, message: `is no ${table === 'members' ? 'member' : 'team'} of the organization` }]));
  }
}

const NOTHING_GRANTED = 'Nothing is granted to them here.';

function presented({ user_id: id, email, display_name: displayName, photo_url: photoUrl }: UserRow): PresentedUser {
  return { id, email, displayName, photoUrl };
}
