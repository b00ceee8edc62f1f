import { PUBLICATION } from '../support/integrations.js';
import type { IntegrationAbilities } from '../../src/modules/integrations/integration.policy.js';
import type { Call } from './authorization.js';

/** What a request of the table acts on; new for each request. */
export interface IntegrationStage {
  /** The owner of the integration. */
  organizationId: string;
  integrationName: string;
}

/** Who may use an operation on integrations. */
export interface IntegrationRow {
  readonly operationId: string;
  /** `anybody`: open to every token, which answers what its user may know. */
  readonly on: 'integration' | 'anybody';
  readonly permission: keyof IntegrationAbilities;
  readonly call: (stage: IntegrationStage) => Call;
}

const one = ({ integrationName }: IntegrationStage): string => `/v1/integrations/${integrationName}`;

export const INTEGRATION_AUTHORIZATION: readonly IntegrationRow[] = [
  { operationId: 'listIntegrations', on: 'anybody', permission: 'view', call: () => ({ path: '/v1/integrations' }) },
  { operationId: 'getIntegrationByName', on: 'integration', permission: 'view', call: (stage) => ({ path: one(stage) }) },
  {
    operationId: 'publishIntegration',
    on: 'integration',
    permission: 'admin',
    call: (stage) => ({ path: one(stage), body: { ...PUBLICATION, organization: stage.organizationId } }),
  },
  { operationId: 'unpublishIntegration', on: 'integration', permission: 'admin', call: (stage) => ({ path: one(stage) }) },
  { operationId: 'listIntegrationInstallations', on: 'integration', permission: 'listInstallations', call: (stage) => ({ path: `${one(stage)}/installations` }) },
];
