import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { TeamMemberListDto } from './dto/team-member.dto.js';
import { SetTeamMemberDto, UpdateTeamMembersDto } from './dto/team-requests.dto.js';
import { TeamMembersService } from './team-members.service.js';

const SECTION = 'Teams and team members';

@Controller('v1/orgs/:organizationId/teams/:teamId/members')
export class TeamMembersController {
  constructor(private readonly members: TeamMembersService) {}

  @Operation({
    id: 'listTeamMembersInOrganizationById',
    section: SECTION,
    summary: 'List the members of a team',
    description: 'Those who were added last come first.',
    answer: TeamMemberListDto,
  })
  @Get()
  list(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
    @Query() query: PageQuery,
  ): Promise<TeamMemberListDto> {
    return this.members.list(actor, organizationId, teamId, query);
  }

  @Operation({
    id: 'updateMembersInOrganizationTeam',
    section: SECTION,
    summary: 'Add and remove members of a team, and set their roles',
    description:
      'Makes all of the changes or, when one of the users is no member of the organization, none. A user who is to be added and removed is removed; a role in `memberships` wins over plain adding. Sent twice, it changes nothing more.',
    status: 204,
    errors: [409, 413, 415],
  })
  @Put()
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
    @Body() body: UpdateTeamMembersDto,
  ): Promise<void> {
    return this.members.update(actor, organizationId, teamId, body);
  }

  @Operation({
    id: 'addMemberToOrganizationTeamById',
    section: SECTION,
    summary: 'Add a member to a team, or change their role',
    status: 204,
    errors: [409, 413, 415],
  })
  @Put(':userId')
  put(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
    @Param('userId') userId: string,
    @Body() body: SetTeamMemberDto,
  ): Promise<void> {
    return this.members.put(actor, organizationId, teamId, userId, body);
  }

  @Operation({ id: 'deleteMemberFromOrganizationTeamById', section: SECTION, summary: 'Remove a member from a team', status: 204, errors: [409] })
  @Delete(':userId')
  remove(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
    @Param('userId') userId: string,
  ): Promise<void> {
    return this.members.remove(actor, organizationId, teamId, userId);
  }
}
