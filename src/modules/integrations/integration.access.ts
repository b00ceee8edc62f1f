import { Injectable } from '@nestjs/common';
import { noteAct } from '../../kernel/audit/act.js';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import type { Role } from '../../kernel/permissions/role.js';
import { SlotResolver } from '../../kernel/permissions/slots.js';
import { narrowAbilities, type TokenReach } from '../../kernel/permissions/token-reach.js';
import { admittedCondition } from '../members/admission.js';
import { isIntegrationName } from './integration-values.js';
import { IntegrationEntity } from './integration.entity.js';
import { INTEGRATION_OPERATIONS, type IntegrationAbilities, integrationAbilities } from './integration.policy.js';

/** $1: user, $2: ids of owners, $3: the one organization that the token works in */
const STANDINGS: Statement = {
  name: 'integrations_standings',
  text: `
    SELECT owner.id, own.role, EXISTS (
      SELECT 1 FROM members any_of JOIN organizations o ON o.id = any_of.organization_id
      WHERE any_of.user_id = $1 AND any_of.role = 'admin' AND ${admittedCondition('o', 'any_of', '$3')}
    ) AS administers
    FROM organizations owner
    LEFT JOIN members own ON own.organization_id = owner.id AND own.user_id = $1 AND ${admittedCondition('owner', 'own', '$3')}
    WHERE owner.id = ANY ($2)`,
};

export const NO_INTEGRATION = 'There is no such integration.';

/** Joins integrations with what the caller may do with them. */
@Injectable()
export class IntegrationAccess extends SlotResolver<IntegrationEntity, IntegrationAbilities> {
  constructor(private readonly db: Database) {
    super();
  }

  /** @throws NotFoundError when the caller doesn't see the integration, ForbiddenError when the right is missing */
  async load(actor: Actor, name: string, ability: keyof IntegrationAbilities): Promise<IntegrationEntity> {
    const integration = isIntegrationName(name) ? await this.db.repo(IntegrationEntity).findOneBy({ name }) : null;
    if (integration === null) throw new NotFoundError(NO_INTEGRATION);
    noteAct({ organizationId: integration.organizationId });
    const [abilities] = await this.resolve(actor, [integration]);
    if (abilities?.view !== true) throw new NotFoundError(NO_INTEGRATION);
    requireAbility(abilities, ability, 'on this integration');
    return integration;
  }

  override async resolve(actor: Actor, integrations: readonly IntegrationEntity[]): Promise<IntegrationAbilities[]> {
    const owners = [...new Set(integrations.map(({ organizationId }) => organizationId))];
    const rows = await this.db.query<{ id: string; role: Role | null; administers: boolean }>(STANDINGS, [actor.userId, owners, actor.onlyOrganizationId ?? null]);
    const standings = new Map(rows.map((row) => [row.id, row]));
    return integrations.map(({ organizationId, visibility }) => {
      const standing = standings.get(organizationId);
      return integrationAbilities({ visibility, ownerRole: standing?.role ?? null, administers: standing?.administers ?? false });
    });
  }

  override narrow(_integrations: readonly IntegrationEntity[], abilities: readonly IntegrationAbilities[], reach: TokenReach): IntegrationAbilities[] {
    return abilities.map((all) => narrowAbilities(all, INTEGRATION_OPERATIONS, (operationId) => reach.may(operationId)));
  }
}
