import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import type { Stretch } from '../../kernel/pagination/keyset.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { Page } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { MembersService } from '../members/members.service.js';
import type { MemberTeamListDto, TeamListDto } from './dto/team.dto.js';
import type { MemberTeamListQuery, TeamListQuery } from './dto/team-requests.dto.js';
import { countTeams, findMemberTeams, findTeams, TEAM_ORDER, type TeamFilter } from './team-rows.js';
import { TeamAccess } from './team.access.js';
import type { TeamEntity } from './team.entity.js';
import { managedTeams } from './team.policy.js';
import { TeamPresenter } from './team.presenter.js';

/** Lists of teams, by creation, oldest first. */
@Injectable()
export class TeamLists {
  constructor(
    private readonly db: Database,
    private readonly access: TeamAccess,
    private readonly members: MembersService,
    private readonly presenter: TeamPresenter,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, organizationId: string, query: TeamListQuery): Promise<TeamListDto> {
    await this.access.requireInOrganization(actor, organizationId, 'listTeams');
    const { owner, title } = query;
    const filter = owner === undefined ? { organizationId, title } : await this.managedBy(owner, { organizationId, title });
    const scope = cursorScope('teams', { organization: organizationId, owner, title });
    return this.page({ scope, filter, find: findTeams, present: (team) => this.presenter.present(team) }, query);
  }

  async listOfMember(actor: Actor, organizationId: string, userId: string, query: MemberTeamListQuery): Promise<MemberTeamListDto> {
    await this.access.requireInOrganization(actor, organizationId, 'listTeams');
    await this.members.get(organizationId, userId);
    const { title } = query;
    const scope = cursorScope('member-teams', { organization: organizationId, user: userId, title });
    const filter = { organizationId, title, member: { userId } };
    return this.page({ scope, filter, find: findMemberTeams, present: (team) => this.presenter.presentOfMember(team, team.role) }, query);
  }

  /** The filter narrowed to what a member can manage; undefined when that is nothing. */
  private async managedBy(userId: string, filter: TeamFilter): Promise<TeamFilter | undefined> {
    const managed = managedTeams(await this.members.membershipOf(filter.organizationId, userId));
    if (managed === 'none') return undefined;
    return managed === 'all' ? filter : { ...filter, member: { userId, role: 'owner' } };
  }

  private async page<Filter extends TeamFilter, Row extends TeamEntity, Item>({ scope, filter, find, present }: TeamList<Filter, Row, Item>, query: PageQuery): Promise<Page<Item>> {
    return readPage(this.cursors, query, {
      scope,
      order: TEAM_ORDER,
      find: async (stretch) => (filter === undefined ? [] : find(this.db, filter, stretch)),
      count: () => (filter === undefined ? 0 : countTeams(this.db, filter)),
      positionOf: (team) => [team.createdAt.toISOString(), team.id],
      present,
    });
  }
}

interface TeamList<Filter extends TeamFilter, Row extends TeamEntity, Item> {
  /** What its cursors belong to. */
  scope: string;
  /** Undefined: nothing can match. */
  filter: Filter | undefined;
  find: (db: Database, filter: Filter, stretch: Stretch) => Promise<Row[]>;
  present: (team: Row) => Item;
}
