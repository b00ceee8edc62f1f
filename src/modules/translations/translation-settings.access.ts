import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import type { Role } from '../../kernel/permissions/role.js';
import { SlotResolver } from '../../kernel/permissions/slots.js';
import { MembersService } from '../members/members.service.js';
import { TranslationSettingsEntity } from './translation-settings.entity.js';
import { type TranslationAbilities, translationAbilities } from './translation-settings.policy.js';

/** $1: ids of organizations, $2: user */
const ROLES_OF_CALLER: Statement = {
  name: 'translations_roles',
  text: 'SELECT organization_id, role FROM members WHERE organization_id = ANY ($1) AND user_id = $2 AND NOT disabled',
};

export const NO_SETTINGS = 'There are no such translation settings.';

/** Joins translation settings with what the caller may do with them. */
@Injectable()
export class TranslationSettingsAccess extends SlotResolver<TranslationSettingsEntity, TranslationAbilities> {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
  ) {
    super();
  }

  /**
   * For the translation settings of an organization as a whole.
   * @throws NotFoundError when the caller doesn't see the organization, ForbiddenError when the right is missing
   */
  async requireInOrganization(actor: Actor, organizationId: string, ability: keyof TranslationAbilities): Promise<void> {
    requireAbility(await this.abilities(actor, organizationId), ability, 'on the translations of this organization');
  }

  /** @throws NotFoundError when the caller doesn't see the settings, ForbiddenError when the right is missing */
  async load(actor: Actor, organizationId: string, id: string, ability: keyof TranslationAbilities): Promise<TranslationSettingsEntity> {
    const abilities = await this.abilities(actor, organizationId);
    const settings = abilities.view && isId(id) ? await this.db.repo(TranslationSettingsEntity).findOneBy({ id, organizationId }) : null;
    if (settings === null) throw new NotFoundError(NO_SETTINGS);
    requireAbility(abilities, ability, 'on these translation settings');
    return settings;
  }

  override async resolve(actor: Actor, settings: readonly TranslationSettingsEntity[]): Promise<TranslationAbilities[]> {
    const organizations = [...new Set(settings.map(({ organizationId }) => organizationId))];
    const rows = await this.db.query<{ organization_id: string; role: Role | null }>(ROLES_OF_CALLER, [organizations, actor.userId]);
    const roles = new Map(rows.map((row) => [row.organization_id, row.role]));
    return settings.map(({ organizationId }) => translationAbilities(roles.get(organizationId) ?? null));
  }

  private async abilities(actor: Actor, organizationId: string): Promise<TranslationAbilities> {
    return translationAbilities((await this.members.getMembership(organizationId, actor)).role);
  }
}
