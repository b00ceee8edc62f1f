import { Body, Controller, Param, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { OpenToVisits } from '../../../kernel/auth/bearer-guard.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { OrganizationSearchResultListDto } from '../../content/dto/search-result.dto.js';
import { SearchSiteContentDto, SiteSearchQuery } from '../dto/site-search.dto.js';
import { SiteSearchService } from './site-search.service.js';
import { CurrentVisitor, type Visitor } from './visitor.js';

@Controller('v1/orgs/:organizationId/sites/:siteId/search')
export class SiteSearchController {
  constructor(private readonly searching: SiteSearchService) {}

  @ExtensionOperation({
    id: 'searchSiteContent',
    summary: 'Search the content of a site',
    description: 'For whoever reads the site; in what the conditions show them. Grouped by space, as the search of an organization is.',
    answer: OrganizationSearchResultListDto,
    errors: [413, 415],
  })
  @OpenToVisits()
  @Post()
  search(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: SearchSiteContentDto,
    @Query() { shareKey, ...paging }: SiteSearchQuery,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<OrganizationSearchResultListDto> {
    return this.searching.search(actor, organizationId, siteId, body, { paging, visitor, shareKey });
  }
}
