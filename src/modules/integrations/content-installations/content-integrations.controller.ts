import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { SiteScriptDto } from '../../sites/dto/published-site.dto.js';
import { IntegrationListDto } from '../dto/integration.dto.js';
import { IntegrationBlocksDto, IntegrationSearchQuery } from '../dto/organization-integrations.dto.js';
import { ContentIntegrationsService } from './content-integrations.service.js';

@Controller('v1')
export class ContentIntegrationsController {
  constructor(private readonly integrations: ContentIntegrationsService) {}

  @ExtensionOperation({ id: 'listSpaceIntegrations', summary: 'List the integrations in a space', answer: IntegrationListDto })
  @Get('spaces/:spaceId/integrations')
  ofSpace(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: IntegrationSearchQuery): Promise<IntegrationListDto> {
    return this.integrations.ofSpace(actor, spaceId, query);
  }

  @ExtensionOperation({ id: 'listSpaceIntegrationsBlocks', summary: 'List the blocks that integrations add to the pages of a space', items: IntegrationBlocksDto })
  @Get('spaces/:spaceId/integration-blocks')
  blocksOfSpace(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string): Promise<IntegrationBlocksDto[]> {
    return this.integrations.blocksOfSpace(actor, spaceId);
  }

  @ExtensionOperation({ id: 'listSiteIntegrations', summary: 'List the integrations in a site', answer: IntegrationListDto })
  @Get('orgs/:organizationId/sites/:siteId/integrations')
  ofSite(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() query: IntegrationSearchQuery,
  ): Promise<IntegrationListDto> {
    return this.integrations.ofSite(actor, organizationId, siteId, query);
  }

  @ExtensionOperation({ id: 'listSiteIntegrationScripts', summary: 'List the scripts that integrations add to the pages of a site', items: SiteScriptDto })
  @Get('orgs/:organizationId/sites/:siteId/integration-scripts')
  scriptsOfSite(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string): Promise<SiteScriptDto[]> {
    return this.integrations.scriptsOfSite(actor, organizationId, siteId);
  }
}
