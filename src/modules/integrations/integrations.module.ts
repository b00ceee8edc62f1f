import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { InstallationPresenter } from './installations/installation.presenter.js';
import { InstallationsService } from './installations/installations.service.js';
import { IntegrationImages } from './integration-images.js';
import { IntegrationImagesController } from './integration-images.controller.js';
import { IntegrationLists } from './integration-lists.js';
import { IntegrationOwners } from './integration-owners.js';
import { IntegrationSecrets } from './integration-secrets.js';
import { IntegrationAccess } from './integration.access.js';
import { IntegrationPresenter } from './integration.presenter.js';
import { IntegrationsController } from './integrations.controller.js';
import { IntegrationsService } from './integrations.service.js';

@Module({
  imports: [OrganizationsModule],
  controllers: [IntegrationsController, IntegrationImagesController],
  providers: [
    InstallationPresenter,
    InstallationsService,
    IntegrationAccess,
    IntegrationImages,
    IntegrationLists,
    IntegrationOwners,
    IntegrationPresenter,
    IntegrationSecrets,
    IntegrationsService,
  ],
  exports: [InstallationsService, IntegrationSecrets, IntegrationsService],
})
export class IntegrationsModule {}
