import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { MembersModule } from '../members/members.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ContentInstallationPresenter } from './content-installations/content-installation.presenter.js';
import { ContentInstallationStore } from './content-installations/content-installation-store.js';
import { ContentInstallationsService } from './content-installations/content-installations.service.js';
import { ShownSites, ShownSpaces } from './content-installations/shown-content.js';
import { SiteInstallationsController } from './content-installations/site-installations.controller.js';
import { SpaceInstallationsController } from './content-installations/space-installations.controller.js';
import { InstallationLimits } from './tokens/installation-limits.js';
import { InstallationTokensService } from './tokens/installation-tokens.service.js';
import { SiteScripts } from '../sites/published/site-scripts.js';
import { ContentIntegrationsController } from './content-installations/content-integrations.controller.js';
import { ContentIntegrationsService } from './content-installations/content-integrations.service.js';
import { OrganizationIntegrationsController } from './organization-integrations/organization-integrations.controller.js';
import { OrganizationIntegrationsService } from './organization-integrations/organization-integrations.service.js';
import { InstalledScripts } from './scripts/installed-scripts.js';
import { ScriptsController } from './scripts/scripts.controller.js';
import { Configurations } from './installations/configurations.js';
import { InstallationAccess } from './installations/installation.access.js';
import { InstallationLists } from './installations/installation-lists.js';
import { InstallationPresenter } from './installations/installation.presenter.js';
import { InstallationStore } from './installations/installation-store.js';
import { InstallationsController } from './installations/installations.controller.js';
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
import { IntegrationStore } from './integration-store.js';

@Module({
  imports: [MembersModule, AccessModule, OrganizationsModule, SpacesModule, SitesModule],
  controllers: [IntegrationsController, InstallationsController, SpaceInstallationsController, SiteInstallationsController, OrganizationIntegrationsController, ContentIntegrationsController, IntegrationImagesController, ScriptsController],
  providers: [
    Configurations,
    ContentInstallationPresenter,
    ContentInstallationsService,
    ContentInstallationStore,
    ContentIntegrationsService,
    InstalledScripts,
    OrganizationIntegrationsService,
    { provide: SiteScripts, useExisting: InstalledScripts },
    InstallationAccess,
    InstallationLists,
    InstallationPresenter,
    InstallationStore,
    InstallationTokensService,
    InstallationLimits,
    InstallationsService,
    IntegrationAccess,
    IntegrationImages,
    IntegrationLists,
    IntegrationOwners,
    IntegrationPresenter,
    IntegrationSecrets,
    IntegrationsService,
    IntegrationStore,
    ShownSites,
    ShownSpaces,
  ],
  exports: [ContentInstallationStore, InstallationStore, IntegrationSecrets, IntegrationStore],
})
export class IntegrationsModule {}
