import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { OpenToVisits } from '../../kernel/auth/bearer-guard.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { CreateSpaceDto, MoveSpaceDto, TransferSpaceDto, UpdateSpaceDto } from './dto/space-requests.dto.js';
import { SpaceDto } from './dto/space.dto.js';
import { SpaceMovesService } from './space-moves.service.js';
import { SpacesService } from './spaces.service.js';

@Controller('v1')
export class SpacesController {
  constructor(
    private readonly spaces: SpacesService,
    private readonly moves: SpaceMovesService,
  ) {}

  @ExtensionOperation({ id: 'createSpace', summary: 'Create a space', description: 'Empty, at the end of its parent.', status: 201, answer: SpaceDto, errors: [413, 415] })
  @Post('orgs/:organizationId/spaces')
  create(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Body() body: CreateSpaceDto): Promise<SpaceDto> {
    return this.spaces.create(actor, organizationId, body);
  }

  @ExtensionOperation({ id: 'getSpaceById', summary: 'Get a space', description: 'Its admins see it while it is in the trash, too: then it tells `deletedAt`.', answer: SpaceDto })
  @OpenToVisits()
  @Get('spaces/:spaceId')
  get(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string): Promise<SpaceDto> {
    return this.spaces.get(actor, spaceId);
  }

  @ExtensionOperation({ id: 'updateSpaceById', summary: 'Update a space', answer: SpaceDto, errors: [413, 415] })
  @Patch('spaces/:spaceId')
  update(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Body() body: UpdateSpaceDto): Promise<SpaceDto> {
    return this.spaces.update(actor, spaceId, body);
  }

  @ExtensionOperation({
    id: 'deleteSpaceById',
    summary: 'Delete a space',
    description: 'Puts it into the trash: for seven days it can be restored. A space that a site shows is to be taken off it first.',
    status: 204,
    errors: [412],
  })
  @Delete('spaces/:spaceId')
  delete(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string): Promise<void> {
    return this.spaces.delete(actor, spaceId);
  }

  @ExtensionOperation({ id: 'restoreSpace', summary: 'Restore a space from the trash', answer: SpaceDto })
  @Post('spaces/:spaceId/restore')
  restore(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string): Promise<SpaceDto> {
    return this.spaces.restore(actor, spaceId);
  }

  @ExtensionOperation({ id: 'moveSpace', summary: 'Move a space', description: 'Within its organization.', answer: SpaceDto, errors: [409, 413, 415] })
  @Post('spaces/:spaceId/move')
  move(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Body() body: MoveSpaceDto): Promise<SpaceDto> {
    return this.moves.move(actor, spaceId, body);
  }

  @ExtensionOperation({
    id: 'transferSpace',
    summary: 'Transfer a space to another organization',
    description: 'To the end of its root. Grants to people and teams outside of it end.',
    answer: SpaceDto,
    errors: [409, 412, 413, 415],
  })
  @Post('spaces/:spaceId/transfer')
  transfer(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Body() body: TransferSpaceDto): Promise<SpaceDto> {
    return this.moves.transfer(actor, spaceId, body);
  }
}
