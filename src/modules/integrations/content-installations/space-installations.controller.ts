import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import type { Page } from '../../../kernel/pagination/page.js';
import { AllContentInstallationsQuery, ContentInstallationListQuery, ExtendedQuery, SpaceInstallationDto, SpaceInstallationListDto } from '../dto/content-installation.dto.js';
import { InstallOnSpaceDto, UpdateContentInstallationDto } from '../dto/installation-requests.dto.js';
import { ContentInstallationPresenter } from './content-installation.presenter.js';
import { ContentInstallationsService, type Installed } from './content-installations.service.js';

@Controller('v1/integrations/:integrationName')
export class SpaceInstallationsController {
  constructor(
    private readonly installations: ContentInstallationsService,
    private readonly presenter: ContentInstallationPresenter,
  ) {}

  @ExtensionOperation({
    id: 'listIntegrationSpaceInstallations',
    summary: 'List the spaces of all installations of an integration',
    description: 'For members of the organization that owns it.',
    answer: SpaceInstallationListDto,
  })
  @Get('spaces')
  listAll(@CurrentActor() actor: Actor, @Param('integrationName') integrationName: string, @Query() query: AllContentInstallationsQuery): Promise<Page<SpaceInstallationDto>> {
    return this.installations.listAll(actor, 'space', integrationName, query, this.presented(query));
  }

  @ExtensionOperation({
    id: 'listIntegrationInstallationSpaces',
    summary: 'List the spaces of an installation',
    description: 'Those that it was installed in; all of the organization where `space_selection` is `all`.',
    answer: SpaceInstallationListDto,
  })
  @Get('installations/:installationId/spaces')
  list(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Query() query: ContentInstallationListQuery,
  ): Promise<Page<SpaceInstallationDto>> {
    return this.installations.list(actor, 'space', { integrationName, installationId }, query, this.presented(query));
  }

  @ExtensionOperation({ id: 'installIntegrationOnSpace', summary: 'Install an integration in a space', status: 201, answer: SpaceInstallationDto, errors: [409, 413, 415] })
  @Post('installations/:installationId/spaces')
  async install(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Query() query: ExtendedQuery,
    @Body() { space }: InstallOnSpaceDto,
  ): Promise<SpaceInstallationDto> {
    return this.presented(query)(await this.installations.install(actor, 'space', { integrationName, installationId }, 'space', space));
  }

  @ExtensionOperation({ id: 'getIntegrationSpaceInstallation', summary: 'Get an installation in a space', answer: SpaceInstallationDto })
  @Get('installations/:installationId/spaces/:spaceId')
  async get(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Param('spaceId') spaceId: string,
    @Query() query: ExtendedQuery,
  ): Promise<SpaceInstallationDto> {
    return this.presented(query)(await this.installations.get(actor, 'space', { integrationName, installationId }, spaceId));
  }

  @ExtensionOperation({ id: 'updateIntegrationSpaceInstallation', summary: 'Update an installation in a space', answer: SpaceInstallationDto, errors: [413, 415] })
  @Patch('installations/:installationId/spaces/:spaceId')
  async update(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Param('spaceId') spaceId: string,
    @Query() query: ExtendedQuery,
    @Body() body: UpdateContentInstallationDto,
  ): Promise<SpaceInstallationDto> {
    return this.presented(query)(await this.installations.update(actor, 'space', { integrationName, installationId }, spaceId, body));
  }

  @ExtensionOperation({ id: 'uninstallIntegrationFromSpace', summary: 'Uninstall an integration from a space', status: 205, errors: [409] })
  @Delete('installations/:installationId/spaces/:spaceId')
  uninstall(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Param('spaceId') spaceId: string,
  ): Promise<void> {
    return this.installations.uninstall(actor, 'space', { integrationName, installationId }, spaceId);
  }

  private presented({ extended }: ExtendedQuery): (installed: Installed) => SpaceInstallationDto {
    return ({ integration, content }) => this.presenter.space(integration, content, extended);
  }
}
