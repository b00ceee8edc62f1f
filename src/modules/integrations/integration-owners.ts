import { Injectable } from '@nestjs/common';
import { In } from '../../kernel/database/typeorm.js';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { SlotResolver } from '../../kernel/permissions/slots.js';
import { admittedCondition } from '../members/admission.js';
import type { OrganizationDto } from '../organizations/dto/organization.dto.js';
import { OrganizationEntity } from '../organizations/organization.entity.js';
import { OrganizationPresenter } from '../organizations/organization.presenter.js';
import type { IntegrationEntity } from './integration.entity.js';

const OWN_AMONG: Statement = {
  name: 'integrations_own_among',
  text: `
    SELECT m.organization_id FROM members m JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = $1 AND m.organization_id = ANY ($2) AND ${admittedCondition('o', 'm', '$3')}`,
};

/** The organizations that own integrations, as the caller may see them. */
@Injectable()
export class IntegrationOwners extends SlotResolver<IntegrationEntity, OrganizationDto> {
  constructor(
    private readonly db: Database,
    private readonly presenter: OrganizationPresenter,
  ) {
    super();
  }

  override async resolve({ userId, onlyOrganizationId }: Actor, integrations: readonly IntegrationEntity[]): Promise<OrganizationDto[]> {
    const ids = [...new Set(integrations.map(({ organizationId }) => organizationId))];
    const [organizations, memberships] = await Promise.all([
      this.db.repo(OrganizationEntity).findBy({ id: In(ids) }),
      this.db.query<{ organization_id: string }>(OWN_AMONG, [userId, ids, onlyOrganizationId ?? null]),
    ]);
    const own = new Set(memberships.map(({ organization_id }) => organization_id));
    const shown = new Map(organizations.map((owner) => [owner.id, own.has(owner.id) ? this.presenter.present(owner) : this.presenter.presentToOthers(owner, [])]));
    return integrations.flatMap(({ organizationId }) => shown.get(organizationId) ?? []);
  }
}
