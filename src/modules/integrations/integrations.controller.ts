import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { InstallationListDto } from './dto/installation.dto.js';
import { InstallationListQuery, IntegrationListQuery } from './dto/integration-queries.dto.js';
import { IntegrationDto, IntegrationListDto } from './dto/integration.dto.js';
import { LARGEST_PUBLICATION, PublishIntegrationDto } from './dto/publish-integration.dto.js';
import { InstallationLists } from './installations/installation-lists.js';
import { IntegrationLists } from './integration-lists.js';
import { IntegrationsService } from './integrations.service.js';

const SECTION = 'Integrations';

@Controller('v1/integrations')
export class IntegrationsController {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly lists: IntegrationLists,
    private readonly installations: InstallationLists,
  ) {}

  @Operation({
    id: 'listIntegrations',
    section: SECTION,
    summary: 'List integrations',
    description: 'The public ones, and all of the organizations that you are a member of.',
    answer: IntegrationListDto,
  })
  @Get()
  list(@CurrentActor() actor: Actor, @Query() query: IntegrationListQuery): Promise<IntegrationListDto> {
    return this.lists.list(actor, query);
  }

  @Operation({ id: 'getIntegrationByName', section: SECTION, summary: 'Get an integration', answer: IntegrationDto })
  @Get(':integrationName')
  get(@CurrentActor() actor: Actor, @Param('integrationName') integrationName: string): Promise<IntegrationDto> {
    return this.integrations.get(actor, integrationName);
  }

  @Operation({
    id: 'publishIntegration',
    section: SECTION,
    summary: 'Publish an integration',
    description: 'Makes it, or gives it its next version, which is exactly what is sent: what is left out takes its default, and there are no secrets but those sent. A name belongs to the organization that published it first. Publishing it as private ends its installations in other organizations.',
    answer: IntegrationDto,
    errors: [409, 413, 415],
    bodyLimit: LARGEST_PUBLICATION,
  })
  @Post(':integrationName')
  publish(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Body() body: PublishIntegrationDto,
  ): Promise<IntegrationDto> {
    return this.integrations.publish(actor, integrationName, body);
  }

  @Operation({
    id: 'unpublishIntegration',
    section: SECTION,
    summary: 'Unpublish an integration',
    description: 'Ends its installations, and frees its name.',
    status: 204,
  })
  @Delete(':integrationName')
  unpublish(@CurrentActor() actor: Actor, @Param('integrationName') integrationName: string): Promise<void> {
    return this.integrations.unpublish(actor, integrationName);
  }

  @Operation({
    id: 'listIntegrationInstallations',
    section: SECTION,
    summary: 'List the installations of an integration',
    description: 'For members of the organization that owns it.',
    answer: InstallationListDto,
  })
  @Get(':integrationName/installations')
  listInstallations(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Query() query: InstallationListQuery,
  ): Promise<InstallationListDto> {
    return this.installations.list(actor, integrationName, query);
  }
}
