import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { SlotResolver } from '../../kernel/permissions/slots.js';
import { MemberEntity } from '../members/member.entity.js';
import type { OrganizationDto } from '../organizations/dto/organization.dto.js';
import { OrganizationEntity } from '../organizations/organization.entity.js';
import { OrganizationPresenter } from '../organizations/organization.presenter.js';
import type { IntegrationEntity } from './integration.entity.js';

/** The organizations that own integrations, as the caller may see them. */
@Injectable()
export class IntegrationOwners extends SlotResolver<IntegrationEntity, OrganizationDto> {
  constructor(
    private readonly db: Database,
    private readonly presenter: OrganizationPresenter,
  ) {
    super();
  }

  override async resolve({ userId }: Actor, integrations: readonly IntegrationEntity[]): Promise<OrganizationDto[]> {
    const ids = [...new Set(integrations.map(({ organizationId }) => organizationId))];
    const [organizations, memberships] = await Promise.all([
      this.db.repo(OrganizationEntity).findBy({ id: In(ids) }),
      this.db.repo(MemberEntity).findBy({ organizationId: In(ids), userId, disabled: false }),
    ]);
    const own = new Set(memberships.map(({ organizationId }) => organizationId));
    const shown = new Map(organizations.map((owner) => [owner.id, own.has(owner.id) ? this.presenter.present(owner) : this.presenter.presentToOthers(owner, [])]));
    return integrations.flatMap(({ organizationId }) => shown.get(organizationId) ?? []);
  }
}
