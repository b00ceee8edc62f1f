import { Body, Controller, Delete, Get, Param, Patch, Put, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { MemberTeamListDto, TeamDto, TeamListDto } from './dto/team.dto.js';
import { CreateTeamDto, MemberTeamListQuery, TeamListQuery, UpdateTeamDto } from './dto/team-requests.dto.js';
import { TeamLists } from './team-lists.js';
import { TeamsService } from './teams.service.js';

const SECTION = 'Teams and team members';

@Controller('v1/orgs/:organizationId')
export class TeamsController {
  constructor(
    private readonly teams: TeamsService,
    private readonly lists: TeamLists,
  ) {}

  @Operation({ id: 'listTeamsInOrganizationById', section: SECTION, summary: 'List the teams of an organization', answer: TeamListDto })
  @Get('teams')
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: TeamListQuery): Promise<TeamListDto> {
    return this.lists.list(actor, organizationId, query);
  }

  @Operation({
    id: 'createOrganizationTeam',
    section: SECTION,
    summary: 'Create a team',
    description: 'Makes a new team with every request, also with PUT and an equal body: sent twice, it makes two teams of the same title.',
    status: 201,
    answer: TeamDto,
    errors: [409, 413, 415],
  })
  @Put('teams')
  create(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Body() body: CreateTeamDto): Promise<TeamDto> {
    return this.teams.create(actor, organizationId, body);
  }

  @Operation({ id: 'getTeamInOrganizationById', section: SECTION, summary: 'Get a team', answer: TeamDto })
  @Get('teams/:teamId')
  get(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('teamId') teamId: string): Promise<TeamDto> {
    return this.teams.get(actor, organizationId, teamId);
  }

  @Operation({ id: 'updateTeamInOrganizationById', section: SECTION, summary: 'Update a team', answer: TeamDto, errors: [409, 413, 415] })
  @Patch('teams/:teamId')
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
    @Body() body: UpdateTeamDto,
  ): Promise<TeamDto> {
    return this.teams.update(actor, organizationId, teamId, body);
  }

  @Operation({
    id: 'removeTeamFromOrganizationById',
    section: SECTION,
    summary: 'Delete a team',
    description: 'What was granted to the team ends with it.',
    status: 204,
    errors: [409],
  })
  @Delete('teams/:teamId')
  delete(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('teamId') teamId: string): Promise<void> {
    return this.teams.delete(actor, organizationId, teamId);
  }

  @Operation({ id: 'listTeamsForOrganizationMember', section: 'Organization members', summary: 'List the teams of a member', answer: MemberTeamListDto })
  @Get('members/:userId/teams')
  listOfMember(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('userId') userId: string,
    @Query() query: MemberTeamListQuery,
  ): Promise<MemberTeamListDto> {
    return this.lists.listOfMember(actor, organizationId, userId, query);
  }
}
