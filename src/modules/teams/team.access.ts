import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import type { Role } from '../../kernel/permissions/role.js';
import { SlotResolver } from '../../kernel/permissions/slots.js';
import { MembersService } from '../members/members.service.js';
import { type TeamAbilities, teamAbilities, type TeamsAbilities, teamsAbilities } from './team.policy.js';
import { TeamMemberEntity } from './team-member.entity.js';
import { TeamEntity } from './team.entity.js';

/** $1: ids of teams, $2: user */
const STANDINGS: Statement = {
  name: 'teams_standings',
  text: `
    SELECT team.id, member.role, coalesce(own.role = 'owner', false) AS owns
    FROM teams team
    JOIN members member ON member.organization_id = team.organization_id AND member.user_id = $2 AND NOT member.disabled
    LEFT JOIN team_members own ON own.team_id = team.id AND own.user_id = $2
    WHERE team.id = ANY ($1)`,
};

/** Joins teams with what the caller may do with them. */
@Injectable()
export class TeamAccess extends SlotResolver<TeamEntity, TeamAbilities> {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
  ) {
    super();
  }

  /**
   * For what concerns the teams of an organization as a whole.
   * @throws NotFoundError when the caller doesn't see the organization, ForbiddenError when the right is missing
   */
  async requireInOrganization(actor: Actor, organizationId: string, ability: keyof TeamsAbilities): Promise<void> {
    requireAbility(teamsAbilities(await this.members.getMembership(organizationId, actor)), ability, 'in this organization');
  }

  /** @throws NotFoundError when the caller doesn't see the team, ForbiddenError when the right is missing */
  async load(actor: Actor, organizationId: string, teamId: string, ability: keyof TeamAbilities): Promise<TeamEntity> {
    const membership = await this.members.getMembership(organizationId, actor);
    if (!isId(teamId)) throw new NotFoundError('There is no such team.');
    const [team, own] = await Promise.all([
      this.db.repo(TeamEntity).findOneBy({ id: teamId, organizationId }),
      this.db.repo(TeamMemberEntity).findOneBy({ teamId, userId: actor.userId }),
    ]);
    const abilities = teamAbilities({ membership, owns: own?.role === 'owner' });
    if (team === null || !abilities.view) throw new NotFoundError('There is no such team.');
    requireAbility(abilities, ability, 'on this team');
    return team;
  }

  override async resolve(actor: Actor, teams: readonly TeamEntity[]): Promise<TeamAbilities[]> {
    const ids = [...new Set(teams.map((team) => team.id))];
    const rows = await this.db.query<{ id: string; role: Role | null; owns: boolean }>(STANDINGS, [ids, actor.userId]);
    const standings = new Map(rows.map((row) => [row.id, row]));
    return teams.map(({ id }) => {
      const standing = standings.get(id);
      return teamAbilities({ membership: standing, owns: standing?.owns ?? false });
    });
  }
}
