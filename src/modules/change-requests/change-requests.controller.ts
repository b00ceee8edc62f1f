import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { ChangeRequestLists } from './change-request-lists.js';
import { ChangeRequestsService } from './change-requests.service.js';
import { ChangeRequestDto, ChangeRequestListDto } from './dto/change-request.dto.js';
import { ChangeRequestListQuery, CreateChangeRequestDto, UpdateChangeRequestDto } from './dto/change-request-requests.dto.js';

const SECTION = 'Change requests';

@Controller('v1/spaces/:spaceId/change-requests')
export class ChangeRequestsController {
  constructor(
    private readonly changeRequests: ChangeRequestsService,
    private readonly lists: ChangeRequestLists,
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
}
