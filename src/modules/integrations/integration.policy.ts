import { reaches, type Role } from '../../kernel/permissions/role.js';
import type { OperationsOf } from '../../kernel/permissions/token-reach.js';
import type { IntegrationVisibility } from './integration-values.js';

/** What a caller may do with an integration. */
export interface IntegrationAbilities {
  /** Read it by its name. */
  view: boolean;
  /** Publish it again, and unpublish it. */
  admin: boolean;
  listInstallations: boolean;
  /** Install it, in some organization. */
  install: boolean;
}

export interface IntegrationFacts {
  readonly visibility: IntegrationVisibility;
  /** Of the caller in the organization that owns it; null: guest, or none. */
  readonly ownerRole: Role | null;
  /** Whether the caller is an admin of any organization. */
  readonly administers: boolean;
}

/** Private integrations are for the members of their owner, and are installed there only; all others are open to everybody who knows their name. */
export function integrationAbilities({ visibility, ownerRole, administers }: IntegrationFacts): IntegrationAbilities {
  const member = reaches(ownerRole, 'read');
  const open = visibility !== 'private';
  return {
    view: member || open,
    admin: ownerRole === 'admin',
    listInstallations: member,
    install: ownerRole === 'admin' || (open && administers),
  };
}

/** The operation that stands for each ability: a token of an installation that may not use it lacks the ability. */
export const INTEGRATION_OPERATIONS: OperationsOf<IntegrationAbilities> = {
  view: 'getIntegrationByName',
  admin: 'publishIntegration',
  listInstallations: 'listIntegrationInstallations',
  install: 'installIntegration',
};
