import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import { SlotResolver } from '../../kernel/permissions/slots.js';
import { narrowAbilities, type TokenReach } from '../../kernel/permissions/token-reach.js';
import type { Role } from '../../kernel/permissions/role.js';
import { admittedCondition, NO_ORGANIZATION } from '../members/admission.js';
import { MembersService } from '../members/members.service.js';
import { OrganizationEntity } from './organization.entity.js';
import { ORGANIZATION_OPERATIONS, type OrganizationAbilities, organizationAbilities } from './organization.policy.js';

const MEMBERSHIPS: Statement = {
  name: 'organizations_memberships',
  text: `
    SELECT m.organization_id, m.role, EXISTS (
      SELECT 1 FROM team_members t WHERE t.organization_id = m.organization_id AND t.user_id = m.user_id AND t.role = 'owner'
    ) AS owns_team
    FROM members m JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = $2 AND m.organization_id = ANY ($1) AND ${admittedCondition('o', 'm', '$3')}`,
};

/** Joins organizations with what the caller may do in them. */
@Injectable()
export class OrganizationAccess extends SlotResolver<OrganizationEntity, OrganizationAbilities> {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
  ) {
    super();
  }

  /** @throws NotFoundError when the caller doesn't see the organization, ForbiddenError when the right is missing */
  async load(actor: Actor, organizationId: string, ability: keyof Omit<OrganizationAbilities, 'ownTeam'>): Promise<OrganizationEntity> {
    await this.require(actor, organizationId, ability);
    const organization = await this.db.repo(OrganizationEntity).findOneBy({ id: organizationId });
    if (organization === null) throw new NotFoundError(NO_ORGANIZATION);
    return organization;
  }

  /** As `load`, without reading the organization. */
  async require(actor: Actor, organizationId: string, ability: keyof Omit<OrganizationAbilities, 'ownTeam'>): Promise<void> {
    const membership = await this.members.getMembership(organizationId, actor);
    requireAbility(organizationAbilities({ membership, ownsTeam: false }), ability, 'in this organization');
  }

  override async resolve(actor: Actor, organizations: readonly OrganizationEntity[]): Promise<OrganizationAbilities[]> {
    const ids = [...new Set(organizations.map((organization) => organization.id))];
    const rows = await this.db.query<{ organization_id: string; role: Role | null; owns_team: boolean }>(MEMBERSHIPS, [ids, actor.userId, actor.onlyOrganizationId ?? null]);
    const memberships = new Map(rows.map((row) => [row.organization_id, row]));
    return organizations.map(({ id }) => {
      const membership = memberships.get(id);
      return organizationAbilities({ membership, ownsTeam: membership?.owns_team ?? false });
    });
  }

  override narrow(_organizations: readonly OrganizationEntity[], abilities: readonly OrganizationAbilities[], reach: TokenReach): OrganizationAbilities[] {
    return abilities.map((all) => narrowAbilities(all, ORGANIZATION_OPERATIONS, (operationId) => reach.may(operationId)));
  }
}
