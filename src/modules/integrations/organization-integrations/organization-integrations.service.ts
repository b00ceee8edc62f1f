import { Injectable } from '@nestjs/common';
import { In } from '../../../kernel/database/typeorm.js';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import { readPage } from '../../../kernel/pagination/list.js';
import type { Page } from '../../../kernel/pagination/page.js';
import type { PageQuery } from '../../../kernel/pagination/page-query.js';
import { OrganizationAccess } from '../../organizations/organization.access.js';
import type {
  InstalledIntegrationDto,
  IntegrationSearchQuery,
  IntegrationStatusDto,
  IntegrationStatusQuery,
  OrganizationInstallationDto,
} from '../dto/organization-integrations.dto.js';
import { IntegrationEntity } from '../integration.entity.js';
import { IntegrationPresenter } from '../integration.presenter.js';
import { countInstallations, findInstallations, type InstallationFilter, INSTALLATION_ORDER, type ReadInstallation } from '../installations/installation-rows.js';
import { installationStatus } from '../installations/installation-status.js';
import { InstallationPresenter, type OpenInstallation } from '../installations/installation.presenter.js';
import { InstallationStore } from '../installations/installation-store.js';

interface Installed<Installation> {
  readonly installation: Installation;
  readonly integration: IntegrationEntity;
}

/** What an organization has installed. */
@Injectable()
export class OrganizationIntegrationsService {
  constructor(
    private readonly db: Database,
    private readonly organizations: OrganizationAccess,
    private readonly store: InstallationStore,
    private readonly integrations: IntegrationPresenter,
    private readonly installations: InstallationPresenter,
    private readonly cursors: Cursors,
  ) {}

  /** With their configurations: for admins. */
  async listInstallations(actor: Actor, organizationId: string, { search, ...paging }: IntegrationSearchQuery): Promise<Page<OrganizationInstallationDto>> {
    await this.organizations.require(actor, organizationId, 'admin');
    return this.find({ organizationId, search }, paging, (row) => this.store.open(row), ({ installation, integration }: Installed<OpenInstallation>) => ({
      installation: this.installations.present(integration, installation),
      integration: this.integrations.present(integration),
    }));
  }

  async listStatuses(actor: Actor, organizationId: string, { target, ...paging }: IntegrationStatusQuery): Promise<Page<InstalledIntegrationDto>> {
    await this.organizations.require(actor, organizationId, 'listIntegrations');
    const filter = { organizationId, somewhere: target === 'organization' ? undefined : target };
    return this.find(filter, paging, (row) => Promise.resolve(row), (installed: Installed<ReadInstallation>) => ({ status: statusOf(installed), integration: this.integrations.present(installed.integration) }));
  }

  /** @throws NotFoundError when it isn't installed */
  async getStatus(actor: Actor, organizationId: string, integrationName: string): Promise<IntegrationStatusDto> {
    await this.organizations.require(actor, organizationId, 'listIntegrations');
    const [installation] = await findInstallations(this.db, { organizationId, integrationName }, { after: [], limit: 1 });
    const integration = await this.db.repo(IntegrationEntity).findOneBy({ name: integrationName });
    if (installation === undefined || integration === null) throw new NotFoundError('This integration is not installed in this organization.');
    return { status: statusOf({ installation, integration }) };
  }

  /** By the age of the installations. */
  private async find<Installation extends ReadInstallation, Item>(
    filter: InstallationFilter,
    query: PageQuery,
    open: (row: ReadInstallation) => Promise<Installation>,
    present: (installed: Installed<Installation>) => Item,
  ): Promise<Page<Item>> {
    const { organizationId, search, somewhere } = filter;
    return readPage(this.cursors, query, {
      scope: cursorScope('organization-installations', { organization: organizationId, search, somewhere }),
      order: INSTALLATION_ORDER,
      find: async (stretch) => this.opened(await findInstallations(this.db, filter, stretch), open),
      count: () => countInstallations(this.db, filter),
      positionOf: ({ installation: { createdAt, id } }) => [createdAt.toISOString(), id],
      present,
    });
  }

  private async opened<Installation>(found: readonly ReadInstallation[], open: (row: ReadInstallation) => Promise<Installation>): Promise<Installed<Installation>[]> {
    const integrations = await this.db.repo(IntegrationEntity).findBy({ name: In(found.map(({ integrationName }) => integrationName)) });
    const byName = new Map(integrations.map((integration) => [integration.name, integration]));
    return Promise.all(
      found.flatMap((row) => {
        const integration = byName.get(row.integrationName); // gone in between: so is the installation
        return integration === undefined ? [] : [open(row).then((installation) => ({ installation, integration }))];
      }),
    );
  }
}

function statusOf({ installation, integration }: Installed<ReadInstallation>): IntegrationStatusDto['status'] {
  return installationStatus(integration.configurations?.account, installation.configured);
}
