import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { InstallationDto } from '../dto/installation.dto.js';
import { InstallationTokenDto } from '../dto/installation-token.dto.js';
import { InstallIntegrationDto, UpdateInstallationDto } from '../dto/installation-requests.dto.js';
import { InstallationTokensService } from '../tokens/installation-tokens.service.js';
import { InstallationsService } from './installations.service.js';

@Controller('v1/integrations/:integrationName/installations')
export class InstallationsController {
  constructor(
    private readonly installations: InstallationsService,
    private readonly tokens: InstallationTokensService,
  ) {}

  @ExtensionOperation({
    id: 'installIntegration',
    summary: 'Install an integration in an organization',
    description: 'For its admins. The integration may do what it asks for at this moment, for as long as it is installed. A private one is installed only in the organization that owns it.',
    status: 201,
    answer: InstallationDto,
    errors: [409, 413, 415],
  })
  @Post()
  install(@CurrentActor() actor: Actor, @Param('integrationName') integrationName: string, @Body() body: InstallIntegrationDto): Promise<InstallationDto> {
    return this.installations.install(actor, integrationName, body);
  }

  @ExtensionOperation({
    id: 'getIntegrationInstallationById',
    summary: 'Get an installation',
    description: 'For admins of the organization where it is, and for members of the one that owns the integration.',
    answer: InstallationDto,
  })
  @Get(':installationId')
  get(@CurrentActor() actor: Actor, @Param('integrationName') integrationName: string, @Param('installationId') installationId: string): Promise<InstallationDto> {
    return this.installations.get(actor, integrationName, installationId);
  }

  @ExtensionOperation({
    id: 'updateIntegrationInstallation',
    summary: 'Update an installation',
    description: 'For admins of the organization; with a token of the installation, all but the selections.',
    answer: InstallationDto,
    errors: [409, 413, 415],
  })
  @Patch(':installationId')
  update(
    @CurrentActor() actor: Actor,
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Body() body: UpdateInstallationDto,
  ): Promise<InstallationDto> {
    return this.installations.update(actor, integrationName, installationId, body);
  }

  @ExtensionOperation({ id: 'uninstallIntegration', summary: 'Uninstall an integration', description: 'From all spaces and sites of the organization, too. Its tokens end at once.', status: 205 })
  @Delete(':installationId')
  uninstall(@CurrentActor() actor: Actor, @Param('integrationName') integrationName: string, @Param('installationId') installationId: string): Promise<void> {
    return this.installations.uninstall(actor, integrationName, installationId);
  }

  @ExtensionOperation({
    id: 'createIntegrationInstallationToken',
    summary: 'Create a token of an installation',
    description:
      'For admins of the organization, and of the one that owns the integration. It works for an hour, in the spaces and sites of the installation, ' +
      'for what the scopes of the integration are for, and never for more than who installed it may do.',
    answer: InstallationTokenDto,
    errors: [409],
  })
  @Post(':installationId/tokens')
  createToken(@CurrentActor() actor: Actor, @Param('integrationName') integrationName: string, @Param('installationId') installationId: string): Promise<InstallationTokenDto> {
    return this.tokens.create(actor, integrationName, installationId);
  }
}
