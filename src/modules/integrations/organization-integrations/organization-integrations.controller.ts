import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import type { Page } from '../../../kernel/pagination/page.js';
import { IntegrationListQuery } from '../dto/integration-queries.dto.js';
import { IntegrationListDto } from '../dto/integration.dto.js';
import {
  InstalledIntegrationDto,
  InstalledIntegrationListDto,
  IntegrationSearchQuery,
  IntegrationStatusDto,
  IntegrationStatusQuery,
  OrganizationInstallationDto,
  OrganizationInstallationListDto,
} from '../dto/organization-integrations.dto.js';
import { IntegrationLists } from '../integration-lists.js';
import { OrganizationIntegrationsService } from './organization-integrations.service.js';

@Controller('v1/orgs/:organizationId')
export class OrganizationIntegrationsController {
  constructor(
    private readonly lists: IntegrationLists,
    private readonly integrations: OrganizationIntegrationsService,
  ) {}

  @ExtensionOperation({ id: 'listOrganizationIntegrations', summary: 'List the integrations for an organization', description: 'The public ones, and all of its own.', answer: IntegrationListDto })
  @Get('integrations')
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: IntegrationListQuery): Promise<IntegrationListDto> {
    return this.lists.listForOrganization(actor, organizationId, query);
  }

  @ExtensionOperation({ id: 'listOrganizationInstallations', summary: 'List what an organization has installed', description: 'With configurations: for its admins.', answer: OrganizationInstallationListDto })
  @Get('installations')
  listInstallations(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: IntegrationSearchQuery): Promise<Page<OrganizationInstallationDto>> {
    return this.integrations.listInstallations(actor, organizationId, query);
  }

  @ExtensionOperation({ id: 'listOrganizationIntegrationsStatus', summary: 'List the status of all installed integrations', answer: InstalledIntegrationListDto })
  @Get('integrations/installations-status')
  listStatuses(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: IntegrationStatusQuery): Promise<Page<InstalledIntegrationDto>> {
    return this.integrations.listStatuses(actor, organizationId, query);
  }

  @ExtensionOperation({ id: 'getOrganizationIntegrationStatus', summary: 'Get the status of an installed integration', answer: IntegrationStatusDto })
  @Get('integrations/:integrationName/installation_status')
  getStatus(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('integrationName') integrationName: string): Promise<IntegrationStatusDto> {
    return this.integrations.getStatus(actor, organizationId, integrationName);
  }
}
