import { Injectable } from '@nestjs/common';
import { noteAct } from '../../../kernel/audit/act.js';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { isId } from '../../../kernel/ids/id.js';
import { requireAbility } from '../../../kernel/permissions/require-ability.js';
import { MembersService } from '../../members/members.service.js';
import { isIntegrationName } from '../integration-values.js';
import { IntegrationEntity } from '../integration.entity.js';
import { findInstallation, type ReadInstallation } from './installation-rows.js';
import { type InstallationAbilities, installationAbilities } from './installation.policy.js';

export interface InstalledIntegration {
  readonly integration: IntegrationEntity;
  readonly installation: ReadInstallation;
}

export const NO_INSTALLATION = 'There is no such installation.';

/** Joins installations with what the caller may do with them. */
@Injectable()
export class InstallationAccess {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
  ) {}

  /** @throws NotFoundError when the caller doesn't see the installation, ForbiddenError when the right is missing */
  async load(actor: Actor, integrationName: string, installationId: string, ability: keyof InstallationAbilities): Promise<InstalledIntegration> {
    const known = isIntegrationName(integrationName) && isId(installationId);
    const [integration, installation] = known
      ? await Promise.all([this.db.repo(IntegrationEntity).findOneBy({ name: integrationName }), findInstallation(this.db, integrationName, installationId)])
      : [];
    if (!integration || installation === undefined) throw new NotFoundError(NO_INSTALLATION);
    noteAct({ organizationId: installation.organizationId });
    const abilities = await this.abilities(actor, { integration, installation });
    if (!abilities.view) throw new NotFoundError(NO_INSTALLATION);
    requireAbility(abilities, ability, 'on this installation');
    return { integration, installation };
  }

  private async abilities(actor: Actor, { integration, installation }: InstalledIntegration): Promise<InstallationAbilities> {
    const [member, ownerMember] = await Promise.all([
      this.members.findMembership(installation.organizationId, actor),
      this.members.findMembership(integration.organizationId, actor),
    ]);
    // Who left the organization takes nothing of it along, a token of the installation included.
    const isOwn = actor.installationId === installation.id && member !== undefined;
    const token = actor.installationId === undefined ? {} : { token: isOwn ? 'own' : 'other' } as const;
    return installationAbilities({ role: member?.role ?? null, ownerRole: ownerMember?.role ?? null, ...token });
  }
}
