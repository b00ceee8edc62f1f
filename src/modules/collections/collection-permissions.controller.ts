import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { type AdministeredTarget, ContentPermissionsService } from '../access/content-permissions.service.js';
import { ChangePermissionDto, EffectivePermissionsQuery, InviteToContentDto, TeamPermissionListDto, UserPermissionListDto } from '../access/dto/content-permission.dto.js';
import { CollectionAccess } from './collection.access.js';

/** Who is granted what on a collection: the business of its admins. */
@Controller('v1/collections/:collectionId/permissions')
export class CollectionPermissionsController {
  constructor(
    private readonly access: CollectionAccess,
    private readonly permissions: ContentPermissionsService,
  ) {}

  @ExtensionOperation({ id: 'inviteToCollection', summary: 'Grant a role on a collection to users and teams', description: 'What was granted to them here before is replaced.', status: 204, errors: [413, 415] })
  @Post()
  async invite(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Body() body: InviteToContentDto): Promise<void> {
    await this.permissions.invite(await this.load(actor, collectionId), body);
  }

  @ExtensionOperation({ id: 'listUserPermissionsInCollection', summary: 'List the users that a role is granted to on a collection', answer: UserPermissionListDto })
  @Get('users')
  async listUsers(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Query() query: PageQuery): Promise<UserPermissionListDto> {
    return this.permissions.listUsers(await this.load(actor, collectionId), query);
  }

  @ExtensionOperation({ id: 'listTeamPermissionsInCollection', summary: 'List the teams that a role is granted to on a collection', answer: TeamPermissionListDto })
  @Get('teams')
  async listTeams(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Query() query: PageQuery): Promise<TeamPermissionListDto> {
    return this.permissions.listTeams(await this.load(actor, collectionId), query);
  }

  @ExtensionOperation({ id: 'updateUserPermissionInCollection', summary: 'Change the role granted to a user on a collection', status: 204, errors: [413, 415] })
  @Patch('users/:userId')
  async changeUser(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Param('userId') userId: string, @Body() { role }: ChangePermissionDto): Promise<void> {
    await this.permissions.change(await this.load(actor, collectionId), { userId }, role);
  }

  @ExtensionOperation({ id: 'updateTeamPermissionInCollection', summary: 'Change the role granted to a team on a collection', status: 204, errors: [413, 415] })
  @Patch('teams/:teamId')
  async changeTeam(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Param('teamId') teamId: string, @Body() { role }: ChangePermissionDto): Promise<void> {
    await this.permissions.change(await this.load(actor, collectionId), { teamId }, role);
  }

  @ExtensionOperation({ id: 'removeUserFromCollection', summary: 'End what is granted to a user on a collection', status: 204 })
  @Delete('users/:userId')
  async removeUser(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Param('userId') userId: string): Promise<void> {
    await this.permissions.remove(await this.load(actor, collectionId), { userId });
  }

  @ExtensionOperation({ id: 'removeTeamFromCollection', summary: 'End what is granted to a team on a collection', status: 204 })
  @Delete('teams/:teamId')
  async removeTeam(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Param('teamId') teamId: string): Promise<void> {
    await this.permissions.remove(await this.load(actor, collectionId), { teamId });
  }

  @ExtensionOperation({
    id: 'listPermissionsAggregateInCollection',
    summary: 'List everybody who reaches a collection, with their roles',
    description: 'The role that results from membership, default level, and grants here and above, to users and their teams.',
    answer: UserPermissionListDto,
  })
  @Get('aggregate')
  async listEffective(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Query() query: EffectivePermissionsQuery): Promise<UserPermissionListDto> {
    return this.permissions.listEffective(await this.load(actor, collectionId), query);
  }

  private async load(actor: Actor, collectionId: string): Promise<AdministeredTarget> {
    return { ...(await this.access.load(actor, collectionId, 'admin')), kind: 'collection' };
  }
}
