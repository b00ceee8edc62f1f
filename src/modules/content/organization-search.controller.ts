import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { SearchQuery } from './dto/content-queries.dto.js';
import { OrganizationSearchResultListDto } from './dto/search-result.dto.js';
import { OrganizationSearchService } from './organization-search.service.js';

@Controller('v1/orgs/:organizationId')
export class OrganizationSearchController {
  constructor(private readonly searching: OrganizationSearchService) {}

  @Operation({
    id: 'searchOrganizationContent',
    section: 'Organizations',
    summary: "Search an organization's content",
    description: 'Looks through all spaces that the caller can read. Spaces with the words in a title come first, then those with more matching pages.',
    answer: OrganizationSearchResultListDto,
  })
  @Get('search')
  search(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: SearchQuery): Promise<OrganizationSearchResultListDto> {
    return this.searching.search(actor, organizationId, query);
  }
}
