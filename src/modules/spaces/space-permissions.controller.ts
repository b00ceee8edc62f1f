import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { type AdministeredTarget, ContentPermissionsService } from '../access/content-permissions.service.js';
import { ChangePermissionDto, EffectivePermissionsQuery, InviteToContentDto, TeamPermissionListDto, UserPermissionListDto } from '../access/dto/content-permission.dto.js';
import { SpaceAccess } from './space.access.js';

/** Who is granted what on a space: the business of its admins. */
@Controller('v1/spaces/:spaceId/permissions')
export class SpacePermissionsController {
  constructor(
    private readonly access: SpaceAccess,
    private readonly permissions: ContentPermissionsService,
  ) {}

  @ExtensionOperation({ id: 'inviteToSpace', summary: 'Grant a role on a space to users and teams', description: 'What was granted to them here before is replaced.', status: 204, errors: [413, 415] })
  @Post()
  async invite(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Body() body: InviteToContentDto): Promise<void> {
    await this.permissions.invite(await this.load(actor, spaceId), body);
  }

  @ExtensionOperation({ id: 'listUserPermissionsInSpace', summary: 'List the users that a role is granted to on a space', answer: UserPermissionListDto })
  @Get('users')
  async listUsers(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: PageQuery): Promise<UserPermissionListDto> {
    return this.permissions.listUsers(await this.load(actor, spaceId), query);
  }

  @ExtensionOperation({ id: 'listTeamPermissionsInSpace', summary: 'List the teams that a role is granted to on a space', answer: TeamPermissionListDto })
  @Get('teams')
  async listTeams(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: PageQuery): Promise<TeamPermissionListDto> {
    return this.permissions.listTeams(await this.load(actor, spaceId), query);
  }

  @ExtensionOperation({ id: 'updateUserPermissionInSpace', summary: 'Change the role granted to a user on a space', status: 204, errors: [413, 415] })
  @Patch('users/:userId')
  async changeUser(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('userId') userId: string, @Body() { role }: ChangePermissionDto): Promise<void> {
    await this.permissions.change(await this.load(actor, spaceId), { userId }, role);
  }

  @ExtensionOperation({ id: 'updateTeamPermissionInSpace', summary: 'Change the role granted to a team on a space', status: 204, errors: [413, 415] })
  @Patch('teams/:teamId')
  async changeTeam(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('teamId') teamId: string, @Body() { role }: ChangePermissionDto): Promise<void> {
    await this.permissions.change(await this.load(actor, spaceId), { teamId }, role);
  }

  @ExtensionOperation({ id: 'removeUserFromSpace', summary: 'End what is granted to a user on a space', status: 204 })
  @Delete('users/:userId')
  async removeUser(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('userId') userId: string): Promise<void> {
    await this.permissions.remove(await this.load(actor, spaceId), { userId });
  }

  @ExtensionOperation({ id: 'removeTeamFromSpace', summary: 'End what is granted to a team on a space', status: 204 })
  @Delete('teams/:teamId')
  async removeTeam(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('teamId') teamId: string): Promise<void> {
    await this.permissions.remove(await this.load(actor, spaceId), { teamId });
  }

  @ExtensionOperation({
    id: 'listPermissionsAggregateInSpace',
    summary: 'List everybody who reaches a space, with their roles',
    description: 'The role that results from membership, default level, and grants here and above, to users and their teams.',
    answer: UserPermissionListDto,
  })
  @Get('aggregate')
  async listEffective(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: EffectivePermissionsQuery): Promise<UserPermissionListDto> {
    return this.permissions.listEffective(await this.load(actor, spaceId), query);
  }

  private async load(actor: Actor, spaceId: string): Promise<AdministeredTarget> {
    return { ...(await this.access.load(actor, spaceId, 'admin')), kind: 'space' };
  }
}
