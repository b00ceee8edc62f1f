import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import type { WrittenAnswer } from '../../kernel/http/answer.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { pageOf } from '../../kernel/pagination/page-of.js';
import { CollectionMovesService } from './collection-moves.service.js';
import { CollectionsService } from './collections.service.js';
import { CollectionDto } from './dto/collection.dto.js';
import { CollectionListQuery, CreateCollectionDto, MoveCollectionDto, TransferCollectionDto, UpdateCollectionDto } from './dto/collection-requests.dto.js';

const SECTION = 'Collections';

@Controller('v1')
export class CollectionsController {
  constructor(
    private readonly collections: CollectionsService,
    private readonly moves: CollectionMovesService,
  ) {}

  @Operation({ id: 'listCollectionsInOrganizationById', section: SECTION, summary: 'List the collections of an organization', answer: pageOf(CollectionDto), written: true })
  @Get('orgs/:organizationId/collections')
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: CollectionListQuery): Promise<WrittenAnswer> {
    return this.collections.list(actor, organizationId, query);
  }

  @Operation({
    id: 'createCollection',
    section: SECTION,
    summary: 'Make a collection',
    description: 'At the end of its parent, or of the organization. It inherits its default level.',
    status: 201,
    answer: CollectionDto,
  })
  @Post('orgs/:organizationId/collections')
  create(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Body() body: CreateCollectionDto): Promise<CollectionDto> {
    return this.collections.create(actor, organizationId, body);
  }

  @Operation({ id: 'getCollectionById', section: SECTION, summary: 'Get a collection', answer: CollectionDto })
  @Get('collections/:collectionId')
  get(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string): Promise<CollectionDto> {
    return this.collections.get(actor, collectionId);
  }

  @Operation({ id: 'updateCollectionById', section: SECTION, summary: 'Change a collection', answer: CollectionDto })
  @Patch('collections/:collectionId')
  update(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Body() body: UpdateCollectionDto): Promise<CollectionDto> {
    return this.collections.update(actor, collectionId, body);
  }

  @Operation({
    id: 'deleteCollectionById',
    section: SECTION,
    summary: 'Delete a collection',
    description: 'What is in it moves up into its place, with the level and the grants that it had through the collection.',
    status: 205,
  })
  @Delete('collections/:collectionId')
  delete(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string): Promise<void> {
    return this.collections.delete(actor, collectionId);
  }

  @Operation({
    id: 'moveCollection',
    section: SECTION,
    summary: 'Move a collection within its organization',
    description: 'Into another parent, beside a sibling, or both; without a position at the end. 409 when nothing would change.',
    answer: CollectionDto,
    errors: [409],
  })
  @Post('collections/:collectionId/move')
  move(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Body() body: MoveCollectionDto): Promise<CollectionDto> {
    return this.moves.move(actor, collectionId, body);
  }

  @Operation({
    id: 'transferCollection',
    section: SECTION,
    summary: 'Transfer a collection to another organization',
    description: 'With everything inside. Grants to teams, and to people who are not members there, end. 412 while a space inside is in a site.',
    answer: CollectionDto,
    errors: [409, 412],
  })
  @Post('collections/:collectionId/transfer')
  transfer(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Body() body: TransferCollectionDto): Promise<CollectionDto> {
    return this.moves.transfer(actor, collectionId, body);
  }
}
