import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import type { Role } from '../../kernel/permissions/role.js';
import { SlotResolver } from '../../kernel/permissions/slots.js';
import { narrowAbilities, type TokenReach } from '../../kernel/permissions/token-reach.js';
import { MembersService } from '../members/members.service.js';
import { OpenApiSpecEntity } from './openapi-spec.entity.js';
import { OPENAPI_SPEC_OPERATIONS, type OpenApiSpecAbilities, openApiSpecAbilities } from './openapi-spec.policy.js';
import { isSlug } from './slug.js';

/** $1: organizations, $2: user */
const ROLES: Statement = {
  name: 'openapi_specs_roles',
  text: 'SELECT organization_id AS "organizationId", role FROM members WHERE organization_id = ANY ($1) AND user_id = $2 AND NOT disabled',
};

export const NO_SPEC = 'There is no such OpenAPI spec.';

/** Joins OpenAPI specs with what the caller may do with them. */
@Injectable()
export class OpenApiSpecAccess extends SlotResolver<OpenApiSpecEntity, OpenApiSpecAbilities> {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
  ) {
    super();
  }

  /**
   * For the specs of an organization as a whole.
   * @throws NotFoundError when the caller doesn't see the organization, ForbiddenError when the right is missing
   */
  async requireInOrganization(actor: Actor, organizationId: string, ability: keyof OpenApiSpecAbilities): Promise<void> {
    requireAbility(await this.abilities(actor, organizationId), ability, 'on the OpenAPI specs of this organization');
  }

  /** @throws NotFoundError when the caller doesn't see the spec, ForbiddenError when the right is missing */
  async load(actor: Actor, organizationId: string, slug: string, ability: keyof OpenApiSpecAbilities): Promise<OpenApiSpecEntity> {
    const abilities = await this.abilities(actor, organizationId);
    const spec = abilities.view && isSlug(slug) ? await this.db.repo(OpenApiSpecEntity).findOneBy({ organizationId, slug }) : null;
    if (spec === null) throw new NotFoundError(NO_SPEC);
    requireAbility(abilities, ability, 'on this OpenAPI spec');
    return spec;
  }

  override async resolve(actor: Actor, specs: readonly OpenApiSpecEntity[]): Promise<OpenApiSpecAbilities[]> {
    const ids = [...new Set(specs.map((spec) => spec.organizationId))];
    const rows = await this.db.query<{ organizationId: string; role: Role | null }>(ROLES, [ids, actor.userId]);
    const roles = new Map(rows.map(({ organizationId, role }) => [organizationId, role]));
    return specs.map(({ organizationId }) => openApiSpecAbilities(roles.get(organizationId) ?? null));
  }

  override narrow(_specs: readonly OpenApiSpecEntity[], abilities: readonly OpenApiSpecAbilities[], reach: TokenReach): OpenApiSpecAbilities[] {
    return abilities.map((all) => narrowAbilities(all, OPENAPI_SPEC_OPERATIONS, (operationId) => reach.may(operationId)));
  }

  private async abilities(actor: Actor, organizationId: string): Promise<OpenApiSpecAbilities> {
    return openApiSpecAbilities((await this.members.getMembership(organizationId, actor)).role);
  }
}
