import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { ConflictError } from '../../../kernel/errors/errors.js';
import { newId } from '../../../kernel/ids/id.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import { toPage } from '../../../kernel/pagination/page.js';
import type { InstallationListDto } from '../dto/installation.dto.js';
import type { InstallationListQuery } from '../dto/integration-queries.dto.js';
import { IntegrationAccess } from '../integration.access.js';
import { countInstallations, findInstallations, insertInstallation, INSTALLATION_ORDER } from './installation-rows.js';
import type { InstallationEntity } from './installation.entity.js';
import { InstallationPresenter } from './installation.presenter.js';

export type NewInstallation = Pick<InstallationEntity, 'integrationName' | 'organizationId'> &
  Partial<Pick<InstallationEntity, 'spaceSelection' | 'siteSelection' | 'configuration' | 'externalIds'>>;

/** Where integrations are installed. */
@Injectable()
export class InstallationsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly integrations: IntegrationAccess,
    private readonly presenter: InstallationPresenter,
    private readonly cursors: Cursors,
  ) {}

  /** By creation, oldest first. */
  async list(actor: Actor, integrationName: string, { page, limit, externalId }: InstallationListQuery): Promise<InstallationListDto> {
    const integration = await this.integrations.load(actor, integrationName, 'listInstallations');
    const scope = cursorScope('installations', { integration: integrationName, externalId });
    const after = page === undefined ? undefined : this.cursors.decode(scope, page, INSTALLATION_ORDER);
    const filter = { integrationName, externalId };
    const [rows, count] = await Promise.all([findInstallations(this.db, filter, { after, limit: limit + 1 }), countInstallations(this.db, filter)]);
    return toPage({
      rows,
      limit,
      count,
      cursorOf: ({ createdAt, id }) => this.cursors.encode(scope, [createdAt.toISOString(), id]),
      present: (installation) => this.presenter.present(integration, installation),
    });
  }

  /** Installs an integration in an organization, without regard to any caller. @throws ConflictError when it is there already */
  async install({ integrationName, organizationId, ...chosen }: NewInstallation): Promise<InstallationEntity> {
    const now = this.clock.now();
    const installation: InstallationEntity = {
      id: newId(),
      integrationName,
      organizationId,
      spaceSelection: chosen.spaceSelection ?? 'selected',
      siteSelection: chosen.siteSelection ?? 'selected',
      configuration: chosen.configuration ?? {},
      externalIds: chosen.externalIds ?? [],
      createdAt: now,
      updatedAt: now,
    };
    if (!(await insertInstallation(this.db, installation))) throw new ConflictError('The integration is installed in this organization already.');
    return installation;
  }
}
