import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import type { Page } from '../../../kernel/pagination/page.js';
import { AllContentInstallationsQuery, ContentInstallationListQuery, ExtendedQuery, SiteInstallationDto, SiteInstallationListDto } from '../dto/content-installation.dto.js';
import { InstallOnSiteDto, UpdateContentInstallationDto } from '../dto/installation-requests.dto.js';
import { ContentInstallationPresenter } from './content-installation.presenter.js';
import { ContentInstallationsService, type Installed } from './content-installations.service.js';

@Controller('v1/integrations/:integrationName')
export class SiteInstallationsController {
  constructor(
    private readonly installations: ContentInstallationsService,
    private readonly presenter: ContentInstallationPresenter,
  ) {}

  @ExtensionOperation({
    id: 'listIntegrationSiteInstallations',
    summary: 'List the sites of all installations of an integration',
    description: 'For members of the organization that owns it.',
    answer: SiteInstallationListDto,
  })
  @Get('sites')
  listAll(@CurrentActor() actor: Actor, @Param('integrationName') integrationName: string, @Query() query: AllContentInstallationsQuery): Promise<Page<SiteInstallationDto>> {
    return this.installations.listAll(actor, 'site', integrationName, query, this.presented(query));
  }

  @ExtensionOperation({
    id: 'listIntegrationInstallationSites',
    summary: 'List the sites of an installation',
    description: 'Those that it was installed in; all of the organization where `site_selection` is `all`.',
    answer: SiteInstallationListDto,
  })
  @Get('installations/:installationId/sites')
  list(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Query() query: ContentInstallationListQuery,
  ): Promise<Page<SiteInstallationDto>> {
    return this.installations.list(actor, 'site', { integrationName, installationId }, query, this.presented(query));
  }

  @ExtensionOperation({ id: 'installIntegrationOnSite', summary: 'Install an integration in a site', status: 201, answer: SiteInstallationDto, errors: [409, 413, 415] })
  @Post('installations/:installationId/sites')
  async install(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Query() query: ExtendedQuery,
    @Body() { siteId }: InstallOnSiteDto,
  ): Promise<SiteInstallationDto> {
    return this.presented(query)(await this.installations.install(actor, 'site', { integrationName, installationId }, 'siteId', siteId));
  }

  @ExtensionOperation({ id: 'getIntegrationSiteInstallation', summary: 'Get an installation in a site', answer: SiteInstallationDto })
  @Get('installations/:installationId/sites/:siteId')
  async get(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Param('siteId') siteId: string,
    @Query() query: ExtendedQuery,
  ): Promise<SiteInstallationDto> {
    return this.presented(query)(await this.installations.get(actor, 'site', { integrationName, installationId }, siteId));
  }

  @ExtensionOperation({ id: 'updateIntegrationSiteInstallation', summary: 'Update an installation in a site', answer: SiteInstallationDto, errors: [413, 415] })
  @Patch('installations/:installationId/sites/:siteId')
  async update(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Param('siteId') siteId: string,
    @Query() query: ExtendedQuery,
    @Body() body: UpdateContentInstallationDto,
  ): Promise<SiteInstallationDto> {
    return this.presented(query)(await this.installations.update(actor, 'site', { integrationName, installationId }, siteId, body));
  }

  @ExtensionOperation({ id: 'uninstallIntegrationFromSite', summary: 'Uninstall an integration from a site', status: 205, errors: [409] })
  @Delete('installations/:installationId/sites/:siteId')
  uninstall(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Param('siteId') siteId: string,
  ): Promise<void> {
    return this.installations.uninstall(actor, 'site', { integrationName, installationId }, siteId);
  }

  private presented({ extended }: ExtendedQuery): (installed: Installed) => SiteInstallationDto {
    return ({ integration, content }) => this.presenter.site(integration, content, extended);
  }
}
