import { makeProvider } from '../support/saml.js';
import { tryOrganizationTable } from './organization-table.js';
import { SAML_AUTHORIZATION, type SamlRow, type SamlStage } from './saml-authorization.js';

tryOrganizationTable<SamlStage, SamlRow>({
  rows: SAML_AUTHORIZATION,
  makeStage: async ({ service, organizationId }) => ({ organizationId, samlProviderId: await makeProvider(service, organizationId) }),
  partsOf: ({ on }) => (on === 'provider' ? ['samlProviderId'] : []),
  may: ({ permission }, role) => permission === 'view' || role === 'admin',
  told: async ({ permission }, role, { organizationId }, { service, tokenOf }) => (await service.as(tokenOf(role)).get(`/v1/orgs/${organizationId}`)).body.permissions[permission],
});
