import { Injectable } from '@nestjs/common';
import { placeSlot } from '../../kernel/permissions/slots.js';
import { Urls } from '../../kernel/urls/urls.js';
import type { IntegrationDto } from './dto/integration.dto.js';
import { IntegrationImages } from './integration-images.js';
import { IntegrationOwners } from './integration-owners.js';
import { IntegrationAccess } from './integration.access.js';
import type { IntegrationEntity } from './integration.entity.js';

@Injectable()
export class IntegrationPresenter {
  constructor(
    private readonly urls: Urls,
    private readonly images: IntegrationImages,
  ) {}

  present(integration: IntegrationEntity): IntegrationDto {
    const { name, summary, icon, configurations, contentSecurityPolicy } = integration;
    const dto: Omit<IntegrationDto, 'owner'> = {
      object: 'integration',
      name,
      version: integration.version,
      title: integration.title,
      description: integration.description,
      ...(summary === null ? {} : { summary }),
      previewImages: integration.previewImages.map((image) => this.images.address(name, image)),
      target: integration.target,
      verified: integration.verified,
      visibility: integration.visibility,
      scopes: integration.scopes,
      categories: integration.categories,
      blocks: integration.blocks,
      contentSources: integration.contentSources,
      ...(configurations === null ? {} : { configurations }),
      externalLinks: integration.externalLinks,
      urls: {
        location: this.urls.api('integrations', name),
        ...(icon === null ? {} : { icon: this.images.address(name, icon) }),
        app: this.urls.app('integrations', name),
        assets: this.images.base(name),
        publicEndpoint: this.urls.beside('integrations', name),
      },
      permissions: { admin: false, install: false }, // filled with the slot below
      ...(contentSecurityPolicy === null ? {} : { contentSecurityPolicy }),
    };
    placeSlot(IntegrationAccess, integration, ({ admin, install }) => Object.assign(dto.permissions, { admin, install }));
    placeSlot(IntegrationOwners, integration, (owner) => Object.assign(dto, { owner }));
    return dto as IntegrationDto; // whole once the slots are filled
  }
}
