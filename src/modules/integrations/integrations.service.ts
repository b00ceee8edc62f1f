import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError } from '../../kernel/errors/errors.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import { OrganizationEntity } from '../organizations/organization.entity.js';
import type { IntegrationDto } from './dto/integration.dto.js';
import type { PublishIntegrationDto } from './dto/publish-integration.dto.js';
import { IntegrationStore } from './integration-store.js';
import { isIntegrationName } from './integration-values.js';
import { IntegrationAccess } from './integration.access.js';
import { IntegrationPresenter } from './integration.presenter.js';

const NAME_FAULT = 'must be 1 to 100 letters, digits, hyphens, underscores and dots, and not only a dot or two';

/** Reads, publishes and unpublishes integrations. */
@Injectable()
export class IntegrationsService {
  constructor(
    private readonly db: Database,
    private readonly access: IntegrationAccess,
    private readonly organizations: OrganizationAccess,
    private readonly store: IntegrationStore,
    private readonly presenter: IntegrationPresenter,
  ) {}

  async get(actor: Actor, name: string): Promise<IntegrationDto> {
    return this.presenter.present(await this.access.load(actor, name, 'view'));
  }

  /** @throws NotFoundError and ForbiddenError for the organization, ForbiddenError when another one has the name */
  async publish(actor: Actor, name: string, { organization, ...publication }: PublishIntegrationDto): Promise<IntegrationDto> {
    if (!isIntegrationName(name)) throw BadInputError.ofField('integrationName', NAME_FAULT);
    const owner = await this.organizations.load(actor, await this.organizationId(organization), 'admin');
    return this.presenter.present(await this.store.publish(owner.id, name, publication));
  }

  /** Ends its installations, too. */
  async unpublish(actor: Actor, name: string): Promise<void> {
    await this.access.load(actor, name, 'admin');
    await this.store.unpublish(name);
  }

  /** Of what a client calls an organization: its id, or its host name. */
  private async organizationId(idOrHostname: string): Promise<string> {
    const named = await this.db.repo(OrganizationEntity).findOneBy({ hostname: idOrHostname });
    return named?.id ?? idOrHostname;
  }
}
