import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { badInput } from '../../../kernel/validation/faults.js';
import { OrganizationAccess } from '../../organizations/organization.access.js';
import { requireTarget } from '../content-installations/content-installations.service.js';
import type { InstallationDto } from '../dto/installation.dto.js';
import type { InstallIntegrationDto, UpdateInstallationDto } from '../dto/installation-requests.dto.js';
import { IntegrationAccess } from '../integration.access.js';
import type { IntegrationEntity } from '../integration.entity.js';
import { configurationFaults } from './configuration-check.js';
import { InstallationAccess } from './installation.access.js';
import type { ReadInstallation } from './installation-rows.js';
import { InstallationPresenter } from './installation.presenter.js';
import { InstallationStore } from './installation-store.js';

/** Where integrations are installed. */
@Injectable()
export class InstallationsService {
  constructor(
    private readonly integrations: IntegrationAccess,
    private readonly organizations: OrganizationAccess,
    private readonly access: InstallationAccess,
    private readonly store: InstallationStore,
    private readonly presenter: InstallationPresenter,
  ) {}

  /** @throws NotFoundError and ForbiddenError for the integration and the organization, ConflictError when it is there already */
  async install(actor: Actor, integrationName: string, { organization }: InstallIntegrationDto): Promise<InstallationDto> {
    const integration = await this.integrations.load(actor, integrationName, 'view');
    const { id: organizationId } = await this.organizations.load(actor, organization, 'admin');
    return this.answer(integration, await this.store.install({ integrationName, organizationId, installedBy: actor.userId }));
  }

  async get(actor: Actor, integrationName: string, installationId: string): Promise<InstallationDto> {
    const { integration, installation } = await this.access.load(actor, integrationName, installationId, 'view');
    return this.answer(integration, installation);
  }

  /** @throws BadInputError for a configuration that the integration doesn't take, ConflictError for a selection of what it isn't made for */
  async update(actor: Actor, integrationName: string, installationId: string, body: UpdateInstallationDto): Promise<InstallationDto> {
    const { externalIds, configuration, space_selection: spaceSelection, site_selection: siteSelection } = body;
    const choosesContent = spaceSelection !== undefined || siteSelection !== undefined;
    const { integration, installation } = await this.access.load(actor, integrationName, installationId, choosesContent ? 'admin' : 'edit');
    if (spaceSelection === 'all') requireTarget(integration, 'space');
    if (siteSelection === 'all') requireTarget(integration, 'site');
    const faults = configurationFaults(integration.configurations?.account, configuration ?? {}, 'configuration');
    if (faults.length > 0) throw badInput(faults);
    const changed = await this.store.update(await this.store.open(installation), { externalIds, configuration, spaceSelection, siteSelection });
    return this.answer(integration, changed);
  }

  async uninstall(actor: Actor, integrationName: string, installationId: string): Promise<void> {
    const { installation } = await this.access.load(actor, integrationName, installationId, 'admin');
    await this.store.uninstall(installation);
  }

  private async answer(integration: IntegrationEntity, installation: ReadInstallation): Promise<InstallationDto> {
    return this.presenter.present(integration, await this.store.open(installation));
  }
}
