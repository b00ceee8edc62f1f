import type { OrganizationAbilities } from '../../src/modules/organizations/organization.policy.js';
import type { Call } from './authorization.js';

/** What a request of the table acts on; new for each request. */
export interface SamlStage {
  organizationId: string;
  samlProviderId: string;
}

/** Who may use an operation on SAML providers: the role in the organization decides. */
export interface SamlRow {
  readonly operationId: string;
  readonly on: 'organization' | 'provider';
  readonly permission: keyof Pick<OrganizationAbilities, 'view' | 'admin'>;
  readonly call: (stage: SamlStage) => Call;
}

const administer = { on: 'provider', permission: 'admin' } as const;
const all = ({ organizationId }: SamlStage): string => `/v1/orgs/${organizationId}/saml`;
const one = (stage: SamlStage): string => `${all(stage)}/${stage.samlProviderId}`;

export const SAML_AUTHORIZATION: readonly SamlRow[] = [
  { operationId: 'listSAMLProvidersInOrganizationById', on: 'organization', permission: 'admin', call: (stage) => ({ path: all(stage) }) },
  { operationId: 'createOrganizationSAMLProvider', on: 'organization', permission: 'admin', call: (stage) => ({ path: all(stage), body: { label: 'New' } }) },
  { operationId: 'getOrganizationSAMLProviderById', ...administer, call: (stage) => ({ path: one(stage) }) },
  { operationId: 'updateOrganizationSAMLProvider', ...administer, call: (stage) => ({ path: one(stage), body: { label: 'New' } }) },
  { operationId: 'deleteOrganizationSAMLProvider', ...administer, call: (stage) => ({ path: one(stage) }) },
  { operationId: 'listSSOProviderLoginsInOrganization', on: 'organization', permission: 'view', call: ({ organizationId }) => ({ path: `/v1/orgs/${organizationId}/sso` }) },
];
