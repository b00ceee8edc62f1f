import { Injectable } from '@nestjs/common';
import { placeSlot } from '../../../kernel/permissions/slots.js';
import { Urls } from '../../../kernel/urls/urls.js';
import type { ContentInstallationDto, SiteInstallationDto, SpaceInstallationDto } from '../dto/content-installation.dto.js';
import type { IntegrationEntity } from '../integration.entity.js';
import type { ContentKind } from '../integration-values.js';
import { installationStatus } from '../installations/installation-status.js';
import type { OpenContentInstallation } from './content-installation-store.js';
import { ShownSites, ShownSpaces } from './shown-content.js';

@Injectable()
export class ContentInstallationPresenter {
  constructor(private readonly urls: Urls) {}

  /** @param extended shows the space itself, to callers who see it */
  space(integration: IntegrationEntity, installation: OpenContentInstallation, extended: boolean): SpaceInstallationDto {
    const dto: SpaceInstallationDto = { ...this.base('space', integration, installation), space: installation.targetId };
    if (extended) placeSlot(ShownSpaces, installation.targetId, (space) => Object.assign(dto, { space: space ?? dto.space }));
    return dto;
  }

  /** @param extended shows the site itself, to callers who see it */
  site(integration: IntegrationEntity, installation: OpenContentInstallation, extended: boolean): SiteInstallationDto {
    const dto: SiteInstallationDto = { ...this.base('site', integration, installation), site: installation.targetId };
    if (extended) placeSlot(ShownSites, installation.targetId, (site) => Object.assign(dto, { site: site ?? dto.site }));
    return dto;
  }

  private base(kind: ContentKind, { name, configurations }: IntegrationEntity, installation: OpenContentInstallation): ContentInstallationDto {
    const { installationId, targetId, configured, configuration, externalIds } = installation;
    return {
      integration: name,
      installation: installationId,
      status: installationStatus(configurations?.[kind], configured),
      configuration,
      externalIds,
      urls: {
        location: this.urls.api('integrations', name, 'installations', installationId, `${kind}s`, targetId),
        publicEndpoint: this.urls.beside('integrations', name, installationId, `${kind}s`, targetId),
      },
    };
  }
}
