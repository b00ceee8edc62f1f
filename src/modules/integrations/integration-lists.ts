import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { admittedCondition } from '../members/admission.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import type { IntegrationListQuery } from './dto/integration-queries.dto.js';
import type { IntegrationListDto } from './dto/integration.dto.js';
import { countIntegrations, findIntegrations, type IntegrationFilter, INTEGRATION_ORDER } from './integration-rows.js';
import { IntegrationPresenter } from './integration.presenter.js';

const OWN: Statement = {
  name: 'integrations_own_organizations',
  text: `
    SELECT m.organization_id FROM members m JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = $1 AND m.role IS NOT NULL AND ${admittedCondition('o', 'm', '$2')}`,
};

/** Lists of integrations, by creation, oldest first. */
@Injectable()
export class IntegrationLists {
  constructor(
    private readonly db: Database,
    private readonly organizations: OrganizationAccess,
    private readonly presenter: IntegrationPresenter,
    private readonly cursors: Cursors,
  ) {}

  /** The public ones, and all of the caller's organizations. */
  async list({ userId, onlyOrganizationId }: Actor, { page, limit, ...filters }: IntegrationListQuery): Promise<IntegrationListDto> {
    const own = await this.db.query<{ organization_id: string }>(OWN, [userId, onlyOrganizationId ?? null]);
    return this.find({ ...filters, own: own.map(({ organization_id }) => organization_id) }, { page, limit }, { user: userId });
  }

  /** The public ones, and all of the organization's own. */
  async listForOrganization(actor: Actor, organizationId: string, { page, limit, ...filters }: IntegrationListQuery): Promise<IntegrationListDto> {
    await this.organizations.require(actor, organizationId, 'listIntegrations');
    return this.find({ ...filters, own: [organizationId] }, { page, limit }, { organization: organizationId });
  }

  /**
   * Without regard to any caller.
   * @param place what the list is of, besides the filters that the caller chose
   */
  async find(filter: IntegrationFilter, query: PageQuery, place: Readonly<Record<string, string>>): Promise<IntegrationListDto> {
    const { search, category, scope, target, blockDomain, blocks, contentSources, owner } = filter;
    return readPage(this.cursors, query, {
      scope: cursorScope('integrations', { ...place, search, category, scope, target, blockDomain, blocks, contentSources, owner }),
      order: INTEGRATION_ORDER,
      find: (stretch) => findIntegrations(this.db, filter, stretch),
      count: () => countIntegrations(this.db, filter),
      positionOf: ({ createdAt, name }) => [createdAt.toISOString(), name],
      present: (integration) => this.presenter.present(integration),
    });
  }
}
