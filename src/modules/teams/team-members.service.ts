import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { RightsCaches } from '../../kernel/permissions/rights-caches.js';
import { badInput } from '../../kernel/validation/faults.js';
import type { TeamMemberListDto } from './dto/team-member.dto.js';
import type { SetTeamMemberDto, UpdateTeamMembersDto } from './dto/team-requests.dto.js';
import { faultsOfChanges, type IdOf, type MembershipChanges, membershipChanges, namesIn } from './membership-changes.js';
import { findTeamMembers, lockMembers, lockTeam, type Team, TEAM_MEMBER_ORDER, writeChanges } from './team-member-rows.js';
import type { TeamRole } from './team-member.entity.js';
import { TeamMemberPresenter } from './team-member.presenter.js';
import { TeamAccess } from './team.access.js';

/** Who is in a team. Changes of one team's members take turns. */
@Injectable()
export class TeamMembersService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rights: RightsCaches,
    private readonly access: TeamAccess,
    private readonly presenter: TeamMemberPresenter,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, organizationId: string, teamId: string, query: PageQuery): Promise<TeamMemberListDto> {
    const team = await this.access.load(actor, organizationId, teamId, 'view');
    return readPage(this.cursors, query, {
      scope: cursorScope('team-members', { team: teamId }),
      order: TEAM_MEMBER_ORDER,
      find: (stretch) => findTeamMembers(this.db, teamId, stretch),
      count: () => team.members,
      positionOf: ({ addedAt, userId }) => [addedAt.toISOString(), userId],
      present: (member) => this.presenter.present(team, member),
    });
  }

  /** All of it or nothing. @throws BadInputError naming who is no member of the organization */
  async update(actor: Actor, organizationId: string, teamId: string, changes: UpdateTeamMembersDto): Promise<void> {
    const team = await this.access.load(actor, organizationId, teamId, 'admin');
    await this.write(team, namesIn(changes), (idOf) => {
      const faults = faultsOfChanges(changes, idOf);
      if (faults.length > 0) throw badInput(faults);
      return membershipChanges(changes, idOf);
    });
  }

  async put(actor: Actor, organizationId: string, teamId: string, userId: string, { role }: SetTeamMemberDto): Promise<void> {
    const team = await this.access.load(actor, organizationId, teamId, 'admin');
    await this.join(team, userId, role);
  }

  async remove(actor: Actor, organizationId: string, teamId: string, userId: string): Promise<void> {
    const team = await this.access.load(actor, organizationId, teamId, 'admin');
    // Within the transaction, so that nothing is told of it as done.
    await this.db.transaction(async () => {
      const changed = await this.write(team, [userId], () => ({ ...NO_CHANGES, removed: [userId] }));
      if (!changed) throw new NotFoundError('There is no such member in this team.');
    });
  }

  /**
   * Puts a member of the organization into the team, without regard to any caller.
   * @param role undefined: `member`, for one who is not in the team yet
   * @throws NotFoundError without such a team, or such a member of the organization
   */
  async join(team: Team, userId: string, role?: TeamRole): Promise<void> {
    await this.write(team, [userId], (idOf) => {
      if (idOf(userId) !== userId) throw new NotFoundError('There is no such member in this organization.');
      return role === undefined ? { ...NO_CHANGES, added: [userId] } : { ...NO_CHANGES, roles: new Map([[userId, role]]) };
    });
  }

  /** Locks whom the changes name, plans the changes, and writes them. Tells whether anything changed. */
  private async write(team: Team, names: readonly string[], plan: (idOf: IdOf) => MembershipChanges): Promise<boolean> {
    return this.db.transaction(async () => {
      const idOf = await lockMembers(this.db, team.organizationId, names);
      await lockTeam(this.db, team);
      const changed = await writeChanges(this.db, team, plan(idOf), this.clock.now());
      if (changed) this.rights.changed();
      return changed;
    });
  }
}

const NO_CHANGES: MembershipChanges = { removed: [], added: [], roles: new Map() };
