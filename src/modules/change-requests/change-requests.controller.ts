import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { ChangeRequestLists } from './change-request-lists.js';
import { ChangeRequestMergesService } from './change-request-merges.service.js';
import { ChangeRequestsService } from './change-requests.service.js';
import { ChangeRequestDto, ChangeRequestListDto } from './dto/change-request.dto.js';
import { ChangeRequestListQuery, CreateChangeRequestDto, UpdateChangeRequestDto } from './dto/change-request-requests.dto.js';
import { MergeResultDto, UpdateResultDto } from './dto/merge-result.dto.js';

const SECTION = 'Change requests';

@Controller('v1/spaces/:spaceId/change-requests')
export class ChangeRequestsController {
  constructor(
    private readonly changeRequests: ChangeRequestsService,
    private readonly lists: ChangeRequestLists,
    private readonly merges: ChangeRequestMergesService,
  ) {}

  @Operation({ id: 'listChangeRequestsForSpace', section: SECTION, summary: 'List the change requests of a space', description: 'By number.', answer: ChangeRequestListDto })
  @Get()
  list(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: ChangeRequestListQuery): Promise<ChangeRequestListDto> {
    return this.lists.list(actor, spaceId, query);
  }

  @Operation({ id: 'createChangeRequest', section: SECTION, summary: 'Make a change request', description: 'A draft over the newest main content.', status: 201, answer: ChangeRequestDto })
  @Post()
  create(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Body() body: CreateChangeRequestDto): Promise<ChangeRequestDto> {
    return this.changeRequests.create(actor, spaceId, body);
  }

  @Operation({ id: 'getChangeRequestById', section: SECTION, summary: 'Get a change request', answer: ChangeRequestDto })
  @Get(':changeRequestId')
  get(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string): Promise<ChangeRequestDto> {
    return this.changeRequests.get(actor, spaceId, changeRequestId);
  }

  @Operation({ id: 'updateChangeRequestById', section: SECTION, summary: 'Change a change request', answer: ChangeRequestDto, errors: [409] })
  @Patch(':changeRequestId')
  update(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Body() body: UpdateChangeRequestDto,
  ): Promise<ChangeRequestDto> {
    return this.changeRequests.update(actor, spaceId, changeRequestId, body);
  }

  @Operation({
    id: 'mergeChangeRequest',
    section: SECTION,
    summary: 'Merge a change request into the main content',
    description: 'All of it, or nothing where both changed the same place in different ways.',
    answer: MergeResultDto,
    errors: [409],
  })
  @Post(':changeRequestId/merge')
  merge(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string): Promise<MergeResultDto> {
    return this.merges.merge(actor, spaceId, changeRequestId);
  }

  @Operation({
    id: 'updateChangeRequest',
    section: SECTION,
    summary: 'Bring a change request up to date with the main content',
    description: 'What both changed in different ways stays as the change request has it, with conflict markers; they have to go before it can be merged.',
    answer: UpdateResultDto,
    errors: [409],
  })
  @Post(':changeRequestId/update')
  bringUpToDate(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string): Promise<UpdateResultDto> {
    return this.merges.update(actor, spaceId, changeRequestId);
  }
}
