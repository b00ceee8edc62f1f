import { Injectable } from '@nestjs/common';
import { Urls } from '../../../kernel/urls/urls.js';
import type { InstallationDto } from '../dto/installation.dto.js';
import type { IntegrationEntity } from '../integration.entity.js';
import type { Configuration } from './configurations.js';
import type { ReadInstallation } from './installation-rows.js';
import { installationStatus } from './installation-status.js';

/** An installation with its configuration opened. */
export interface OpenInstallation extends ReadInstallation {
  readonly configuration: Configuration;
}

@Injectable()
export class InstallationPresenter {
  constructor(private readonly urls: Urls) {}

  present({ configurations }: Pick<IntegrationEntity, 'configurations'>, installation: OpenInstallation): InstallationDto {
    const { id, integrationName, organizationId, configuration } = installation;
    return {
      id,
      status: installationStatus(configurations?.account, installation.configured),
      space_selection: installation.spaceSelection,
      site_selection: installation.siteSelection,
      spaces: installation.spaces,
      configuration,
      createdAt: installation.createdAt.toISOString(),
      updatedAt: installation.updatedAt.toISOString(),
      urls: {
        location: this.urls.api('integrations', integrationName, 'installations', id),
        app: this.urls.app('o', organizationId, 'integrations', integrationName),
        publicEndpoint: this.urls.beside('integrations', integrationName, id),
      },
      externalIds: installation.externalIds,
      target: { organization: organizationId },
    };
  }
}
