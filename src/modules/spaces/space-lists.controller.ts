import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import type { WrittenAnswer } from '../../kernel/http/answer.js';
import { ExtensionOperation, Operation } from '../../kernel/openapi/operation.js';
import { pageOf } from '../../kernel/pagination/page-of.js';
import type { Page } from '../../kernel/pagination/page.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { MemberSpaceDto } from './dto/member-space.dto.js';
import { SpaceDto } from './dto/space.dto.js';
import { MemberSpacesQuery } from './dto/space-queries.dto.js';
import { SpaceListsService } from './space-lists.service.js';

@Controller('v1')
export class SpaceListsController {
  constructor(private readonly lists: SpaceListsService) {}

  @ExtensionOperation({ id: 'listSpacesInOrganizationById', summary: 'List the spaces of an organization', description: 'All that the caller can view, in collections and outside of them.', answer: pageOf(SpaceDto), written: true })
  @Get('orgs/:organizationId/spaces')
  listInOrganization(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: PageQuery): Promise<WrittenAnswer> {
    return this.lists.listInOrganization(actor, organizationId, query);
  }

  @Operation({ id: 'listSpacesInCollectionById', section: 'Collections', summary: 'List the spaces in a collection', answer: pageOf(SpaceDto), written: true })
  @Get('collections/:collectionId/spaces')
  listInCollection(@CurrentActor() actor: Actor, @Param('collectionId') collectionId: string, @Query() query: PageQuery): Promise<WrittenAnswer> {
    return this.lists.listInCollection(actor, collectionId, query);
  }

  @Operation({
    id: 'listSpacesForOrganizationMember',
    section: 'Organization members',
    summary: 'List the spaces that a member can view',
    description: 'As far as the caller can view them, too.',
    answer: pageOf(MemberSpaceDto),
  })
  @Get('orgs/:organizationId/members/:userId/spaces')
  listOfMember(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('userId') userId: string,
    @Query() query: MemberSpacesQuery,
  ): Promise<Page<MemberSpaceDto>> {
    return this.lists.listOfMember(actor, organizationId, userId, query);
  }
}
