import { Controller, Param, Post } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { SpaceDto } from '../spaces/dto/space.dto.js';
import { SpaceDuplicatesService } from './space-duplicates.service.js';

@Controller('v1/spaces/:spaceId/duplicate')
export class SpaceDuplicatesController {
  constructor(private readonly duplicates: SpaceDuplicatesService) {}

  @ExtensionOperation({
    id: 'duplicateSpace',
    summary: 'Duplicate a space',
    description: 'A space with the same main content, level and grants, at the end of the same parent. Comments and change requests stay behind.',
    status: 201,
    answer: SpaceDto,
  })
  @Post()
  duplicate(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string): Promise<SpaceDto> {
    return this.duplicates.duplicate(actor, spaceId);
  }
}
