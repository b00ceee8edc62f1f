import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import { readPage } from '../../../kernel/pagination/list.js';
import type { InstallationListDto } from '../dto/installation.dto.js';
import type { InstallationListQuery } from '../dto/integration-queries.dto.js';
import { IntegrationAccess } from '../integration.access.js';
import { countInstallations, findInstallations, INSTALLATION_ORDER } from './installation-rows.js';
import { InstallationPresenter } from './installation.presenter.js';
import { InstallationStore } from './installation-store.js';

/** Lists of the installations of an integration, by creation, oldest first. */
@Injectable()
export class InstallationLists {
  constructor(
    private readonly db: Database,
    private readonly integrations: IntegrationAccess,
    private readonly store: InstallationStore,
    private readonly presenter: InstallationPresenter,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, integrationName: string, { externalId, ...paging }: InstallationListQuery): Promise<InstallationListDto> {
    const integration = await this.integrations.load(actor, integrationName, 'listInstallations');
    const filter = { integrationName, externalId };
    return readPage(this.cursors, paging, {
      scope: cursorScope('installations', { integration: integrationName, externalId }),
      order: INSTALLATION_ORDER,
      find: async (stretch) => Promise.all((await findInstallations(this.db, filter, stretch)).map((row) => this.store.open(row))),
      count: () => countInstallations(this.db, filter),
      positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
      present: (installation) => this.presenter.present(integration, installation),
    });
  }
}
