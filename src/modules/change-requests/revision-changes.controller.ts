import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { SemanticChangesQuery } from '../content/dto/semantic-changes.dto.js';
import { RevisionChangesDto } from './dto/revision-changes.dto.js';
import { RevisionChangesService } from './revision-changes.service.js';

@Controller('v1/spaces/:spaceId')
export class RevisionChangesController {
  constructor(private readonly changes: RevisionChangesService) {}

  @ExtensionOperation({ id: 'getRevisionSemanticChanges', summary: 'Tell what a revision changed', description: 'Pages, files and variables that are different from the revision before it.', answer: RevisionChangesDto })
  @Get('revisions/:revisionId/changes')
  ofRevision(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('revisionId') revisionId: string, @Query() query: SemanticChangesQuery): Promise<RevisionChangesDto> {
    return this.changes.ofRevision(actor, spaceId, revisionId, query);
  }

  @ExtensionOperation({ id: 'getChangeRequestChanges', summary: 'Tell what a change request changes', description: 'Pages, files and variables that are different from the main content that it took in last.', answer: RevisionChangesDto })
  @Get('change-requests/:changeRequestId/changes')
  ofChangeRequest(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Query() query: SemanticChangesQuery,
  ): Promise<RevisionChangesDto> {
    return this.changes.ofChangeRequest(actor, spaceId, changeRequestId, query);
  }
}
