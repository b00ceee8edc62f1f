import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, type FieldFault, NotFoundError } from '../../kernel/errors/errors.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { behindCondition, type KeysetColumn } from '../../kernel/pagination/keyset.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import type { Role } from '../../kernel/permissions/role.js';
import { badInput } from '../../kernel/validation/faults.js';
import { UserPresenter } from '../identity/user.presenter.js';
import type { TeamEntity } from '../teams/team.entity.js';
import { TeamPresenter } from '../teams/team.presenter.js';
import { TEAM_COLUMNS } from '../teams/team-rows.js';
import type { EffectivePermissionsQuery, InviteToContentDto, TeamPermissionListDto, UserPermissionDto, UserPermissionListDto } from './dto/content-permission.dto.js';
import { effectiveRole } from './effective-role.js';
import { type Grantee, GrantsService } from './grants.service.js';
import type { TargetEntity } from './target.entity.js';
import { readUserRoles, type UserRole } from './user-roles.js';

/** A collection or space that a caller was found to administer. */
export type AdministeredTarget = Pick<TargetEntity, 'id' | 'kind' | 'organizationId'>;

const BY_TEAM: readonly KeysetColumn[] = [{ sql: 'g.team_id', direction: 'asc' }];

interface GrantedTeam extends TeamEntity {
  readonly role: Role;
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

  listTeams({ id }: AdministeredTarget, query: PageQuery): Promise<TeamPermissionListDto> {
    const granted = 'FROM grants g JOIN teams t ON t.id = g.team_id WHERE g.target_id = $1';
    return readPage(this.cursors, query, {
      scope: cursorScope('granted teams', { id }),
      order: BY_TEAM,
      find: ({ after, limit }) =>
        this.db.query<GrantedTeam>(`SELECT ${TEAM_COLUMNS}, g.role ${granted} AND ${behindCondition(after, BY_TEAM, 2)} ORDER BY g.team_id LIMIT ${String(limit)}`, [id, ...after]),
      count: async () => {
        const [row] = await this.db.query<{ count: number }>(`SELECT count(*)::integer AS count ${granted}`, [id]);
        return row?.count ?? 0;
      },
      positionOf: (team) => [team.id],
      present: (team) => ({ permission: team.role, team: this.teams.present(team) }),
    });
  }

  /** Everybody who reaches it, with the role that results from membership, default level and grants. */
  listEffective({ id }: AdministeredTarget, { role, ...query }: EffectivePermissionsQuery): Promise<UserPermissionListDto> {
    return this.userPage(`effective roles on ${id}, ${role ?? 'any'}`, REACHING, [id, role ?? null], query);
  }

  private userPage(name: string, matching: string, values: readonly unknown[], query: PageQuery): Promise<UserPermissionListDto> {
    const present = ({ role, user }: UserRole): UserPermissionDto => ({ permission: role, user: this.users.present(user) });
    return readUserRoles(this.db, this.cursors, query, { scope: cursorScope(name, {}), matching, values, present });
  }

  private async strangers(table: 'members' | 'teams', column: 'user_id' | 'id', field: string, organizationId: string, ids: readonly string[]): Promise<FieldFault[]> {
    if (ids.length === 0) return [];
    const rows = await this.db.query<{ id: string }>(`SELECT ${column} AS id FROM ${table} WHERE organization_id = $1 AND ${column} = ANY ($2)`, [organizationId, ids]);
    const known = new Set(rows.map((row) => row.id));
    return ids.flatMap((id, index) => (known.has(id) ? [] : [{ field: `${field}.${String(index)}`, message: `is no ${table === 'members' ? 'member' : 'team'} of the organization` }]));
  }
}

const NOTHING_GRANTED = 'Nothing is granted to them here.';
